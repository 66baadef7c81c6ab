/** The tables of what all areas share. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { AreaMigrations } from "../database/Migrations.ts"

/** The log of signals exists where several processes share a database; on SQLite signals stay within the process. */
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

export const coreMigrations: AreaMigrations = { area: "core", migrations: { "0001_events": events } }
