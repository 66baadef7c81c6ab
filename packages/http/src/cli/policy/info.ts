/** `platform-control policy info`: one version of a policy pack with its policies. */
import { Effect } from "effect"
import type { ConnectionOptions } from "../Connection.ts"
import { printRecord } from "../output/print.ts"
import { record, table } from "../output/Table.ts"
import { parsePack } from "./PackIdentity.ts"
import { policyServer } from "./policyServer.ts"

const advice = { 404: "`platform-control policy ls` lists the packs that the token sees." }

/** Prints the pack's record and a line a policy, or the record as JSON. */
export const info = Effect.fnUntraced(function* (
  input: ConnectionOptions & { readonly pack: string; readonly json: boolean }
) {
  const { name, organization, version = "latest" } = yield* parsePack(input.pack)
  const { policyPack } = yield* policyServer(input, advice, (client) =>
    client.registryPolicyPacks.get({ params: { source: "private", publisher: organization, name, version } })
  )
  yield* printRecord(input.json, policyPack, () =>
    [
      record([
        ["pack", `${policyPack.publisher}/${policyPack.name}`],
        ["version", policyPack.version],
        ["display name", policyPack.displayName],
        ["access", policyPack.accessLevel],
        ["id", policyPack.id]
      ]),
      "",
      table(
        ["POLICY", "LEVEL", "SEVERITY", "DESCRIPTION"],
        (policyPack.policies ?? []).map((policy) => [
          policy.name,
          policy.enforcementLevel,
          policy.severity ?? "",
          policy.description
        ])
      )
    ].join("\n")
  )
})
