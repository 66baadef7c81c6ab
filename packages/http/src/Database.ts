/** The database that the settings name. Makes the file, for its owner only, where the database is one. */
import * as Database from "@platform-control/core/database/Database"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { open } from "node:fs/promises"
import { dirname, join } from "node:path"
import { CannotStart } from "./CannotStart.ts"
import { isPresent, makePrivateFolder, OWNER_ONLY } from "./privateFiles.ts"
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

/** SQLite gives the files beside a database, its log among them, the rights of the database's own. */
const makeFile = (file: string) =>
  Effect.tryPromise({
    try: async () => {
      await makePrivateFolder(dirname(file))
      // A file that is there is not even opened: closing it would end the locks that this process has on it.
      const made = await open(file, "wx", OWNER_ONLY).catch((cause: unknown) => {
        if (!isPresent(cause)) throw cause
      })
      await made?.close()
    },
    catch: (cause) => new CannotStart({ message: `The database's file can't be made (${String(cause)}).`, cause })
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
  return file === undefined ? client : Layer.unwrap(Effect.as(makeFile(file), client))
}
