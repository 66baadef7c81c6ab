import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { testEngines } from "@platform-control/core/testing/databases"

const notes = {
  area: "notes",
  migrations: {
    "0001_notes": Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE notes_notes (id BIGINT PRIMARY KEY, flag BOOLEAN NOT NULL, body TEXT NOT NULL)`
    })
  }
}

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`database on ${engine.name}`, () => {
    it.layer(engine.layer(notes))((it) => {
      it.effect("gives back 64-bit integers as numbers", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`INSERT INTO notes_notes ${sql.insert({ id: 1_700_000_000_000, flag: true, body: "a" })}`
          const rows = yield* sql<{ id: number; flag: unknown }>`SELECT id, flag FROM notes_notes`
          assert.strictEqual(rows[0]?.id, 1_700_000_000_000)
          assert.isTrue(Boolean(rows[0]?.flag))
          yield* sql`DELETE FROM notes_notes`
        })
      )

      it.effect("undoes a failed transaction and keeps those beside it", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const insert = (id: number, fails: boolean) =>
            sql`INSERT INTO notes_notes ${sql.insert({ id, flag: false, body: "b" })}`.pipe(
              Effect.andThen(Effect.yieldNow),
              Effect.andThen(fails ? Effect.fail("refused" as const) : Effect.void),
              sql.withTransaction,
              Effect.exit
            )
          const exits = yield* Effect.forEach(
            Array.from({ length: 40 }, (_, index) => index),
            (id) => insert(id, id % 4 === 0),
            { concurrency: "unbounded" }
          )
          const rows = yield* sql<{ id: number }>`SELECT id FROM notes_notes ORDER BY id`
          assert.deepStrictEqual(
            rows.map((row) => row.id),
            exits.flatMap((exit, id) => (exit._tag === "Success" ? [id] : []))
          )
          assert.strictEqual(rows.length, 30)
          yield* sql`DELETE FROM notes_notes`
        })
      )

      it.effect("undoes an interrupted transaction and goes on", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const fiber = yield* sql`INSERT INTO notes_notes ${sql.insert({ id: 7, flag: false, body: "c" })}`.pipe(
            Effect.andThen(Effect.never),
            sql.withTransaction,
            Effect.forkChild({ startImmediately: true })
          )
          yield* Fiber.interrupt(fiber)
          yield* sql`INSERT INTO notes_notes ${sql.insert({ id: 8, flag: false, body: "d" })}`
          const rows = yield* sql<{ id: number }>`SELECT id FROM notes_notes`
          assert.deepStrictEqual(
            rows.map((row) => row.id),
            [8]
          )
          yield* sql`DELETE FROM notes_notes`
        })
      )

      it.effect("rolls a nested transaction back alone", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const put = (id: number) => sql`INSERT INTO notes_notes ${sql.insert({ id, flag: false, body: "e" })}`
          yield* put(1).pipe(
            Effect.andThen(put(2).pipe(Effect.andThen(Effect.fail("inner")), sql.withTransaction, Effect.ignore)),
            Effect.andThen(put(3)),
            sql.withTransaction
          )
          const rows = yield* sql<{ id: number }>`SELECT id FROM notes_notes ORDER BY id`
          assert.deepStrictEqual(
            rows.map((row) => row.id),
            [1, 3]
          )
        })
      )
    })
  })
}
