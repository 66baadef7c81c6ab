/** Joining a team that goes, or leaving its organization, at the same moment: whoever comes second is refused, not failed. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { testEngines } from "@platform-control/core/testing/databases"
import { Members, Teams } from "../../src/server.ts"
import { layerAdminOn, makeSample } from "../../src/testing.ts"
import { untilItWaits } from "../support/untilItWaits.ts"

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`the race for a place in a team on ${engine.name}`, () => {
    it.layer(layerAdminOn(engine), { excludeTestServices: true })((it) => {
      it.effect("404 behind the removal of the team, or of the member", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const teams = yield* Teams
          const members = yield* Members
          yield* makeSample
          for (const remove of [teams.remove("acme", "ops"), members.remove("acme", "carol")]) {
            yield* Effect.ignore(teams.create("acme", { name: "ops" }))
            const begun = yield* Deferred.make<void>()
            const goOn = yield* Deferred.make<void>()
            const removing = yield* remove.pipe(
              Effect.andThen(Deferred.succeed(begun, undefined)),
              Effect.andThen(Deferred.await(goOn)),
              sql.withTransaction,
              Effect.forkChild
            )
            yield* Deferred.await(begun)
            const joining = yield* Effect.forkChild(Effect.flip(teams.addMember("acme", "ops", "carol", "member")))
            yield* untilItWaits(engine, joining)
            yield* Deferred.succeed(goOn, undefined)
            yield* Fiber.join(removing)
            assert.strictEqual((yield* Fiber.join(joining))._tag, "NotFound")
          }
        })
      )
    })
  })
}
