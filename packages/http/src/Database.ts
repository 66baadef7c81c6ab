/** The database that the settings name. Makes the data folder where the database is a file in it. */
import * as Database from "@platform-control/core/database/Database"
import { Effect, Layer, Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { mkdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { CannotStart } from "./CannotStart.ts"
import { type ServerConfig, settings } from "./ServerConfig.ts"

const SQLITE_PREFIX = "sqlite:"

const urlOf = ({ data, databaseUrl }: ServerConfig): Redacted.Redacted =>
  databaseUrl ?? Redacted.make(`${SQLITE_PREFIX}${join(data, "control-plane.sqlite")}`)

/** Whether several servers may share the database. */
export const isPostgres = (config: ServerConfig): boolean => !Redacted.value(urlOf(config)).startsWith(SQLITE_PREFIX)

const makeFolder = (url: string) =>
  Effect.tryPromise({
    try: () => mkdir(dirname(url.slice(SQLITE_PREFIX.length)), { recursive: true }),
    catch: (cause) => new CannotStart({ message: `The folder of the database can't be made (${cause}).`, cause })
  })

const cannotOpen = (cause: unknown) =>
  new CannotStart({
    message: `The database can't be opened; check ${settings.databaseUrl.variable}, and that the database is running and may be used.`,
    cause
  })

/** The client. Its tables are made by `Migrations`. */
export const layer = (config: ServerConfig): Layer.Layer<SqlClient.SqlClient, CannotStart> => {
  const url = urlOf(config)
  const client = Database.layer({ url, maxConnections: config.databaseMaxConnections }).pipe(
    Layer.catch((cause) => Layer.effectContext(Effect.fail(cannotOpen(cause))))
  )
  return isPostgres(config) ? client : Layer.unwrap(Effect.as(makeFolder(Redacted.value(url)), client))
}
