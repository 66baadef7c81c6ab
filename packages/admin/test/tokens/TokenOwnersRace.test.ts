/** A token for a team or a user that goes at the same moment: whoever comes second is refused, not failed. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { testEngines } from "@platform-control/core/testing/databases"
import { Teams, Tokens, Users } from "../../src/server.ts"
import { layerAdminOn, makeSample } from "../../src/testing.ts"
import { untilItWaits } from "../support/untilItWaits.ts"

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`the race for a token on ${engine.name}`, () => {
    it.layer(layerAdminOn(engine), { excludeTestServices: true })((it) => {
      it.effect("404 behind the removal of the team, or of the user", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const teams = yield* Teams
          const tokens = yield* Tokens
          const users = yield* Users
          yield* makeSample
          yield* teams.create("acme", { name: "gone" })
          const { id: userId } = yield* users.create({ login: "gone" })
          const common = { expiresAt: 0, description: "", createdBy: "alice" }
          const races = [
            [
              teams.remove("acme", "gone"),
              { ...common, kind: "team", organization: "acme", team: "gone", name: "gone" }
            ],
            [users.remove("gone"), { ...common, kind: "personal", userId }]
          ] as const
          for (const [remove, token] of races) {
            const begun = yield* Deferred.make<void>()
            const goOn = yield* Deferred.make<void>()
            const removing = yield* remove.pipe(
              Effect.andThen(Deferred.succeed(begun, undefined)),
              Effect.andThen(Deferred.await(goOn)),
              sql.withTransaction,
              Effect.forkChild
            )
            yield* Deferred.await(begun)
            const making = yield* Effect.forkChild(Effect.flip(tokens.create(token)))
            yield* untilItWaits(engine, making)
            yield* Deferred.succeed(goOn, undefined)
            yield* Fiber.join(removing)
            assert.strictEqual((yield* Fiber.join(making))._tag, "NotFound")
          }
        })
      )
    })
  })
}
