/** `platform-control policy ls`: the policy packs that the caller sees. */
import type { PackAccess, RegistryPolicyPack } from "@platform-control/policy/contract"
import { Effect, Option, Stream } from "effect"
import type { ConnectionOptions } from "../Connection.ts"
import { printList } from "../output/print.ts"
import { policyServer } from "./policyServer.ts"

const rowOf = (pack: RegistryPolicyPack): ReadonlyArray<string> => [
  `${pack.publisher}/${pack.name}`,
  pack.version,
  pack.accessLevel,
  pack.displayName
]

/** Prints every pack of an access, each by its newest version. */
export const list = Effect.fnUntraced(function* (
  input: ConnectionOptions & {
    readonly organization: Option.Option<string>
    readonly access: PackAccess
    readonly json: boolean
  }
) {
  const found = yield* policyServer(input, {}, (client) =>
    Stream.paginate(Option.none<string>(), (token) =>
      client.registryPolicyPacks
        .list({
          query: Option.match(token, { onNone: () => ({}), onSome: (continuationToken) => ({ continuationToken }) }),
          payload: {
            access: input.access,
            ...Option.match(input.organization, { onNone: () => ({}), onSome: (orgLogin) => ({ orgLogin }) })
          }
        })
        .pipe(
          Effect.map(
            ({ continuationToken, policyPacks }) =>
              [policyPacks, Option.map(Option.fromUndefinedOr(continuationToken), Option.some)] as const
          )
        )
    ).pipe(Stream.runCollect)
  )
  yield* printList(input.json, found, {
    header: ["PACK", "VERSION", "ACCESS", "DISPLAY NAME"],
    row: rowOf,
    empty: `No policy packs that you may see are ${input.access}; --access names another kind.`
  })
})
