import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { testEngines } from "@platform-control/core/testing/databases"
import {
  AuditLayer,
  AuditLog,
  Authentication,
  Features,
  type Holding,
  Issuers,
  Members,
  OrganizationHoldings,
  OrganizationRemoval,
  Organizations,
  Teams,
  Users
} from "../../src/server.ts"
import { layerAdminOn, makeSample, makeToken } from "../../src/testing.ts"

const held: { holdings: ReadonlyArray<Holding> } = { holdings: [] }

const areas = Layer.succeed(OrganizationHoldings, { of: () => Effect.sync(() => held.holdings) })

const conflict = Effect.fnUntraced(function* (name: string) {
  const error = yield* Effect.flip((yield* OrganizationRemoval).remove(name))
  assert.strictEqual(error._tag, "Conflict")
  return error.message
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`OrganizationRemoval on ${engine.name}`, () => {
    const application = OrganizationRemoval.layer.pipe(
      Layer.provide([areas, AuditLayer]),
      Layer.provideMerge(layerAdminOn(engine))
    )

    it.layer(application)((it) => {
      it.effect("409 while another area keeps something, and nothing has changed", () =>
        Effect.gen(function* () {
          const { acme } = yield* makeSample
          held.holdings = [
            { what: "packages", count: 3 },
            { what: "policy packs", count: 1 }
          ]
          assert.match(yield* conflict("acme"), /still holds packages \(3\), policy packs \(1\)/)
          yield* (yield* Authentication).authenticate(Redacted.value(acme.value))
          assert.lengthOf(yield* (yield* Members).list("acme", { limit: 10 }), 3)
        })
      )

      it.effect("takes along what belongs to it, and leaves its users and other organizations", () =>
        Effect.gen(function* () {
          held.holdings = []
          const { authenticate } = yield* Authentication
          const valid = (value: Redacted.Redacted) =>
            Effect.map(Effect.result(authenticate(Redacted.value(value))), ({ _tag }) => _tag === "Success")
          const users = yield* Users
          const { id: userId } = yield* users.get("alice")
          const personal = yield* makeToken({ kind: "personal", userId })
          const bound = yield* makeToken({ kind: "personal", userId, organization: "acme" })
          yield* (yield* Teams).create("acme", { name: "ops" })
          yield* (yield* Teams).addMember("acme", "ops", "alice", "admin")
          const team = yield* makeToken({ kind: "team", organization: "acme", team: "ops" })
          yield* (yield* Issuers).create("acme", { name: "ci", url: "https://ci.example.com" })
          assert.isTrue(Option.isSome(yield* (yield* Issuers).findTrusted("acme", "https://ci.example.com")))
          yield* (yield* Features).set("acme", { agents: false })
          for (const { value } of [personal, bound, team]) assert.isTrue(yield* valid(value))

          yield* (yield* OrganizationRemoval).remove("acme")

          assert.isTrue(Option.isNone(yield* (yield* Organizations).find("acme")))
          assert.isFalse(yield* valid(bound.value))
          assert.isFalse(yield* valid(team.value))
          assert.isTrue(yield* valid(personal.value))
          const { memberships } = yield* authenticate(Redacted.value(personal.value))
          assert.deepStrictEqual([...memberships.keys()], [])
          assert.lengthOf(yield* (yield* Members).list("globex", { limit: 10 }), 1)
          const sql = yield* SqlClient.SqlClient
          for (const table of ["teams", "team_members", "members", "issuers", "features", "tokens"]) {
            const rows = yield* sql`SELECT 1 FROM ${sql(`admin_${table}`)} WHERE organization = 'acme'`
            assert.lengthOf(rows, 0, table)
          }
          const [entry] = yield* (yield* AuditLog).list({}, { limit: 1, order: "newest first" })
          assert.deepInclude(entry, { action: "organization.remove", target: "acme" })
        })
      )

      it.effect("nothing of it is there when the name is taken again", () =>
        Effect.gen(function* () {
          yield* (yield* Organizations).create({ name: "acme" })
          assert.deepStrictEqual(yield* (yield* Members).list("acme", { limit: 10 }), [])
          assert.deepStrictEqual(yield* (yield* Issuers).list("acme", { limit: 10 }), [])
          assert.isTrue(Option.isNone(yield* (yield* Issuers).findTrusted("acme", "https://ci.example.com")))
          assert.isTrue((yield* (yield* Features).of("acme")).agents)
        })
      )

      it.effect("404 for an unknown name, 409 for the only organization", () =>
        Effect.gen(function* () {
          const removal = yield* OrganizationRemoval
          assert.strictEqual((yield* Effect.flip(removal.remove("nowhere")))._tag, "NotFound")
          yield* removal.remove("acme")
          assert.match(yield* conflict("globex"), /is the only one/)
        })
      )
    })
  })
}
