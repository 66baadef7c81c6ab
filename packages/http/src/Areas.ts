/** The services of all areas, with what the settings and the ports give them. Knows no request. */
import { AdminLayer } from "@platform-control/admin/server"
import * as SqlEvents from "@platform-control/core/events/SqlEvents"
import { PageTokens } from "@platform-control/core/PageTokens"
import { PolicyLayer } from "@platform-control/policy/server"
import { RegistryLayer, RegistrySettings } from "@platform-control/registry/server"
import { Layer } from "effect"
import { policySettings } from "./policySettings.ts"
import * as Ports from "./Ports.ts"
import type { ServerConfig } from "./ServerConfig.ts"

const seconds = (millis: number) => Math.floor(millis / 1000)

const registrySettings = (config: ServerConfig) =>
  Layer.succeed(RegistrySettings, {
    maxSchemaBytes: config.uploadMaxSchemaBytes,
    maxDocumentBytes: config.uploadMaxDocumentBytes,
    uploadExpiresInSeconds: seconds(config.uploadExpiryMillis),
    operationLifetimeSeconds: seconds(Math.max(config.publishExpiryMillis, config.uploadExpiryMillis))
  })

/** Over one database with all tables, one blob store, one key and one public address. */
export const layer = (config: ServerConfig) =>
  Layer.mergeAll(RegistryLayer, PolicyLayer).pipe(
    Layer.provide([registrySettings(config), policySettings(config), Ports.layer]),
    Layer.provideMerge(AdminLayer),
    Layer.provideMerge(PageTokens.layer),
    Layer.provideMerge(SqlEvents.layer)
  )
