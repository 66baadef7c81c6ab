/** The tables of what all areas share. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { AreaMigrations } from "../database/Migrations.ts"

/** The log of signals where several machines may share a database. */
const events = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () =>
      Effect.andThen(
        sql`CREATE TABLE core_events (
          id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
          transaction_id XID8 NOT NULL DEFAULT pg_current_xact_id(),
          created_at BIGINT NOT NULL DEFAULT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000),
          topic TEXT NOT NULL,
          payload TEXT NOT NULL
        )`,
        sql`CREATE INDEX core_events_transaction_id ON core_events (transaction_id)`
      ),
    orElse: () => Effect.void
  })
})

/**
 * On PostgreSQL, who reads the log and how far they have come: nothing that has to outlive a crash, so it is not logged.
 * On SQLite the log itself, for the processes of one machine; it has one writer, so its ids are in the order of commits.
 */
const readers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () =>
      Effect.asVoid(sql`CREATE UNLOGGED TABLE core_event_readers (
        id TEXT PRIMARY KEY,
        read_to TEXT NOT NULL,
        seen_at TIMESTAMPTZ NOT NULL
      )`),
    orElse: () =>
      Effect.andThen(
        sql`CREATE TABLE core_events (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          created_at INTEGER NOT NULL DEFAULT (unixepoch() * 1000),
          topic TEXT NOT NULL,
          payload TEXT NOT NULL
        )`,
        sql`CREATE INDEX core_events_created_at ON core_events (created_at)`
      )
  })
})

export const coreMigrations: AreaMigrations = {
  area: "core",
  migrations: { "0001_events": events, "0002_event_readers": readers }
}
