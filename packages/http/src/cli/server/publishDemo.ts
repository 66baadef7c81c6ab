/** Publishes the demonstration packages into a server from inside, by the operations that everybody uses. */
import { Organizations } from "@platform-control/admin/server"
import type { Principal } from "@platform-control/core/Authorization"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { Packages, Publish } from "@platform-control/registry/server"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Option, Stream } from "effect"
import { OpenApi } from "effect/http-api"
import { DEMO_PACKAGE } from "../../demo/demoPackage.ts"
import { demoPackages, type PlacedPackage } from "../../demo/demoPackages.ts"
import { documentedApi } from "../../reference/apiDocument.ts"
import type { ServerConfig } from "../../ServerConfig.ts"
import { allProviders } from "../invoke/providers.ts"
import { identityText } from "../package/PackageIdentity.ts"
import { type Artifact, publishPackage } from "../package/publishPackage.ts"
import { version } from "../version.ts"

/** The server itself: it needs no token to be allowed what it does on its own account. */
const server: Principal = {
  _tag: "Principal",
  tokenKind: "personal",
  tokenId: DEMO_PACKAGE,
  userId: undefined,
  delegated: false,
  login: DEMO_PACKAGE,
  siteAdmin: true,
  registryAdmin: true,
  memberships: new Map()
}

const unobserved = { advance: () => Effect.void, finish: () => Effect.void }

const artifact = (name: Artifact["artifact"], contentType: string, bytes: Uint8Array): Artifact => ({
  artifact: name,
  name,
  sizeBytes: bytes.length,
  contentType,
  bytes: Stream.make(bytes)
})

const publishOne = Effect.fnUntraced(function* (placed: PlacedPackage, publisher: string) {
  const packages = yield* Packages
  const publish = yield* Publish
  const identity = { source: placed.source, publisher, name: placed.name, version }
  if (Option.isSome(yield* Effect.option(packages.read(server, identity, undefined)))) return
  yield* publishPackage(
    {
      start: publish.start(server, identity, { version }),
      complete: (operationID) => publish.complete(server, identity, operationID)
    },
    [
      artifact("schema", "application/json", placed.schema),
      artifact("index", "text/markdown; charset=utf-8", placed.index),
      artifact("installationConfiguration", "text/markdown; charset=utf-8", placed.installationConfiguration)
    ],
    unobserved
  )
  yield* Effect.logInfo(`Published the demonstration package ${identityText(identity)}`)
})

/**
 * Publishes this server's own API and the packages of the providers. Does nothing for a version that is there already, or
 * when the organization is not. Failures are logged; one package does not keep the others away.
 */
export const publishDemo = Effect.fnUntraced(
  function* (settings: ServerConfig, publisher: string) {
    const { origin } = yield* PublicUrl
    if (Option.isNone(yield* (yield* Organizations).find(publisher))) return
    const document = OpenApi.fromApi(documentedApi({ publicUrl: origin, anonymousReads: settings.anonymousReads }))
    const providers = yield* Effect.promise(allProviders)
    yield* Effect.forEach(
      demoPackages(document, providers, version, publisher),
      (placed) =>
        publishOne(placed, publisher).pipe(
          Effect.catchCause((cause) =>
            Effect.logWarning(`The demonstration package ${placed.name} was not published`, cause)
          )
        ),
      { discard: true }
    )
  },
  Effect.provide(NodeHttpClient.layerNodeHttp),
  Effect.catchCause((cause) => Effect.logWarning("The demonstration packages were not published", cause))
)
