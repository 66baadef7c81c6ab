import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { testEngines } from "@platform-control/core/testing/databases"
import { Authentication, Members, Teams } from "../../src/server.ts"
import { layerAdminOn, makeSample, makeToken } from "../../src/testing.ts"

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

const all = { limit: 1000 }

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`Teams on ${engine.name}`, () => {
    it.layer(layerAdminOn(engine))((it) => {
      it.effect("create keeps what it was given; 400, 404 and 409 for what can't be", () =>
        Effect.gen(function* () {
          yield* makeSample
          const teams = yield* Teams
          const made = yield* teams.create("acme", { name: "ops", displayName: "Operations" })
          assert.deepInclude(made, { organization: "acme", name: "ops", displayName: "Operations" })
          assert.strictEqual((yield* teams.create("globex", { name: "ops" })).displayName, "ops")
          assert.deepStrictEqual({ ...Option.getOrThrow(yield* teams.find("acme", "ops")) }, { ...made })
          assert.isTrue(Option.isNone(yield* teams.find("acme", "a\0b")))
          assert.strictEqual(yield* tagOf(teams.create("acme", { name: "ops" })), "Conflict")
          assert.strictEqual(yield* tagOf(teams.create("nowhere", { name: "ops" })), "NotFound")
          for (const name of ["", "a/b", "-a", "a".repeat(101), "a\0"]) {
            assert.strictEqual(yield* tagOf(teams.create("acme", { name })), "BadRequest")
          }
          for (const displayName of ["x".repeat(257), "a\0"]) {
            assert.strictEqual(yield* tagOf(teams.create("acme", { name: "new", displayName })), "BadRequest")
          }
        })
      )

      it.effect("list and rename", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          yield* teams.create("acme", { name: "a-team" })
          yield* teams.create("acme", { name: "z-team" })
          yield* teams.rename("acme", "ops", "Platform")
          const names = (yield* teams.list("acme", all)).map(({ displayName, name }) => [name, displayName])
          assert.deepStrictEqual(names, [
            ["a-team", "a-team"],
            ["ops", "Platform"],
            ["z-team", "z-team"]
          ])
          const behind = yield* teams.list("acme", { after: "a-team", limit: 1 })
          assert.deepStrictEqual(
            behind.map(({ name }) => name),
            ["ops"]
          )
          assert.strictEqual(yield* tagOf(teams.rename("acme", "unknown", "x")), "NotFound")
          assert.strictEqual(yield* tagOf(teams.list("nowhere", all)), "NotFound")
        })
      )

      it.effect("people: added with a role, changed, taken out; members of the organization only", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          yield* teams.addMember("acme", "ops", "carol", "member")
          yield* teams.addMember("acme", "ops", "alice", "admin")
          yield* teams.setRole("acme", "ops", "carol", "admin")
          const people = (yield* teams.members("acme", "ops", all)).map(({ login, role }) => [login, role])
          assert.deepStrictEqual(people, [
            ["alice", "admin"],
            ["carol", "admin"]
          ])
          assert.strictEqual(yield* tagOf(teams.addMember("acme", "ops", "alice", "member")), "Conflict")
          assert.strictEqual(yield* tagOf(teams.addMember("acme", "ops", "dave", "member")), "NotFound")
          assert.strictEqual(yield* tagOf(teams.addMember("acme", "none", "bob", "member")), "NotFound")
          assert.strictEqual(yield* tagOf(teams.setRole("acme", "ops", "bob", "admin")), "NotFound")
          yield* teams.removeMember("acme", "ops", "alice")
          assert.strictEqual(yield* tagOf(teams.removeMember("acme", "ops", "alice")), "NotFound")
          yield* (yield* Members).remove("acme", "carol")
          assert.deepStrictEqual(yield* teams.members("acme", "ops", all), [], "who leaves the organization leaves it")
        })
      )

      it.effect("what the team's people may do is known from their next request on", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          const { authenticate } = yield* Authentication
          const { value } = yield* makeToken({ kind: "personal", userId: yield* idOf("bob") })
          const teamsOf = Effect.map(authenticate(Redacted.value(value)), ({ memberships }) => [
            ...(memberships.get("acme")?.teams ?? [])
          ])
          assert.deepStrictEqual(yield* teamsOf, [])
          yield* teams.addMember("acme", "ops", "bob", "member")
          assert.deepStrictEqual(yield* teamsOf, [["ops", "member"]])
          yield* teams.setRole("acme", "ops", "bob", "admin")
          assert.deepStrictEqual(yield* teamsOf, [["ops", "admin"]])
          yield* teams.removeMember("acme", "ops", "bob")
          assert.deepStrictEqual(yield* teamsOf, [])
        })
      )

      it.effect("409 for the removal of a team that owns services, which a later one would get", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          const sql = yield* SqlClient.SqlClient
          const service = {
            id: "s",
            organization: "acme",
            name: "s",
            owner_type: "team",
            owner_name: "ops",
            owner_user_id: null,
            description: "",
            properties: "[]",
            created_at: 1
          }
          yield* sql`INSERT INTO admin_services ${sql.insert(service)}`
          assert.strictEqual(yield* tagOf(teams.remove("acme", "ops")), "Conflict")
          yield* sql`DELETE FROM admin_services`
        })
      )

      it.effect("remove takes the team's tokens along, and leaves others", () =>
        Effect.gen(function* () {
          const teams = yield* Teams
          const { authenticate } = yield* Authentication
          const valid = (value: Redacted.Redacted) =>
            Effect.map(Effect.result(authenticate(Redacted.value(value))), ({ _tag }) => _tag === "Success")
          const mine = yield* makeToken({ kind: "team", organization: "acme", team: "ops", name: "deploy" })
          const theirs = yield* makeToken({ kind: "team", organization: "globex", team: "ops" })
          assert.deepStrictEqual([yield* valid(mine.value), yield* valid(theirs.value)], [true, true])
          yield* teams.remove("acme", "ops")
          assert.deepStrictEqual([yield* valid(mine.value), yield* valid(theirs.value)], [false, true])
          assert.isTrue(Option.isNone(yield* teams.find("acme", "ops")))
          assert.strictEqual(yield* tagOf(teams.remove("acme", "ops")), "NotFound")
          yield* teams.create("acme", { name: "ops" })
          assert.isFalse(yield* valid(mine.value), "a later team of the name has not got them")
        })
      )
    })
  })
}

const idOf = Effect.fnUntraced(function* (login: string) {
  const found = yield* (yield* Members).list("acme", all)
  return found.find((member) => member.login === login)?.userId ?? ""
}, Effect.orDie)
