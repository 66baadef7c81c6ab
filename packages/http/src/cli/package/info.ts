/** `platform-control package info`: what the registry knows of one version. */
import { Effect } from "effect"
import { connected, type ConnectionOptions } from "../Connection.ts"
import { printRecord } from "../output/print.ts"
import { record } from "../output/Table.ts"
import { parseIdentity } from "./PackageIdentity.ts"

/** Prints one version's record. */
export const info = Effect.fnUntraced(function* (
  input: ConnectionOptions & { readonly package: string; readonly json: boolean }
) {
  const identity = yield* parseIdentity(input.package, "latest")
  const advice = {
    404: "`platform-control package ls --search <words>` finds packages; private ones need a token that sees them."
  }
  const [found, answer] = yield* connected(input, advice, (client) =>
    Effect.gen(function* () {
      const [metadata, response] = yield* client.packages.get({
        params: identity,
        responseMode: "decoded-and-response"
      })
      return [metadata, yield* response.json] as const
    })
  )
  yield* printRecord(input.json, answer, () =>
    record([
      ["package", `${found.source}/${found.publisher}/${found.name}`],
      ["version", found.version],
      ["title", found.title],
      ["description", found.description],
      ["status", found.packageStatus],
      ["types", found.packageTypes?.join(", ")],
      ["category", found.category],
      ["visibility", found.visibility],
      ["published", found.createdAt],
      ["repository", found.repoUrl],
      ["readme", found.readmeURL],
      ["schema", found.schemaURL]
    ])
  )
})
