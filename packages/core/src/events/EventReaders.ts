/**
 * Who reads the log on PostgreSQL, and how far each has come. Whoever has to know that a signal was handled everywhere
 * waits until each reader has come past it, or has not been seen for so long that it does not trust its memory any more.
 */
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"
import type { LogPosition, TransactionId } from "./EventLog.ts"

/**
 * How long a reader trusts its memory after it was last seen, in milliseconds: what one that hangs, or was killed, delays
 * others at most. Each measures a time that passes, so no two clocks have to agree.
 */
export const LEASE_MILLISECONDS = 2000

/** Long enough that waiting costs little, short enough that nobody notices. */
const ASK_AGAIN = "5 millis"

/** Rows of processes that ended without saying so. */
const GONE_AFTER = "1 hour"

/** One process's place among the readers; its row goes with the scope. */
export interface EventReaders {
  /** Says that this reader lives, and that its watchers know everything up to here. */
  readonly seen: (readTo: LogPosition) => Effect.Effect<void, SqlError.SqlError>
  /** Ends when every reader knows what the transaction wrote, or has ceased to trust its memory; also where none can be asked. */
  readonly awaitAll: (transaction: TransactionId) => Effect.Effect<void>
  readonly removeGone: Effect.Effect<void, SqlError.SqlError>
}

export const makeEventReaders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const id = randomUUID()
  yield* Effect.addFinalizer(() => Effect.ignore(sql`DELETE FROM core_event_readers WHERE id = ${id}`))

  const isAnyBehind = (transaction: TransactionId) =>
    sql`SELECT 1 FROM core_event_readers
      WHERE seen_at > clock_timestamp() - ${LEASE_MILLISECONDS}::integer * INTERVAL '1 millisecond'
        AND NOT pg_visible_in_snapshot(${transaction}::text::xid8, read_to::pg_snapshot) LIMIT 1`.pipe(
      Effect.map((rows) => rows.length > 0),
      Effect.orElseSucceed(() => true)
    )

  return {
    seen: (readTo) =>
      Effect.asVoid(sql`INSERT INTO core_event_readers (id, read_to, seen_at)
        VALUES (${id}, ${readTo}, clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET read_to = excluded.read_to, seen_at = excluded.seen_at`),
    awaitAll: (transaction) =>
      Effect.gen(function* () {
        const endsAt = performance.now() + LEASE_MILLISECONDS
        while (performance.now() < endsAt && (yield* isAnyBehind(transaction))) yield* Effect.sleep(ASK_AGAIN)
      }),
    removeGone: Effect.asVoid(
      sql`DELETE FROM core_event_readers WHERE seen_at < clock_timestamp() - ${GONE_AFTER}::text::interval`
    )
  } satisfies EventReaders
})
