/** Everything that answers under a path. What all of it has in common stands in `answers`. */
import { AdminHandlers, AuthorizationLayer, ExchangeSettings } from "@platform-control/admin/server"
import { AnonymousReads } from "@platform-control/core/Authorization"
import { BlobStore } from "@platform-control/core/BlobStore"
import { NeedsLayer } from "@platform-control/core/Needs"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { RequestErrorsLayer } from "@platform-control/core/RequestErrors"
import { PolicyHandlers } from "@platform-control/policy/server"
import { RegistryHandlers } from "@platform-control/registry/server"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { IpNetwork } from "effect/net"
import { SqlClient } from "effect/sql"
import type { BlobStorage } from "./BlobStorage.ts"
import { ControlPlaneApi } from "./ControlPlaneApi.ts"
import { registerProcessMetrics } from "./observability/processMetrics.ts"
import { watchRoutes } from "./operations/watchRoutes.ts"
import { referenceRoutes } from "./reference/referenceRoutes.ts"
import type { ServerConfig } from "./ServerConfig.ts"

const exchangeSettings = ({ issuerHttp, issuerNetworks = [], issuerTimeoutMillis }: ServerConfig) =>
  Layer.succeed(ExchangeSettings, {
    allowHttp: issuerHttp,
    allowedNetworks: issuerNetworks.map((network) => IpNetwork.format(network)),
    fetchTimeoutMillis: issuerTimeoutMillis
  })

const operations = (config: ServerConfig) =>
  HttpApiBuilder.layer(ControlPlaneApi).pipe(
    Layer.provide([AdminHandlers, RegistryHandlers, PolicyHandlers]),
    Layer.provide([AuthorizationLayer, NeedsLayer, RequestErrorsLayer]),
    Layer.provide([Layer.succeed(AnonymousReads, config.anonymousReads), exchangeSettings(config)]),
    Layer.provide(NodeHttpServer.layerHttpServices)
  )

/** No blob has this key: the question is only whether the storage answers it. */
const PROBE = "ready/probe"

const watch = ({ metrics }: ServerConfig) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const blobs = yield* BlobStore
      const context = yield* Effect.context<never>()
      if (metrics) registerProcessMetrics(context)
      return watchRoutes({
        metrics: metrics ? context : undefined,
        dependencies: [
          { name: "the database", check: sql`SELECT 1` },
          { name: "the blob storage", check: blobs.info(PROBE) }
        ]
      })
    })
  )

const reference = ({ anonymousReads, docsPage }: ServerConfig) =>
  Layer.unwrap(
    Effect.map(PublicUrl, ({ origin }) => referenceRoutes({ publicUrl: origin, anonymousReads }, { page: docsPage }))
  )

/** Adds every route to the router. */
export const layer = (config: ServerConfig, blobs: BlobStorage["routes"]) =>
  Layer.mergeAll(operations(config), blobs, watch(config), reference(config))
