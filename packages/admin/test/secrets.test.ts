import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Database from "@platform-control/core/database/Database"
import { migrate } from "@platform-control/core/database/Migrations"
import { Events } from "@platform-control/core/Events"
import { testEngines } from "@platform-control/core/testing/databases"
import { AdminLayer, adminMigrations, Authentication, bootstrap, Tokens } from "../src/server.ts"
import { makeSample, makeToken } from "../src/testing.ts"

const application = (url: string) =>
  AdminLayer.pipe(
    Layer.provideMerge(
      Layer.effectDiscard(migrate([adminMigrations])).pipe(
        Layer.provideMerge(Database.layer({ url: Redacted.make(url), maxConnections: 2 }))
      )
    ),
    Layer.provideMerge(Events.layerInProcess)
  )

/** Makes and uses tokens in every way, and gives back their values. */
const valuesGivenOut = Effect.gen(function* () {
  const first = Option.getOrThrow(yield* bootstrap({ organization: "first", login: "first" }))
  const { alice, bob, carol, dave, root, acme } = yield* makeSample
  const others = yield* Effect.all([
    makeToken({ kind: "refresh", userId: alice.id }),
    makeToken({ kind: "agent", userId: alice.id }),
    makeToken({ kind: "runner", organization: "acme", name: "runner" })
  ])
  const users = [alice, bob, carol, dave, root].map(({ token }) => token)
  const values = [first.token, acme.value, ...users, ...others.map(({ value }) => value)]
  yield* Effect.forEach(values, (value) =>
    Effect.flatMap(Authentication, ({ authenticate }) => Effect.ignore(authenticate(Redacted.value(value))))
  )
  yield* (yield* Tokens).revoke(bob.tokenId)
  return values.map(Redacted.value)
})

describe("the value of a token", () => {
  it.live("is in no file of the SQLite database, nor in the log", () =>
    Effect.gen(function* () {
      const url = yield* testEngines[0]!.emptyDatabase
      const logged: Array<string> = []
      const logger = Logger.make(({ message, cause }) => logged.push(`${String(message)} ${String(cause)}`))
      const folder = dirname(url.slice("sqlite:".length))
      const values = yield* Effect.gen(function* () {
        const made = yield* valuesGivenOut
        assertAbsent(made, folder)
        return made
      }).pipe(Effect.provide(Layer.mergeAll(application(url), Logger.layer([logger]))))
      assertAbsent(values, folder)
      assert.isFalse(values.some((value) => logged.join("\n").includes(value)))
    })
  )

  it.live.skipIf(testEngines[1]!.skip)("is in no row on PostgreSQL", () =>
    Effect.gen(function* () {
      const url = yield* testEngines[1]!.emptyDatabase
      yield* Effect.gen(function* () {
        const values = yield* valuesGivenOut
        const sql = yield* SqlClient.SqlClient
        const tables = yield* sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
          WHERE table_schema = 'public'`
        const rows = yield* Effect.forEach(tables, ({ name }) => sql`SELECT * FROM ${sql(name)}`)
        const dump = JSON.stringify(rows)
        assert.include(dump, "runner")
        assert.isFalse(values.some((value) => dump.includes(secretOf(value))))
      }).pipe(Effect.provide(application(url)))
    })
  )
})

/** The random part of a value, without what every value begins with. */
const secretOf = (value: string) => value.slice("pct_k_".length)

const assertAbsent = (values: ReadonlyArray<string>, folder: string) => {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)))
  assert.isTrue(files.some((bytes) => bytes.includes("runner")))
  for (const value of values) {
    assert.isFalse(
      files.some((bytes) => bytes.includes(secretOf(value)) || bytes.includes(secretOf(value).slice(0, 12)))
    )
  }
}
