/** The rows through which processes on one PostgreSQL database hand signals to each other. Wakes nobody. */
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Signal } from "../Events.ts"

/** What has been read: a PostgreSQL snapshot, which names the transactions that were still open as well. */
export type LogPosition = string

/** A transaction that wrote to the log. */
export type TransactionId = string

/** Readers that were away for longer have missed signals. */
const KEPT_MILLISECONDS = 60 * 60 * 1000

interface Row {
  readonly position: LogPosition
  readonly topic: string | null
  readonly payload: string | null
}

/** Operations on the log; `append` takes part in the caller's transaction. */
export interface EventLog {
  readonly append: (signal: Signal) => Effect.Effect<TransactionId, SqlError.SqlError>
  readonly end: Effect.Effect<LogPosition, SqlError.SqlError>
  readonly readAfter: (
    position: LogPosition
  ) => Effect.Effect<{ readonly position: LogPosition; readonly signals: ReadonlyArray<Signal> }, SqlError.SqlError>
  readonly removeOld: Effect.Effect<void, SqlError.SqlError>
}

/**
 * A reader asks for the rows that its last snapshot could not see. So each row is read exactly once, as soon as it is
 * committed, although transactions commit in another order than they took their ids.
 */
export const makeEventLog: Effect.Effect<EventLog, never, SqlClient.SqlClient> = Effect.map(
  SqlClient.SqlClient,
  (sql) => ({
    append: ({ payload, topic }) =>
      Effect.map(
        sql<{ transaction: TransactionId }>`INSERT INTO core_events ${sql.insert({ topic, payload })}
          RETURNING transaction_id::text AS transaction`,
        (rows) => rows[0]?.transaction ?? ""
      ),
    end: Effect.map(
      sql<{ position: LogPosition }>`SELECT pg_current_snapshot()::text AS position`,
      (rows) => rows[0]?.position ?? ""
    ),
    readAfter: Effect.fnUntraced(function* (after) {
      const rows = yield* sql<Row>`
        SELECT pg_current_snapshot()::text AS position, event.topic, event.payload
        FROM (SELECT 1) AS always LEFT JOIN core_events AS event
          ON event.transaction_id >= pg_snapshot_xmin(${after}::text::pg_snapshot)
          AND NOT pg_visible_in_snapshot(event.transaction_id, ${after}::text::pg_snapshot)
        ORDER BY event.id`
      const signals = rows.flatMap(({ payload, topic }) =>
        topic === null || payload === null ? [] : [{ topic, payload }]
      )
      return { position: rows[0]?.position ?? after, signals }
    }),
    removeOld: Effect.asVoid(
      sql`DELETE FROM core_events
          WHERE created_at < EXTRACT(EPOCH FROM clock_timestamp()) * 1000 - ${KEPT_MILLISECONDS}::bigint`
    )
  })
)
