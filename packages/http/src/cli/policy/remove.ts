/** `platform-control policy rm`: removes a version, or a whole pack, after asking. */
import { Console, Effect } from "effect"
import { Prompt } from "effect/cli"
import type { ConnectionOptions } from "../Connection.ts"
import { misused } from "../Refusal.ts"
import { packIdentityText, parsePack } from "./PackIdentity.ts"
import { policyServer } from "./policyServer.ts"

const advice = {
  400: "`platform-control policy group ls` shows which groups use a pack; `policy unimport` removes an external one.",
  403: "Removing takes the permission to publish: `platform-control member set --help` tells how it is given.",
  404: "`platform-control policy ls` lists the packs that the token sees.",
  409: "`platform-control policy group rm` and `… group withdraw` take a version out of use."
}

const confirm = Effect.fnUntraced(function* (what: string) {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    return yield* misused("There is no terminal to ask on.", "Add --yes to remove without asking.")
  return yield* Prompt.Confirm({ message: `Remove ${what} for good?`, initial: false })
})

/** Says what was removed, or that nothing was. */
export const remove = Effect.fnUntraced(function* (
  input: ConnectionOptions & { readonly pack: string; readonly yes: boolean }
) {
  const pack = yield* parsePack(input.pack)
  const what = pack.version === undefined ? `${packIdentityText(pack)} with all versions` : packIdentityText(pack)
  if (!input.yes && !(yield* confirm(what))) return yield* Console.log("Nothing was removed.")
  const params = { orgName: pack.organization, policyPackName: pack.name }
  const { version } = pack
  yield* policyServer(input, advice, (client) =>
    version === undefined
      ? client.policyPacks.removePack({ params })
      : client.policyPacks.remove({ params: { ...params, version } })
  )
  yield* Console.log(`Removed ${what}`)
})
