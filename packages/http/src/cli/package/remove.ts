/** `platform-control package rm`: removes one version, after asking. */
import { Console, Effect } from "effect"
import { Prompt } from "effect/cli"
import { connected, type ConnectionOptions } from "../Connection.ts"
import { misused } from "../Refusal.ts"
import { identityText, parseIdentity } from "./PackageIdentity.ts"

const advice = {
  403: "Removing takes the permission to publish: `platform-control member set --help` tells how it is given.",
  404: "`platform-control package info` tells which version is there."
}

const confirm = Effect.fnUntraced(function* (what: string) {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    return yield* misused("There is no terminal to ask on.", "Add --yes to remove without asking.")
  return yield* Prompt.Confirm({ message: `Remove ${what} for good?`, initial: false })
})

/** Says what was removed, or that nothing was. */
export const remove = Effect.fnUntraced(function* (
  input: ConnectionOptions & { readonly package: string; readonly yes: boolean }
) {
  const identity = yield* parseIdentity(input.package)
  if (!input.yes && !(yield* confirm(identityText(identity)))) return yield* Console.log("Nothing was removed.")
  yield* connected(input, advice, (client) => client.packages.delete({ params: identity }))
  yield* Console.log(`Removed ${identityText(identity)}`)
})
