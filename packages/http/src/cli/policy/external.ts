/** What `platform-control policy import`, `unimport` and `access` do: packs from elsewhere, and who uses which. */
import { Imports, PackAccessSettings } from "@platform-control/policy/server"
import { Console, Effect } from "effect"
import type { OnDatabase } from "../admin/onDatabase.ts"
import { onPolicies } from "./onPolicies.ts"
import { packFolder, type TypedPack } from "./PackFolder.ts"
import { parseWholePack } from "./PackIdentity.ts"

/** Brings in the next version of an external pack. */
export const importPack = onPolicies(
  Effect.fnUntraced(function* (
    input: OnDatabase & TypedPack & { readonly organization: string; readonly path: string; readonly public: boolean }
  ) {
    const { archive, body } = yield* packFolder(input.path, input)
    const visibility = input.public ? "public" : "private"
    const version = yield* (yield* Imports).add(input.organization, body, archive, visibility)
    const seen = input.public ? ", which is public" : ""
    yield* Console.log(`Imported ${input.organization}/${body.name}@${version}${seen}`)
  })
)

/** Removes an external pack with all its versions. */
export const unimport = onPolicies(
  Effect.fnUntraced(function* (input: OnDatabase & { readonly pack: string }) {
    const pack = yield* parseWholePack(input.pack)
    yield* (yield* Imports).remove(pack)
    yield* Console.log(`Removed the external pack ${input.pack} with all its versions`)
  })
)

const states = { add: "added", deny: "denied", reset: undefined } as const

/** Says what an organization thinks of a pack. */
export const setAccess = onPolicies(
  Effect.fnUntraced(function* (
    input: OnDatabase & {
      readonly organization: string
      readonly pack: string
      readonly access: keyof typeof states
    }
  ) {
    const pack = yield* parseWholePack(input.pack)
    yield* (yield* PackAccessSettings).set(input.organization, pack, states[input.access])
    const done = { add: "uses", deny: "denies", reset: "has said nothing of" }[input.access]
    yield* Console.log(`${input.organization} ${done} ${input.pack}`)
  })
)
