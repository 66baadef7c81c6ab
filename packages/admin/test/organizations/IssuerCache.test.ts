import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Option, Redacted } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Database from "@platform-control/core/database/Database"
import { migrate } from "@platform-control/core/database/Migrations"
import { coreMigrations } from "@platform-control/core/events/coreMigrations"
import * as SqlEvents from "@platform-control/core/events/SqlEvents"
import { testEngines } from "@platform-control/core/testing/databases"
import { AdminLayer, adminMigrations, type IssuerDefinition, Issuers, Organizations } from "../../src/server.ts"
import { layerToday } from "../support/layerToday.ts"

const url = "https://ci.example.com"

const issuer = (maxExpirationSeconds: number): IssuerDefinition => ({ name: "ci", url, maxExpirationSeconds })

/** The longest lifetime by which the issuer is told, or undefined where it is not trusted. */
const trusted = (organization: string) =>
  Effect.flatMap(Issuers, ({ findTrusted }) =>
    Effect.map(
      findTrusted(organization, url),
      Option.match({ onNone: () => undefined, onSome: ({ maxExpirationSeconds }) => maxExpirationSeconds })
    )
  )

/** How many statements an effect sends to the database. */
const statements = Effect.fnUntraced(function* (effect: Effect.Effect<unknown, never, Issuers>) {
  let sent = 0
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      sent += 1
      return statement
    })
  )
  return sent
})

const make = Effect.fnUntraced(function* (organization: string) {
  yield* (yield* Organizations).create({ name: organization })
  yield* (yield* Issuers).create(organization, issuer(600))
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`trusted issuers that are remembered, on ${engine.name}`, () => {
    it.layer(layerToday(engine))((it) => {
      it.effect("cost no query, for at most 30 seconds", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* make("warm")
          assert.strictEqual(yield* statements(trusted("warm")), 1)
          yield* sql`UPDATE admin_issuers SET max_expiration_seconds = 700 WHERE organization = 'warm'`
          yield* TestClock.adjust("29 seconds")
          assert.strictEqual(yield* statements(trusted("warm")), 0)
          assert.strictEqual(yield* trusted("warm"), 600)
          yield* TestClock.adjust("1 second")
          assert.strictEqual(yield* trusted("warm"), 700)
        })
      )

      it.effect("are not those of another organization, and who is not trusted is looked for each time", () =>
        Effect.gen(function* () {
          yield* make("one")
          yield* (yield* Organizations).create({ name: "two" })
          assert.strictEqual(yield* trusted("one"), 600)
          assert.isUndefined(yield* trusted("two"))
          yield* (yield* Issuers).create("two", issuer(800))
          assert.strictEqual(yield* trusted("two"), 800)
          assert.strictEqual(yield* statements(trusted("one")), 0)
        })
      )

      it.effect("are forgotten when they are replaced, and when they are removed", () =>
        Effect.gen(function* () {
          const issuers = yield* Issuers
          yield* make("changing")
          assert.strictEqual(yield* trusted("changing"), 600)
          yield* issuers.replace("changing", issuer(900))
          assert.strictEqual(yield* trusted("changing"), 900)
          yield* issuers.remove("changing", "ci")
          assert.isUndefined(yield* trusted("changing"))
        })
      )

      it.effect("stay as they are when the transaction that removed them is undone", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* make("undone")
          const undone = yield* (yield* Issuers)
            .remove("undone", "ci")
            .pipe(Effect.andThen(Effect.fail("undo")), sql.withTransaction, Effect.exit)
          assert.isTrue(Exit.isFailure(undone))
          assert.strictEqual(yield* trusted("undone"), 600)
        })
      )

      it.effect("are trusted by nobody who asks after the removal has ended, however many ask during it", () =>
        Effect.gen(function* () {
          const { remove } = yield* Issuers
          for (let round = 0; round < 20; round++) {
            const organization = `busy-${round}`
            yield* make(organization)
            const asking = yield* Effect.forkChild(
              Effect.forEach(Array.from({ length: 30 }), () => Effect.andThen(Effect.yieldNow, trusted(organization)), {
                concurrency: 5,
                discard: true
              })
            )
            yield* Effect.yieldNow
            yield* remove(organization, "ci")
            assert.isUndefined(yield* trusted(organization))
            yield* Fiber.join(asking)
            assert.isUndefined(yield* trusted(organization))
          }
        })
      )
    })

    it.live("are known to be wrong by the other servers once the change has ended", () =>
      Effect.gen(function* () {
        const address = yield* engine.emptyDatabase
        const database = Database.layer({ url: Redacted.make(address), maxConnections: 3 })
        yield* Effect.provide(migrate([coreMigrations, adminMigrations]), database)
        const server = Layer.fresh(AdminLayer.pipe(Layer.provide(SqlEvents.layer), Layer.provide(database)))
        const one = yield* Layer.build(server)
        const other = yield* Layer.build(server)
        const elsewhere = Effect.provide(trusted("acme"), other)
        yield* Effect.provide(make("acme"), one)
        const changes = [
          ...[700, 800, 900].map((seconds) => ({
            change: Effect.flatMap(Issuers, ({ replace }) => replace("acme", issuer(seconds))),
            expected: seconds
          })),
          { change: Effect.flatMap(Issuers, ({ remove }) => remove("acme", "ci")), expected: undefined }
        ]
        assert.strictEqual(yield* elsewhere, 600)
        for (const { change, expected } of changes) {
          yield* Effect.provide(change, one)
          assert.strictEqual(yield* elsewhere, expected)
        }
      })
    )
  })
}
