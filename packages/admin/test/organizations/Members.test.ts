import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { testEngines } from "@platform-control/core/testing/databases"
import { Members, Organizations, Users } from "../../src/server.ts"
import { layerAdminOn } from "../../src/testing.ts"

/** An organization and a user that belongs to it. */
const makeMember = Effect.fnUntraced(function* (organization: string, login: string) {
  yield* (yield* Organizations).create({ name: organization })
  yield* (yield* Users).create({ login })
  yield* (yield* Members).add(organization, login, "member")
})

const standings = Effect.fnUntraced(function* (organization: string) {
  const members = yield* (yield* Members).list(organization, { limit: 100 })
  return members.map(({ login, role, registryPublish }) => ({ login, role, registryPublish }))
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`Members on ${engine.name}`, () => {
    it.layer(layerAdminOn(engine))((it) => {
      describe("add", () => {
        it.effect("gives the role and no grant, in this organization only", () =>
          Effect.gen(function* () {
            yield* makeMember("add-one", "add-user")
            yield* (yield* Organizations).create({ name: "add-other" })
            assert.deepStrictEqual(yield* standings("add-one"), [
              { login: "add-user", role: "member", registryPublish: false }
            ])
            assert.deepStrictEqual(yield* standings("add-other"), [])
          })
        )

        it.effect("409 for who is a member already, whose role stays", () =>
          Effect.gen(function* () {
            yield* makeMember("twice", "twice-user")
            const error = yield* Effect.flip((yield* Members).add("twice", "twice-user", "admin"))
            assert.strictEqual(error._tag, "Conflict")
            assert.strictEqual((yield* standings("twice"))[0]?.role, "member")
          })
        )
      })

      describe("setRole and setRegistryPublish", () => {
        it.effect("change one without the other", () =>
          Effect.gen(function* () {
            const members = yield* Members
            yield* makeMember("set", "set-user")
            yield* members.setRegistryPublish("set", "set-user", true)
            yield* members.setRole("set", "set-user", "billing-manager")
            assert.deepStrictEqual(yield* standings("set"), [
              { login: "set-user", role: "billing-manager", registryPublish: true }
            ])
            yield* members.setRegistryPublish("set", "set-user", false)
            assert.deepStrictEqual(yield* standings("set"), [
              { login: "set-user", role: "billing-manager", registryPublish: false }
            ])
          })
        )
      })

      describe("remove", () => {
        it.effect("ends the membership and every place in the organization's teams", () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const members = yield* Members
            yield* makeMember("leave", "leave-user")
            const { id } = yield* (yield* Users).get("leave-user")
            yield* sql`INSERT INTO admin_teams ${sql.insert({ organization: "leave", name: "t", display_name: "T", created_at: 1 })}`
            yield* sql`INSERT INTO admin_team_members ${sql.insert({ organization: "leave", team: "t", user_id: id })}`
            yield* members.remove("leave", "leave-user")
            assert.deepStrictEqual(yield* standings("leave"), [])
            assert.deepStrictEqual(yield* sql`SELECT team FROM admin_team_members`, [])
          })
        )
      })

      describe("404", () => {
        it.effect("for an unknown organization, an unknown user, and who is no member", () =>
          Effect.gen(function* () {
            const members = yield* Members
            yield* makeMember("known", "known-user")
            yield* (yield* Users).create({ login: "stranger" })
            const calls = [
              members.add("unknown", "known-user", "member"),
              members.add("known", "unknown", "member"),
              members.list("unknown", { limit: 1 }),
              ...[
                ["unknown", "known-user"],
                ["known", "unknown"],
                ["known", "stranger"]
              ].flatMap(([organization = "", login = ""]) => [
                members.setRole(organization, login, "admin"),
                members.setRegistryPublish(organization, login, true),
                members.remove(organization, login)
              ])
            ]
            for (const call of calls) assert.strictEqual((yield* Effect.flip(call))._tag, "NotFound")
            assert.strictEqual((yield* standings("known")).length, 1)
          })
        )
      })

      describe("list", () => {
        it.effect("goes by login, page by page", () =>
          Effect.gen(function* () {
            const members = yield* Members
            const users = yield* Users
            yield* (yield* Organizations).create({ name: "paged" })
            for (const login of ["m-c", "m-a", "m-B"]) {
              yield* users.create({ login })
              yield* members.add("paged", login, "member")
            }
            const first = yield* members.list("paged", { limit: 2 })
            const second = yield* members.list("paged", { after: first[1]!.login, limit: 2 })
            assert.deepStrictEqual(
              [...first, ...second].map(({ login }) => login),
              ["m-B", "m-a", "m-c"]
            )
          })
        )
      })

      describe("organizationsOf", () => {
        it.effect("gives the user's organizations and roles by name, and none of others", () =>
          Effect.gen(function* () {
            const members = yield* Members
            yield* makeMember("of-b", "of-user")
            yield* makeMember("of-c", "of-other")
            yield* (yield* Organizations).create({ name: "of-a", displayName: "Of A" })
            yield* members.add("of-a", "of-user", "admin")
            const { id } = yield* (yield* Users).get("of-user")
            const organizations = yield* members.organizationsOf(id)
            assert.deepStrictEqual(
              organizations.map(({ name, displayName, role }) => [name, displayName, role]),
              [
                ["of-a", "Of A", "admin"],
                ["of-b", "of-b", "member"]
              ]
            )
          })
        )
      })
    })
  })
}
