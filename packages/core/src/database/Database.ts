/** The database behind all repositories, chosen by its URL: a SQLite file, or PostgreSQL. */
import { Effect, Layer, Redacted } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import * as SqliteClient from "./SqliteClient.ts"

/** Which database to open. */
export interface DatabaseOptions {
  /** `sqlite:<path>` or `postgres://user:password@host/database`. */
  readonly url: Redacted.Redacted
  /** Connections that one process keeps to PostgreSQL at most; without meaning for SQLite. */
  readonly maxConnections: number
}

const SQLITE_PREFIX = "sqlite:"

/** The client for a URL. The PostgreSQL driver is loaded only where it is used. */
export const layer = (options: DatabaseOptions): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> => {
  const url = Redacted.value(options.url)
  if (url.startsWith(SQLITE_PREFIX)) return SqliteClient.layer(url.slice(SQLITE_PREFIX.length))
  return Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./PostgresClient.ts")),
      (postgres) => postgres.layer(options)
    )
  )
}
