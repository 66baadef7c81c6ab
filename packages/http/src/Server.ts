/** The composition root: from settings to a server that answers. */
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import type { SqlClient } from "effect/sql"
import * as Application from "./Application.ts"
import * as Areas from "./Areas.ts"
import { blobStorage } from "./BlobStorage.ts"
import type { CannotStart } from "./CannotStart.ts"
import * as Database from "./Database.ts"
import * as Listener from "./Listener.ts"
import { runMigrations } from "./Migrations.ts"
import * as Ports from "./Ports.ts"
import * as Routes from "./Routes.ts"
import * as SecretKey from "./SecretKey.ts"
import type { ServerConfig } from "./ServerConfig.ts"
import * as ShortWays from "./ShortWays.ts"

/** What a running server gives to whoever started it. */
export type Services =
  | HttpServer.HttpServer
  | PublicUrl
  | SqlClient.SqlClient
  | Layer.Success<ReturnType<typeof Areas.layer>>

/** How a server is started. */
export interface ServeOptions {
  /** Whether the tables are brought up to date first; else that is left to `platform-control migrate`. */
  readonly migrate: boolean
}

/** Where nothing was set, the address that the server listens on; where that is every address, this machine's own. */
const publicUrl = ({ host, publicUrl }: ServerConfig): Layer.Layer<PublicUrl, never, HttpServer.HttpServer> =>
  Layer.unwrap(
    Effect.map(HttpServer.HttpServer, ({ address }) => {
      const port = "port" in address ? address.port : 0
      const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host
      return PublicUrl.layer(publicUrl ?? `http://${name}:${port}`)
    })
  )

/** What was done to the tables can't be undone, so the log keeps it. */
const migrateTables = Effect.tap(runMigrations, (applied) =>
  applied.length === 0
    ? Effect.void
    : Effect.logInfo("The tables were brought up to date", {
        applied: applied.map(({ area, id, name }) => `${area} ${id} ${name}`)
      })
)

const database = (config: ServerConfig, { migrate }: ServeOptions) =>
  migrate ? Layer.effectDiscard(migrateTables).pipe(Layer.provideMerge(Database.layer(config))) : Database.layer(config)

/**
 * A server that listens at once, answers 503 until everything is built, and then answers requests until its scope closes.
 * Gives the services of all areas, for what a start does besides.
 */
export const layer = (
  config: ServerConfig,
  options: ServeOptions = { migrate: true }
): Layer.Layer<Services, CannotStart> => {
  const listener = Listener.layer(config)
  const storage = blobStorage(config)
  const foundation = Layer.mergeAll(database(config, options), SecretKey.layer(config), publicUrl(config)).pipe(
    Layer.provideMerge(listener)
  )
  const services = Areas.layer(config).pipe(Layer.provideMerge(storage.store), Layer.provideMerge(foundation))
  const routes = Routes.layer(config, storage.routes).pipe(Layer.provide(services))
  const shortWays = ShortWays.layer(config).pipe(Layer.provide(Ports.layer), Layer.provide(services))
  return Application.layer(config, routes).pipe(
    Layer.merge(shortWays),
    Layer.provide(listener),
    Layer.merge(services),
    Layer.provide(Application.surroundings(config))
  )
}
