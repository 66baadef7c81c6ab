/** Services whose owner left: they keep the owner's name, which somebody else may have by now. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { testEngines } from "@platform-control/core/testing/databases"
import { Members, Users } from "../../src/server.ts"
import { makePlace, sampleService, servicesOn, Web } from "../support/servicesOverHttp.ts"

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`services of owners who left on ${engine.name}`, () => {
    it.layer(servicesOn(engine), { excludeTestServices: true })((it) => {
      /** An organization with a service of dora's, and bob. */
      const withDora = Effect.fnUntraced(function* (organization: string) {
        const place = yield* makePlace(organization)
        const { login } = yield* place.person("dora", "member")
        const bob = yield* place.person("bob", "member")
        yield* place.send("POST", place.path, sampleService(login, "shop"))
        const own = place.pathOf("shop", `user/${login}`)
        const asMember = (name: string) => ({ type: "user", name })
        const sql = yield* SqlClient.SqlClient
        return {
          place,
          own,
          login,
          leave: (yield* Members).remove(organization, login),
          remove: (yield* Users).remove(login),
          share: (...logins: ReadonlyArray<string>) => place.send("PATCH", own, { members: logins.map(asMember) }),
          sendBack: Effect.gen(function* () {
            const { json } = yield* place.send("GET", own)
            return yield* place.send("PATCH", own, { members: json.service.members })
          }),
          bob: bob.login,
          stored: Effect.map(
            sql<{ login: string }>`SELECT u.login FROM admin_service_users m JOIN admin_users u ON u.id = m.user_id
              WHERE m.organization = ${organization} ORDER BY u.login`,
            (rows) => rows.map((row) => row.login)
          )
        }
      })

      it.effect("whoever has the login of a removed owner now can be a member like everybody", () =>
        Effect.gen(function* () {
          const { send } = yield* Web
          const { leave, login, own, place, remove, share, stored } = yield* withDora("again")
          yield* leave
          yield* remove
          const { token } = yield* place.person("dora", "member")
          const change = { token, body: { description: "hers" } }
          assert.strictEqual((yield* send("PATCH", own, change)).status, 403)
          const shared = yield* share(login)
          assert.strictEqual(shared.status, 200)
          assert.deepStrictEqual(yield* stored, [login])
          assert.strictEqual((yield* send("PATCH", own, change)).status, 200)
          assert.strictEqual((yield* send("DELETE", own, { token })).status, 403)
          assert.strictEqual((yield* share()).status, 200)
          assert.strictEqual((yield* send("PATCH", own, change)).status, 403)
        })
      )

      it.effect("members can be sent back as they were read while the owner is there, has left, and is removed", () =>
        Effect.gen(function* () {
          const { bob, leave, login, remove, sendBack, share, stored } = yield* withDora("back")
          assert.strictEqual((yield* share(bob)).status, 200)
          for (const step of [Effect.void, leave, remove]) {
            yield* step
            const { json, status } = yield* sendBack
            assert.strictEqual(status, 200)
            assert.deepStrictEqual(
              json.members.map(({ name }: { readonly name: string }) => name),
              [login, bob]
            )
            assert.deepStrictEqual(yield* stored, [bob])
          }
        })
      )

      it.effect("404 for others who are gone", () =>
        Effect.gen(function* () {
          const { bob, place, share } = yield* withDora("others")
          yield* (yield* Members).remove("others", bob)
          assert.strictEqual((yield* share(bob)).status, 404)
          assert.strictEqual((yield* share(place.admin.login)).status, 200)
        })
      )
    })
  })
}
