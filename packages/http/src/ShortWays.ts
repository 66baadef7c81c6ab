/** What the front answers or decides by itself, without the application: hot reads, and which credentials are known. */
import { Authentication } from "@platform-control/admin/server"
import { SqliteReader } from "@platform-control/core/database/SqliteClient"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { answerSetting, PackageUsage } from "@platform-control/registry/server"
import { Effect, Layer, Option } from "effect"
import { makeKnownCredentials } from "./front/KnownCredentials.ts"
import { makeVersionReads } from "./front/VersionReads.ts"
import { Front } from "./Listener.ts"
import type { ServerConfig } from "./ServerConfig.ts"

/** Lets callers with a known token through where their address has to wait for others' mistakes. */
const knownCredentials: Layer.Layer<never, never, Authentication | Front> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { authenticateCached } = yield* Authentication
    const front = yield* Front
    front.knows = makeKnownCredentials((credential) => authenticateCached(credential) !== undefined)
  })
)

/** Open where the server is set up for it: SQLite, and no tracing of single requests. */
const versionReads = (config: ServerConfig): Layer.Layer<never, never, Authentication | Front | PublicUrl> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const reader = yield* Effect.serviceOption(SqliteReader)
      if (Option.isNone(reader) || config.otlpEndpoint !== undefined) return
      const { authenticateCached } = yield* Authentication
      const front = yield* Front
      const shortWay = makeVersionReads({
        authenticateCached,
        reader: reader.value,
        setting: answerSetting((yield* PublicUrl).origin, yield* PackageUsage),
        compressionThresholdBytes: config.compression ? config.compressionThresholdBytes : undefined
      })
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          front.shortWay = shortWay
        }),
        () =>
          Effect.sync(() => {
            front.shortWay = undefined
          })
      )
    })
  )

/** Opened as the last step of a start; without the short way the server answers the same, slower. */
export const layer = (config: ServerConfig): Layer.Layer<never, never, Authentication | Front | PublicUrl> =>
  Layer.merge(versionReads(config), knownCredentials)
