/** Publishes the demonstration package into a server from inside, by the operations that everybody uses. */
import { Organizations } from "@platform-control/admin/server"
import type { Principal } from "@platform-control/core/Authorization"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { Packages, Publish } from "@platform-control/registry/server"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Effect, Option, Stream } from "effect"
import { OpenApi } from "effect/http-api"
import { DEMO_PACKAGE, demoPackage } from "../../demo/demoPackage.ts"
import { documentedApi } from "../../reference/apiDocument.ts"
import type { ServerConfig } from "../../ServerConfig.ts"
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

/** Does nothing when this version is there already, or when the organization is not. Failures are logged. */
export const publishDemo = Effect.fnUntraced(
  function* (settings: ServerConfig, publisher: string) {
    const packages = yield* Packages
    const publish = yield* Publish
    const { origin } = yield* PublicUrl
    const identity = { source: "platform", publisher, name: DEMO_PACKAGE, version }
    if (Option.isNone(yield* (yield* Organizations).find(publisher))) return
    if (Option.isSome(yield* Effect.option(packages.read(server, identity, undefined)))) return
    const document = OpenApi.fromApi(documentedApi({ publicUrl: origin, anonymousReads: settings.anonymousReads }))
    const demo = demoPackage(document, version, publisher)
    yield* publishPackage(
      {
        start: publish.start(server, identity, { version }),
        complete: (operationID) => publish.complete(server, identity, operationID)
      },
      [
        artifact("schema", "application/json", demo.schema),
        artifact("index", "text/markdown; charset=utf-8", demo.index),
        artifact("installationConfiguration", "text/markdown; charset=utf-8", demo.installationConfiguration)
      ],
      unobserved
    )
    yield* Effect.logInfo(`Published the demonstration package ${identityText(identity)}`)
  },
  Effect.provide(NodeHttpClient.layerNodeHttp),
  Effect.catchCause((cause) => Effect.logWarning("The demonstration package was not published", cause))
)
