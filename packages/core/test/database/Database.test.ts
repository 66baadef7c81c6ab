import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import { inRealTime } from "@platform-control/core/inRealTime"
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

/** What one writer does, and how many turns of the loop it lets pass before it begins and inside. */
const Writer = Schema.Struct({
  deed: Schema.Literals([
    "commits",
    "fails",
    "dies",
    "loses an inner transaction",
    "writes alone",
    "writes alone in vain"
  ]),
  before: Schema.Literals([0, 1, 2]),
  inside: Schema.Literals([0, 1])
})

const turns = (count: number) =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
  })

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

      it.effect.prop(
        "whatever a crowd of writers does, holds exactly what was acknowledged",
        { writers: Schema.Array(Writer).check(Schema.isMinLength(1), Schema.isMaxLength(12)) },
        ({ writers }) =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const put = (id: number) => sql`INSERT INTO notes_notes ${sql.insert({ id, flag: false, body: "f" })}`
            yield* put(-1)
            const work = ({ deed, inside }: typeof Writer.Type, id: number): Effect.Effect<unknown, unknown> => {
              const begun = Effect.andThen(put(id), turns(inside))
              switch (deed) {
                case "commits":
                  return sql.withTransaction(begun)
                case "fails":
                  return sql.withTransaction(Effect.andThen(begun, Effect.fail("refused")))
                case "dies":
                  return sql.withTransaction(Effect.andThen(begun, Effect.die("broken")))
                case "loses an inner transaction":
                  return sql.withTransaction(
                    Effect.andThen(
                      begun,
                      Effect.ignore(sql.withTransaction(Effect.andThen(put(id + 1000), Effect.fail("inner"))))
                    )
                  )
                case "writes alone":
                  return put(id)
                case "writes alone in vain":
                  return put(-1)
              }
            }
            const exits = yield* Effect.forEach(
              writers,
              (writer, id) => Effect.exit(Effect.andThen(turns(writer.before), work(writer, id))),
              { concurrency: "unbounded" }
            )
            const rows = yield* sql<{ id: number }>`SELECT id FROM notes_notes ORDER BY id`
            assert.deepStrictEqual(
              rows.map((row) => row.id),
              [-1, ...exits.flatMap((exit, id) => (Exit.isSuccess(exit) ? [id] : []))]
            )
            const good = new Set(["commits", "loses an inner transaction", "writes alone"])
            assert.deepStrictEqual(
              exits.map(Exit.isSuccess),
              writers.map(({ deed }) => good.has(deed))
            )
            yield* sql`DELETE FROM notes_notes`
          }),
        { arbitrary: { runs: 200 }, timeout: 120_000 }
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

      it.effect.skipIf(engine.name !== "SQLite")(
        "waits for another process's transaction and does everything else meanwhile",
        () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const [{ file }] = (yield* sql<{ file: string }>`PRAGMA database_list`) as [{ file: string }]
            const other = yield* Effect.acquireRelease(
              Effect.sync(() => new DatabaseSync(file)),
              (database) => Effect.sync(() => database.close())
            )
            other.exec("BEGIN IMMEDIATE; INSERT INTO notes_notes (id, flag, body) VALUES (1, 0, 'other')")
            const put = (id: number) => sql`INSERT INTO notes_notes ${sql.insert({ id, flag: false, body: "own" })}`
            const startNow = Effect.forkChild({ startImmediately: true })
            const waiting = yield* startNow(Effect.all([put(2), sql.withTransaction(put(3))], { concurrency: 2 }))
            const given = yield* startNow(sql.withTransaction(put(4)))
            for (let turn = 0; turn < 20; turn++) {
              yield* inRealTime(Effect.sleep("5 millis"))
              assert.deepStrictEqual(yield* sql`SELECT id FROM notes_notes`, [])
            }
            yield* Fiber.interrupt(given)
            other.exec("COMMIT")
            yield* Fiber.join(waiting)
            assert.deepStrictEqual(yield* sql`SELECT id FROM notes_notes ORDER BY id`, [
              { id: 1 },
              { id: 2 },
              { id: 3 }
            ])
            yield* sql`DELETE FROM notes_notes`
          }).pipe(Effect.scoped)
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
