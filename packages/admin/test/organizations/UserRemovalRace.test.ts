/** Removing a user while somebody changes a service of theirs: each takes its locks in the same order. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option } from "effect"
import { SqlClient } from "effect/sql"
import { testEngines } from "@platform-control/core/testing/databases"
import { Organizations, Users } from "../../src/server.ts"
import { servicesRepository } from "../../src/services/ServicesRepository.ts"
import { layerAdminOn, makeUser } from "../../src/testing.ts"
import { untilItWaits } from "../support/untilItWaits.ts"

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`removing the owner of a service on ${engine.name}`, () => {
    it.layer(layerAdminOn(engine), { excludeTestServices: true })((it) => {
      it.effect("waits for a change of the service that has to do with the owner, and neither is stuck", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const users = yield* Users
          const services = yield* servicesRepository
          yield* (yield* Organizations).create({ name: "acme" })
          const { id: userId } = yield* makeUser("owner")
          const service = { id: "s", organization: "acme", name: "shop", owner_type: "user", owner_name: "owner" }
          yield* sql`INSERT INTO admin_services
            ${sql.insert({ ...service, owner_user_id: userId, description: "", properties: "[]", created_at: 1 })}`

          const begun = yield* Deferred.make<void>()
          const goOn = yield* Deferred.make<void>()
          const change = Effect.gen(function* () {
            assert.isTrue(Option.isSome(yield* services.findForChange("acme", "shop")))
            yield* Deferred.succeed(begun, undefined)
            yield* Deferred.await(goOn)
            return yield* services.keepUser(userId)
          })
          const changing = yield* Effect.forkChild(sql.withTransaction(change))
          yield* Deferred.await(begun)
          const removing = yield* Effect.forkChild(users.remove("owner"))
          yield* untilItWaits(engine, removing)
          yield* Deferred.succeed(goOn, undefined)
          assert.isTrue(yield* Fiber.join(changing))
          yield* Fiber.join(removing)
          assert.isTrue(Option.isNone(yield* users.find("owner")))
          const [kept] = yield* sql`SELECT owner_user_id AS "ownerUserId" FROM admin_services WHERE id = 's'`
          assert.deepStrictEqual(kept, { ownerUserId: null })
        })
      )
    })
  })
}
