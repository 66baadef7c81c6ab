/** What the log has to say of changes that are none, and of all that goes with an organization, a team or a user. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { testEngines } from "@platform-control/core/testing/databases"
import {
  AuditLayer,
  AuditLog,
  Features,
  Issuers,
  Members,
  OrganizationRemoval,
  Organizations,
  Teams,
  Tokens,
  Users
} from "../../src/server.ts"
import { layerAdminOn, makeSample, makeToken, makeUser } from "../../src/testing.ts"

/** What was written down since the last time it was asked for, oldest first. */
const makeNews = Effect.map(AuditLog, (log) => {
  let known = 0
  return Effect.gen(function* () {
    const entries = yield* log.list({}, { order: "oldest first", limit: 1000 })
    const news = entries.slice(known)
    known = entries.length
    return news.map(({ action, organization, target }) => [action, target, organization])
  })
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`audit of changes on ${engine.name}`, () => {
    const application = OrganizationRemoval.layer.pipe(
      Layer.provide(AuditLayer),
      Layer.provideMerge(layerAdminOn(engine))
    )

    it.layer(application)((it) => {
      it.effect("a change that finds all as it is wanted leaves no entry, the other kind leaves one", () =>
        Effect.gen(function* () {
          const { alice } = yield* makeSample
          const organizations = yield* Organizations
          const users = yield* Users
          const members = yield* Members
          const teams = yield* Teams
          const issuers = yield* Issuers
          yield* teams.create("acme", { name: "ops" })
          yield* teams.addMember("acme", "ops", "alice", "admin")
          const issuer = { name: "ci", url: "https://ci.example.com" }
          yield* issuers.create("acme", issuer)
          const news = yield* makeNews
          yield* news

          yield* organizations.setProfile("acme", { displayName: "Acme" })
          yield* users.setProfile("alice", { email: alice.email })
          yield* users.setFlags("alice", { siteAdmin: false })
          yield* members.setRole("acme", "alice", "admin")
          yield* members.setRegistryPublish("acme", "bob", true)
          yield* teams.rename("acme", "ops", "ops")
          yield* teams.setRole("acme", "ops", "alice", "admin")
          yield* issuers.replace("acme", issuer)
          yield* (yield* Features).set("acme", { agents: true })
          assert.deepStrictEqual(yield* news, [])

          yield* organizations.setProfile("acme", { displayName: "Acme Ltd" })
          yield* users.setProfile("alice", { email: "" })
          yield* users.setFlags("alice", { siteAdmin: true, registryAdmin: false })
          yield* members.setRole("acme", "alice", "member")
          yield* members.setRegistryPublish("acme", "bob", false)
          yield* teams.rename("acme", "ops", "Operations")
          yield* teams.setRole("acme", "ops", "alice", "member")
          yield* issuers.replace("acme", { ...issuer, maxExpirationSeconds: 60 })
          yield* (yield* Features).set("acme", { agents: false })
          assert.deepStrictEqual(yield* news, [
            ["organization.set-profile", "acme", "acme"],
            ["user.set-profile", "alice", null],
            ["user.grant-site-admin", "alice", null],
            ["member.set-role", "alice", "acme"],
            ["member.revoke-publish", "bob", "acme"],
            ["team.rename", "ops", "acme"],
            ["team-member.set-role", "ops/alice", "acme"],
            ["issuer.replace", "ci", "acme"],
            ["feature.disable", "agents", "acme"]
          ])
        })
      )

      it.effect("with a team go its tokens, each with an entry; names that were used stay taken", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          const news = yield* makeNews
          yield* teams.create("globex", { name: "ops" })
          const owned = { kind: "team", organization: "globex", team: "ops" } as const
          const named = yield* makeToken({ ...owned, name: "deploy" })
          const revoked = yield* makeToken({ ...owned, name: "revoked before" })
          const exchanged = yield* makeToken({ ...owned, expiresAt: 60 })
          yield* makeToken({ ...owned, name: "expired before", expiresAt: 1 })
          yield* TestClock.adjust("1 second")
          yield* (yield* Tokens).revoke(revoked.id)
          yield* news
          yield* teams.remove("globex", "ops")
          assert.sameDeepMembers(yield* news, [
            ["team-token.revoke", named.id, "globex"],
            ["team-token.revoke", exchanged.id, "globex"],
            ["team.remove", "ops", "globex"]
          ])
          for (const name of ["deploy", "revoked before", "expired before"]) {
            const again = { organization: "globex", name, description: "", createdBy: "tests", expiresAt: 0 }
            const refused = yield* Effect.flip((yield* Tokens).create({ ...again, kind: "organization" }))
            assert.strictEqual(refused._tag, "Conflict", name)
          }
          assert.deepStrictEqual(yield* (yield* Tokens).list({ organization: "globex" }, { limit: 10 }), [])
        })
      )

      it.effect("with a user go their tokens, each with an entry", () =>
        Effect.gen(function* () {
          const news = yield* makeNews
          const { id: userId, tokenId } = yield* makeUser("erin")
          const refresh = yield* makeToken({ kind: "refresh", userId })
          yield* makeToken({ kind: "personal", userId, issuedFrom: refresh.id, expiresAt: 600 })
          const bound = yield* makeToken({ kind: "personal", userId, organization: "globex" })
          yield* news
          yield* (yield* Users).remove("erin")
          assert.sameDeepMembers(yield* news, [
            ["personal-token.revoke", tokenId, null],
            ["refresh-token.revoke", refresh.id, null],
            ["personal-token.revoke", bound.id, "globex"],
            ["user.remove", "erin", null]
          ])
        })
      )

      it.effect("with an organization goes all that it has, each with an entry under its name", () =>
        Effect.gen(function* () {
          const news = yield* makeNews
          yield* (yield* Organizations).create({ name: "initech" })
          yield* (yield* Members).add("initech", "bob", "member")
          yield* (yield* Members).add("initech", "carol", "admin")
          yield* (yield* Teams).create("initech", { name: "ops" })
          yield* (yield* Issuers).create("initech", { name: "ci", url: "https://ci.example.com" })
          const token = yield* makeToken({ kind: "organization", organization: "initech", name: "ci" })
          const team = yield* makeToken({ kind: "team", organization: "initech", team: "ops", name: "deploy" })
          const sql = yield* SqlClient.SqlClient
          const shop = { id: "shop", organization: "initech", name: "shop", owner_type: "team", owner_name: "ops" }
          yield* sql`INSERT INTO admin_services
            ${sql.insert({ ...shop, owner_user_id: null, description: "", properties: "[]", created_at: 1 })}`
          yield* news
          yield* (yield* OrganizationRemoval).remove("initech")
          assert.sameDeepMembers(yield* news, [
            ["organization-token.revoke", token.id, "initech"],
            ["team-token.revoke", team.id, "initech"],
            ["service.delete", "shop", "initech"],
            ["issuer.remove", "ci", "initech"],
            ["team.remove", "ops", "initech"],
            ["member.remove", "bob", "initech"],
            ["member.remove", "carol", "initech"],
            ["organization.remove", "initech", "initech"]
          ])
        })
      )
    })
  })
}
