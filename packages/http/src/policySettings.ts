/** What the server's settings say of policy packs. */
import { PolicySettings } from "@platform-control/policy/server"
import { Effect, Layer } from "effect"
import type { ServerConfig } from "./ServerConfig.ts"

const seconds = (millis: number) => Math.floor(millis / 1000)

/** Inflated, an archive may be four times as large as it may be sent; the bound of its entries stays. */
export const policySettings = (config: ServerConfig) =>
  Layer.effect(
    PolicySettings,
    Effect.map(PolicySettings, ({ maxEntries }) => ({
      maxEntries,
      maxArchiveBytes: config.uploadMaxPolicyPackBytes,
      maxInflatedBytes: 4 * config.uploadMaxPolicyPackBytes,
      uploadExpiresInSeconds: seconds(config.uploadExpiryMillis),
      operationLifetimeSeconds: seconds(Math.max(config.publishExpiryMillis, config.uploadExpiryMillis))
    }))
  )
