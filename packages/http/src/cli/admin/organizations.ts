/** What `platform-control org …` does. */
import { Organizations, type OrganizationRecord } from "@platform-control/admin/server"
import { toTimestamp } from "@platform-control/core/Timestamps"
import { Console, Effect, Option } from "effect"
import { printList, printRecord } from "../output/print.ts"
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
