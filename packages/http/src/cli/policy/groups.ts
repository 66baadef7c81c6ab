/** What `platform-control policy group …` does. */
import { PolicyGroups } from "@platform-control/policy/server"
import { Console, Effect, Option, Schema } from "effect"
import { Yaml } from "effect/encoding"
import type { OnDatabase } from "../admin/onDatabase.ts"
import { keyed } from "../keyed.ts"
import { printList } from "../output/print.ts"
import { readText } from "../readText.ts"
import { misused } from "../Refusal.ts"
import { onPolicies } from "./onPolicies.ts"
import { packIdentityText, parsePack, parseWholePack } from "./PackIdentity.ts"

interface GroupInput extends OnDatabase {
  readonly organization: string
  readonly group: string
}

/** Creates an empty group. */
export const create = onPolicies(
  Effect.fnUntraced(function* ({ group, organization }: GroupInput) {
    yield* (yield* PolicyGroups).create({ organization, group })
    yield* Console.log(`Created policy group ${organization}/${group}`)
  })
)

/** Removes a group; what it applied is not applied by it any more. */
export const remove = onPolicies(
  Effect.fnUntraced(function* ({ group, organization }: GroupInput) {
    yield* (yield* PolicyGroups).remove({ organization, group })
    yield* Console.log(`Removed policy group ${organization}/${group}`)
  })
)

/** Prints a line for each pack that a group applies, and for each group that applies none. */
export const list = onPolicies(
  Effect.fnUntraced(function* (input: OnDatabase & { readonly organization: string; readonly json: boolean }) {
    const groups = yield* (yield* PolicyGroups).list(input.organization)
    if (input.json) return yield* Console.log(JSON.stringify(groups, null, 2))
    const rows = groups.flatMap(({ name, packs }) =>
      packs.length === 0
        ? [[name, "", "", ""]]
        : packs.map((pack) => [
            name,
            `${pack.publisher}/${pack.name}`,
            `${pack.version}${pack.versionTag === "" ? "" : ` (${pack.versionTag})`}`,
            Object.entries(pack.enforcementLevels)
              .map(([policy, level]) => `${policy}=${level}`)
              .join(" ")
          ])
    )
    yield* printList(false, rows, {
      header: ["GROUP", "PACK", "VERSION", "LEVELS"],
      row: (row) => row,
      empty: `${input.organization} has no policy groups yet: platform-control policy group create ${input.organization} <group>`
    })
  })
)

const Configuration = Schema.Record(Schema.String, Schema.Unknown)

/** More than the rules of any pack say of their settings, in bytes. */
const MAX_CONFIGURATION_BYTES = 1024 * 1024

const readConfiguration = Effect.fnUntraced(function* (path: string) {
  const text = yield* readText(path, MAX_CONFIGURATION_BYTES)
  const value = yield* Effect.try({
    try: () => Yaml.parse(text),
    catch: (cause) => misused(`${path} is not YAML: ${cause instanceof Error ? cause.message : String(cause)}`)
  })
  return yield* Effect.mapError(Schema.decodeUnknownEffect(Configuration)(value), () =>
    misused(`${path} does not say a configuration for each policy, by name.`)
  )
})

/** Applies a version of a pack; `latest` is the newest version as it is now. */
export const apply = onPolicies(
  Effect.fnUntraced(function* (
    input: GroupInput & {
      readonly pack: string
      readonly level: ReadonlyArray<string>
      readonly config: Option.Option<string>
    }
  ) {
    const pack = yield* parsePack(input.pack)
    const settings = {
      enforcementLevels: yield* keyed("level", input.level, "<policy>=<level>"),
      configuration: Option.isNone(input.config) ? {} : yield* readConfiguration(input.config.value)
    }
    const group = { organization: input.organization, group: input.group }
    const version = yield* (yield* PolicyGroups).apply(group, pack, pack.version ?? "latest", settings)
    const applied = packIdentityText({ ...pack, version: String(version) })
    yield* Console.log(`Policy group ${input.organization}/${input.group} applies ${applied}`)
  })
)

/** Takes a pack out of a group. */
export const withdraw = onPolicies(
  Effect.fnUntraced(function* (input: GroupInput & { readonly pack: string }) {
    const pack = yield* parseWholePack(input.pack)
    yield* (yield* PolicyGroups).withdraw({ organization: input.organization, group: input.group }, pack)
    yield* Console.log(`Policy group ${input.organization}/${input.group} applies ${input.pack} no more`)
  })
)
