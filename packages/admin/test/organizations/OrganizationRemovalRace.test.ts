/** Removing an organization while another area puts something under its name: one comes first, whichever it is. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { testEngines } from "@platform-control/core/testing/databases"
import {
  AuditLayer,
  OrganizationHoldings,
  OrganizationRemoval,
  Organizations,
  ServiceTokens,
  Tokens
} from "../../src/server.ts"
import { layerAdminOn, makeSample } from "../../src/testing.ts"
import { TokenIssuance } from "../../src/tokens/TokenIssuance.ts"
import { untilItWaits } from "../support/untilItWaits.ts"

/** Stands for what another area keeps; `beforeAnswer` lets a test stop the removal between question and answer. */
const gate: { beforeAnswer: Effect.Effect<void> } = { beforeAnswer: Effect.void }

const things = Layer.effect(
  OrganizationHoldings,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.orDie(sql`CREATE TABLE test_things (organization TEXT NOT NULL)`)
    return {
      of: Effect.fnUntraced(function* (organization: string) {
        const found = yield* sql`SELECT organization FROM test_things WHERE organization = ${organization}`
        yield* gate.beforeAnswer
        return found.length === 0 ? [] : [{ what: "things", count: found.length }]
      }, Effect.orDie)
    }
  })
)

const put = Effect.fnUntraced(function* (organization: string, meanwhile: Effect.Effect<void> = Effect.void) {
  const sql = yield* SqlClient.SqlClient
  const organizations = yield* Organizations
  return yield* organizations
    .hold(organization)
    .pipe(
      Effect.andThen(sql`INSERT INTO test_things (organization) VALUES (${organization})`),
      Effect.andThen(meanwhile),
      sql.withTransaction
    )
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`the race for an organization's name on ${engine.name}`, () => {
    const application = Layer.merge(OrganizationRemoval.layer, TokenIssuance.layer).pipe(
      Layer.provide([things, AuditLayer]),
      Layer.provideMerge(layerAdminOn(engine))
    )

    it.layer(application, { excludeTestServices: true })((it) => {
      it.effect("what begins behind the removal's question waits for its end, and finds no organization", () =>
        Effect.gen(function* () {
          yield* makeSample
          const asked = yield* Deferred.make<void>()
          const answer = yield* Deferred.make<void>()
          gate.beforeAnswer = Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(answer))
          const removing = yield* Effect.forkChild((yield* OrganizationRemoval).remove("acme"))
          yield* Deferred.await(asked)
          const putting = yield* Effect.forkChild(put("acme"))
          yield* untilItWaits(engine, putting)
          yield* Deferred.succeed(answer, undefined)
          yield* Fiber.join(removing)
          const refused = yield* Effect.flip(Fiber.join(putting))
          assert.strictEqual(refused._tag, "NotFound")
          const sql = yield* SqlClient.SqlClient
          assert.lengthOf(yield* sql`SELECT organization FROM test_things`, 0)
        })
      )

      it.effect(
        "a service's token that is asked for behind the removal's question finds no service, and nobody is stuck",
        () =>
          Effect.gen(function* () {
            yield* (yield* Organizations).create({ name: "umbrella" })
            const sql = yield* SqlClient.SqlClient
            const address = { orgName: "umbrella", ownerType: "team", ownerName: "ops", serviceName: "shop" }
            const kept = { id: "shop", organization: "umbrella", name: "shop", owner_type: "team", owner_name: "ops" }
            yield* sql`INSERT INTO admin_services
            ${sql.insert({ ...kept, owner_user_id: null, description: "", properties: "[]", created_at: 1 })}`
            const asked = yield* Deferred.make<void>()
            const answer = yield* Deferred.make<void>()
            gate.beforeAnswer = Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(answer))
            const removing = yield* Effect.forkChild((yield* OrganizationRemoval).remove("umbrella"))
            yield* Deferred.await(asked)
            const token = { name: "late", description: "", createdBy: "tests", expiresAt: 0 }
            const making = yield* Effect.forkChild((yield* ServiceTokens).create(address, token))
            yield* untilItWaits(engine, making)
            yield* Deferred.succeed(answer, undefined)
            yield* Fiber.join(removing)
            assert.strictEqual((yield* Effect.flip(Fiber.join(making)))._tag, "NotFound")
          })
      )

      const token = { kind: "organization", description: "", createdBy: "tests", expiresAt: 0 } as const
      const makers = {
        made: (organization: string) =>
          Effect.flatMap(Tokens, (tokens) => tokens.create({ ...token, organization, name: "late" })),
        issued: (organization: string) =>
          Effect.flatMap(TokenIssuance, (issuance) => issuance.issue({ ...token, organization }))
      }
      for (const [organization, make] of Object.entries(makers)) {
        it.effect(`a token that is ${organization} behind the removal's question finds no organization`, () =>
          Effect.gen(function* () {
            yield* (yield* Organizations).create({ name: organization })
            const asked = yield* Deferred.make<void>()
            const answer = yield* Deferred.make<void>()
            gate.beforeAnswer = Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(answer))
            const removing = yield* Effect.forkChild((yield* OrganizationRemoval).remove(organization))
            yield* Deferred.await(asked)
            const making = yield* Effect.forkChild(make(organization))
            yield* untilItWaits(engine, making)
            yield* Deferred.succeed(answer, undefined)
            yield* Fiber.join(removing)
            assert.strictEqual((yield* Effect.flip(Fiber.join(making)))._tag, "NotFound")
          })
        )
      }

      it.effect("what began before the removal's question is seen by it", () =>
        Effect.gen(function* () {
          gate.beforeAnswer = Effect.void
          yield* (yield* Organizations).create({ name: "initech" })
          const isPut = yield* Deferred.make<void>()
          const commit = yield* Deferred.make<void>()
          const putting = yield* Effect.forkChild(
            put("initech", Effect.andThen(Deferred.succeed(isPut, undefined), Deferred.await(commit)))
          )
          yield* Deferred.await(isPut)
          const removing = yield* Effect.forkChild((yield* OrganizationRemoval).remove("initech"))
          yield* untilItWaits(engine, removing)
          yield* Deferred.succeed(commit, undefined)
          yield* Fiber.join(putting)
          const refused = yield* Effect.flip(Fiber.join(removing))
          assert.strictEqual(refused._tag, "Conflict")
          assert.match(refused.message, /still holds things \(1\)/)
          yield* (yield* Organizations).get("initech")
        })
      )

      it.effect("of two removals that leave no organization behind one is refused", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`DELETE FROM test_things`
          const removal = yield* OrganizationRemoval
          const outcomes = yield* Effect.forEach(
            ["globex", "initech"],
            (name) => Effect.match(removal.remove(name), { onFailure: ({ _tag }) => _tag, onSuccess: () => "removed" }),
            { concurrency: 2 }
          )
          assert.sameMembers(outcomes, ["removed", "Conflict"])
          assert.lengthOf(yield* (yield* Organizations).list({ limit: 10 }), 1)
        })
      )
    })
  })
}
