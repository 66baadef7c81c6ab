/** What `platform-control org …` does. */
import {
  type Feature,
  Features,
  features,
  OrganizationRemoval,
  Organizations,
  type OrganizationRecord
} from "@platform-control/admin/server"
import { toTimestamp } from "@platform-control/core/Timestamps"
import { Console, Effect, Option } from "effect"
import { printList, printRecord } from "../output/print.ts"
import { table } from "../output/Table.ts"
import { onDatabase, type OnDatabase } from "./onDatabase.ts"
import { wholeList } from "./wholeList.ts"

const shown = (record: OrganizationRecord) => ({
  name: record.name,
  displayName: record.displayName,
  created: toTimestamp(record.createdAt)
})

/** Prints the new organization. */
export const create = onDatabase(
  Effect.fnUntraced(function* (
    input: OnDatabase & {
      readonly name: string
      readonly displayName: Option.Option<string>
      readonly json: boolean
    }
  ) {
    const organizations = yield* Organizations
    const record = yield* organizations.create({
      name: input.name,
      ...Option.match(input.displayName, { onNone: () => ({}), onSome: (displayName) => ({ displayName }) })
    })
    yield* printRecord(input.json, shown(record), () => `Created organization ${record.name}`)
  })
)

/** Prints all organizations in the order of their names. */
export const list = onDatabase(
  Effect.fnUntraced(function* (input: OnDatabase & { readonly json: boolean }) {
    const organizations = yield* Organizations
    const found = yield* wholeList(organizations.list, ({ name }) => name)
    yield* printList(input.json, found.map(shown), {
      header: ["NAME", "DISPLAY NAME", "CREATED"],
      row: (one) => [one.name, one.displayName, one.created],
      empty: "No organizations yet: platform-control org create <name>"
    })
  })
)

/** Changes the name that people read. */
export const rename = onDatabase(
  Effect.fnUntraced(function* (input: OnDatabase & { readonly name: string; readonly displayName: string }) {
    const organizations = yield* Organizations
    yield* organizations.setProfile(input.name, { displayName: input.displayName })
    yield* Console.log(`Organization ${input.name} is now called ${input.displayName}`)
  })
)

/** Removes the organization and all that goes with it. */
export const remove = onDatabase(
  Effect.fnUntraced(function* (input: OnDatabase & { readonly name: string }) {
    const removal = yield* OrganizationRemoval
    yield* removal.remove(input.name)
    yield* Console.log(`Removed organization ${input.name}`)
  })
)

type Switch = Option.Option<"on" | "off">

const isOn = (choice: Switch): boolean | undefined => Option.getOrUndefined(Option.map(choice, (word) => word === "on"))

/** Switches what was named and prints all of them. */
export const setFeatures = onDatabase(
  Effect.fnUntraced(function* (
    input: OnDatabase & {
      readonly name: string
      readonly agents: Switch
      readonly policyAsCode: Switch
      readonly json: boolean
    }
  ) {
    const { set } = yield* Features
    const switches = yield* set(input.name, { agents: isOn(input.agents), policyAsCode: isOn(input.policyAsCode) })
    const row = (feature: Feature) => [feature, switches[feature] ? "on" : "off"]
    yield* printRecord(input.json, switches, () => table(["FEATURE", ""], features.map(row)))
  })
)
