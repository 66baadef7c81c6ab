/** For races between transactions: the moment at which one of them can go no further. */
import { Effect, type Fiber } from "effect"
import { SqlClient } from "effect/sql"
import type { TestEngine } from "@platform-control/core/testing/databases"

/** Until the fiber is done, or the database lets it wait; on SQLite it has had its turns when it waits for the writer. */
export const untilItWaits = Effect.fnUntraced(function* (engine: TestEngine, fiber: Fiber.Fiber<unknown, unknown>) {
  const sql = yield* SqlClient.SqlClient
  for (let turn = 0; fiber.pollUnsafe() === undefined; turn++) {
    if (engine.name === "SQLite" && turn === 100) return
    if (engine.name === "PostgreSQL") {
      const waiting = yield* sql`SELECT 1 FROM pg_locks l JOIN pg_database d ON d.datname = current_database()
        WHERE NOT l.granted AND (l.database = d.oid OR l.locktype = 'transactionid')`
      if (waiting.length > 0) return
    }
    yield* Effect.yieldNow
  }
})
