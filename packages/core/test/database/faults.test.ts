/** The same fault has the same name on every engine, so that a service can tell "taken" from "broken". */
import { assert, describe, it } from "@effect/vitest"
import { makeConnection, openDatabase } from "@platform-control/core/database/SqliteConnection"
import { makeWriteGroups } from "@platform-control/core/database/WriteGroups"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

const shelves = {
  area: "shelves",
  migrations: {
    "0001_shelves": Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE shelves_shelves (id TEXT PRIMARY KEY, room INTEGER NOT NULL UNIQUE CHECK (room > 0))`
      yield* sql`CREATE TABLE shelves_books (id INTEGER PRIMARY KEY, shelf TEXT NOT NULL REFERENCES shelves_shelves (id))`
      yield* sql`INSERT INTO shelves_shelves (id, room) VALUES ('a', 1)`
      yield* sql`INSERT INTO shelves_books (id, shelf) VALUES (1, 'a')`
    })
  }
}

const UPDATE = "UPDATE shelves_shelves SET room = 2"

/** How an update fails that somebody else's transaction keeps waiting for longer than it may. */
const updateBesideOther = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.onDialectOrElse({
    pg: () =>
      Effect.gen(function* () {
        const other = yield* sql.reserve
        const say = (statement: string) => other.executeUnprepared(statement, [], undefined)
        yield* Effect.acquireRelease(Effect.orDie(say("BEGIN")), () => Effect.orDie(say("ROLLBACK")))
        yield* say("SET LOCAL lock_timeout = '10ms'")
        yield* sql.unsafe(UPDATE)
        return yield* Effect.flip(say(UPDATE))
      }).pipe(Effect.scoped, sql.withTransaction),
    orElse: () =>
      Effect.gen(function* () {
        const [{ file }] = (yield* sql<{ file: string }>`PRAGMA database_list`) as [{ file: string }]
        const open = Effect.acquireRelease(
          Effect.sync(() => openDatabase(file, { readOnly: false })),
          (database) => Effect.sync(() => database.close())
        )
        const other = yield* open
        other.exec("BEGIN IMMEDIATE")
        const groups = makeWriteGroups(makeConnection(yield* open), 10)
        return yield* Effect.flip(groups.single((writer) => writer.execute(UPDATE, [], undefined)))
      }).pipe(Effect.scoped)
  })
})

const faults: ReadonlyArray<readonly [string, string, SqlError.SqlErrorReason["_tag"]]> = [
  ["a value that a unique column has", "INSERT INTO shelves_shelves VALUES ('b', 1)", "UniqueViolation"],
  ["a text that is a key", "INSERT INTO shelves_shelves VALUES ('a', 2)", "UniqueViolation"],
  ["a number that is a key", "INSERT INTO shelves_books VALUES (1, 'a')", "UniqueViolation"],
  ["a reference to nothing", "INSERT INTO shelves_books VALUES (2, 'none')", "ConstraintError"],
  ["no value", "INSERT INTO shelves_shelves VALUES ('c', NULL)", "ConstraintError"],
  ["a value that is checked", "INSERT INTO shelves_shelves VALUES ('d', 0)", "ConstraintError"]
]

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`faults on ${engine.name}`, () => {
    it.layer(engine.layer(shelves))((it) => {
      for (const [fault, statement, tag] of faults) {
        it.effect(`${tag}: ${fault}`, () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const alone = yield* Effect.flip(sql.unsafe(statement))
            assert.strictEqual(alone.reason._tag, tag)
            const within = yield* Effect.flip(sql.withTransaction(sql.unsafe(statement)))
            assert.strictEqual(within.reason._tag, tag)
          })
        )
      }

      it.effect("LockTimeoutError, which may be tried again: somebody else holds what is to be written", () =>
        Effect.gen(function* () {
          const error = yield* updateBesideOther
          assert.strictEqual(error.reason._tag, "LockTimeoutError")
          assert.isTrue(error.isRetryable)
        })
      )
    })
  })
}
