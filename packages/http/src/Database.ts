/** The database that the settings name. Makes the data folder where the database is a file in it. */
import * as Database from "@platform-control/core/database/Database"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { mkdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { CannotStart } from "./CannotStart.ts"
import { type ServerConfig, settings } from "./ServerConfig.ts"

const SQLITE_PREFIX = "sqlite:"

const urlOf = ({ data, databaseUrl }: ServerConfig): Redacted.Redacted =>
  databaseUrl ?? Redacted.make(`${SQLITE_PREFIX}${join(data, "control-plane.sqlite")}`)

/** The database's file; PostgreSQL has none. */
export const fileOf = (config: ServerConfig): string | undefined => {
  const url = Redacted.value(urlOf(config))
  return url.startsWith(SQLITE_PREFIX) ? url.slice(SQLITE_PREFIX.length) : undefined
}

/** Whether several servers may share the database. */
export const isPostgres = (config: ServerConfig): boolean => fileOf(config) === undefined

const makeFolder = (file: string) =>
  Effect.tryPromise({
    try: () => mkdir(dirname(file), { recursive: true }),
    catch: (cause) =>
      new CannotStart({ message: `The folder of the database can't be made (${String(cause)}).`, cause })
  })

const cannotOpen = (cause: unknown) =>
  new CannotStart({
    message: `The database can't be opened; check ${settings.databaseUrl.variable}, and that the database is running and may be used.`,
    cause
  })

/** A pool connects when it is first used: better now than at the first request. */
const answers = Layer.effectDiscard(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`))

/** The client of a database that answers. Its tables are made by `Migrations`. */
export const layer = (config: ServerConfig): Layer.Layer<SqlClient.SqlClient, CannotStart> => {
  const file = fileOf(config)
  const client = answers.pipe(
    Layer.provideMerge(Database.layer({ url: urlOf(config), maxConnections: config.databaseMaxConnections })),
    Layer.catch((cause) => Layer.effectContext(Effect.fail(cannotOpen(cause))))
  )
  return file === undefined ? client : Layer.unwrap(Effect.as(makeFolder(file), client))
}
