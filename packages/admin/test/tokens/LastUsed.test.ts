import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Events } from "@platform-control/core/Events"
import { type TestEngine, testEngines } from "@platform-control/core/testing/databases"
import { AdminLayer, adminMigrations, Authentication, Tokens } from "../../src/server.ts"
import { makeToken, makeUser } from "../../src/testing.ts"
import { clockToday, nowSeconds } from "../support/layerToday.ts"

const use = (value: Redacted.Redacted) =>
  Effect.flatMap(Authentication, (authentication) => authentication.authenticate(Redacted.value(value)))

const lastUsed = Effect.fnUntraced(function* (id: string) {
  return Option.getOrThrow(yield* (yield* Tokens).find(id)).lastUsed
})

const database = (engine: TestEngine) =>
  Layer.mergeAll(engine.layer(adminMigrations), Events.layerInProcess).pipe(Layer.provide(clockToday))

/** Writing happens behind the clock: asks until it was done. */
const eventually = (id: string, seconds: number) => Effect.repeat(lastUsed(id), { until: (found) => found === seconds })

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`last use of a token on ${engine.name}`, () => {
    it.layer(database(engine))((it) => {
      it.effect("is 0 before the first use, and written behind it", () =>
        Effect.gen(function* () {
          const user = yield* makeUser("first")
          yield* use(user.token)
          const used = yield* nowSeconds
          assert.strictEqual(yield* lastUsed(user.tokenId), 0)
          yield* TestClock.adjust("1 second")
          yield* eventually(user.tokenId, used)
        }).pipe(Effect.provide(AdminLayer))
      )

      it.effect("is written at most once a minute, also when the token is read again in between", () =>
        Effect.gen(function* () {
          const user = yield* makeUser("often")
          const other = yield* makeToken({ kind: "personal", userId: user.id })
          yield* use(user.token)
          yield* TestClock.adjust("1 second")
          const first = (yield* nowSeconds) - 1
          yield* eventually(user.tokenId, first)
          for (let second = 1; second < 59; second += 1) {
            yield* TestClock.adjust("1 second")
            yield* use(user.token)
          }
          yield* use(other.value)
          yield* TestClock.adjust("1 second")
          yield* eventually(other.id, first + 59)
          assert.strictEqual(yield* lastUsed(user.tokenId), first)
          yield* use(user.token)
          yield* TestClock.adjust("1 second")
          yield* eventually(user.tokenId, first + 60)
        }).pipe(Effect.provide(AdminLayer))
      )

      it.effect("keeps what another process wrote less than a minute ago", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const user = yield* makeUser("shared")
          const other = yield* makeToken({ kind: "personal", userId: user.id })
          const written = (yield* nowSeconds) - 30
          yield* use(user.token)
          yield* use(other.value)
          yield* sql`UPDATE admin_tokens SET last_used = ${written} WHERE id = ${user.tokenId}`
          yield* TestClock.adjust("1 second")
          yield* eventually(other.id, written + 30)
          assert.strictEqual(yield* lastUsed(user.tokenId), written)
        }).pipe(Effect.provide(AdminLayer))
      )

      it.effect("is written when the server shuts down", () =>
        Effect.gen(function* () {
          const user = yield* Effect.gen(function* () {
            const made = yield* makeUser("shutdown")
            yield* use(made.token)
            return made
          }).pipe(Effect.provide(Layer.fresh(AdminLayer)))
          const now = yield* nowSeconds
          assert.strictEqual(yield* lastUsed(user.tokenId).pipe(Effect.provide(AdminLayer)), now)
        })
      )
    })
  })
}
