import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "@platform-control/core/database/Database"
import { migrate } from "@platform-control/core/database/Migrations"
import { Events } from "@platform-control/core/Events"
import { testEngines } from "@platform-control/core/testing/databases"
import {
  AdminLayer,
  adminMigrations,
  Authentication,
  bootstrap,
  Members,
  Organizations,
  Tokens,
  Users
} from "../src/server.ts"
import { layerAdminOn } from "../src/testing.ts"

const names = { organization: "acme", login: "admin" }

const counts = Effect.gen(function* () {
  const organizations = yield* (yield* Organizations).list({ limit: 10 })
  const users = yield* (yield* Users).list({ limit: 10 })
  return [organizations.length, users.length]
})

/** A server of its own, with its own connections, on the same database. */
const process = (url: string) =>
  AdminLayer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(Database.layer({ url: Redacted.make(url), maxConnections: 2 }), Events.layerInProcess)
    ),
    Layer.fresh
  )

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`bootstrap on ${engine.name}`, () => {
    it.effect("makes an organization, its administrator and a token that works, and nothing the second time", () =>
      Effect.gen(function* () {
        const first = Option.getOrThrow(yield* bootstrap(names))
        const principal = yield* (yield* Authentication).authenticate(Redacted.value(first.token))
        assert.strictEqual(principal.login, "admin")
        assert.isTrue(principal.siteAdmin && principal.registryAdmin)
        assert.strictEqual(principal.memberships.get("acme")?.role, "admin")
        const tokens = yield* (yield* Tokens).list({ userId: principal.userId! }, { limit: 10 })
        assert.deepStrictEqual(
          tokens.map(({ kind, expiresAt }) => [kind, expiresAt]),
          [["personal", 0]]
        )
        assert.isTrue(Option.isNone(yield* bootstrap({ organization: "other", login: "other" })))
        assert.deepStrictEqual(yield* counts, [1, 1])
      }).pipe(Effect.provide(layerAdminOn(engine)))
    )

    it.effect("makes nothing when there is an organization without members", () =>
      Effect.gen(function* () {
        yield* (yield* Organizations).create({ name: "present" })
        assert.isTrue(Option.isNone(yield* bootstrap(names)))
        assert.deepStrictEqual(yield* counts, [1, 0])
      }).pipe(Effect.provide(layerAdminOn(engine)))
    )

    it.effect("leaves nothing behind when it is refused: 400 for a bad name, 409 for a taken login", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(bootstrap({ ...names, login: "a b" })))._tag, "BadRequest")
        yield* (yield* Users).create({ login: "admin" })
        assert.strictEqual((yield* Effect.flip(bootstrap(names)))._tag, "Conflict")
        assert.deepStrictEqual(yield* counts, [0, 1])
        yield* bootstrap({ ...names, login: "other" })
        assert.strictEqual((yield* (yield* Members).list("acme", { limit: 10 })).length, 1)
      }).pipe(Effect.provide(layerAdminOn(engine)))
    )

    // Within one process, waiting for SQLite's lock would keep its holder from ever letting go.
    it.live.skipIf(engine.name === "SQLite")("happens once when several processes start together", () =>
      Effect.gen(function* () {
        const url = yield* engine.emptyDatabase
        yield* migrate([adminMigrations]).pipe(Effect.provide(process(url)))
        const servers = Array.from({ length: 4 }, () => Effect.provide(bootstrap(names), process(url)))
        const starts = yield* Effect.all(servers, { concurrency: "unbounded" })
        assert.strictEqual(starts.filter(Option.isSome).length, 1)
        const rows = yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM admin_tokens`).pipe(
          Effect.provide(process(url))
        )
        assert.strictEqual(rows.length, 1)
      })
    )

    it.live("happens once when one process asks many times at once", () =>
      Effect.gen(function* () {
        const starts = yield* Effect.all(
          Array.from({ length: 8 }, () => bootstrap(names)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(starts.filter(Option.isSome).length, 1)
      }).pipe(Effect.provide(layerAdminOn(engine)))
    )
  })
}
