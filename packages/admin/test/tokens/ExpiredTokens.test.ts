import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { testEngines } from "@platform-control/core/testing/databases"
import { Organizations, Tokens } from "../../src/server.ts"
import { makeToken, makeUser } from "../../src/testing.ts"
import { forgetExpired } from "../../src/tokens/ExpiredTokens.ts"
import { layerToday, nowSeconds } from "../support/layerToday.ts"

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`tokens that expired long ago on ${engine.name}`, () => {
    it.layer(layerToday(engine))((it) => {
      it.effect("are forgotten a week after, unless they have a name or never expire", () =>
        Effect.gen(function* () {
          yield* (yield* Organizations).create({ name: "acme" })
          const { id: userId } = yield* makeUser("alice")
          const now = yield* nowSeconds
          const expiresAt = now + 60
          const refresh = yield* makeToken({ kind: "refresh", userId })
          const kept = [
            yield* makeToken({ kind: "organization", organization: "acme", name: "named", expiresAt }),
            yield* makeToken({ kind: "personal", userId }),
            yield* makeToken({ kind: "personal", userId, expiresAt: expiresAt + 2 }),
            refresh
          ]
          const forgotten = [
            yield* makeToken({ kind: "personal", userId, expiresAt }),
            yield* makeToken({ kind: "runner", organization: "acme", expiresAt }),
            yield* makeToken({ kind: "personal", userId, issuedFrom: refresh.id, expiresAt })
          ]
          const tokens = yield* Tokens
          const present = (some: typeof kept) =>
            Effect.forEach(some, ({ id }) => Effect.map(tokens.find(id), Option.isSome))
          yield* TestClock.setTime((expiresAt + 7 * 86_400) * 1000)
          yield* forgetExpired
          assert.deepStrictEqual(yield* present(forgotten), [true, true, true])
          yield* TestClock.setTime((expiresAt + 7 * 86_400 + 1) * 1000)
          yield* forgetExpired
          assert.deepStrictEqual(yield* present(forgotten), [false, false, false])
          assert.deepStrictEqual(yield* present(kept), [true, true, true, true])
        })
      )
    })
  })
}
