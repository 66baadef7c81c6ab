import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { HttpClientRequest, HttpServer } from "effect/http"
import { HttpApiMiddleware, HttpApiTest } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { BaseApi } from "@platform-control/core/ApiId"
import { Authorization } from "@platform-control/core/Authorization"
import { RequestErrorsLayer } from "@platform-control/core/RequestErrors"
import { testEngines } from "@platform-control/core/testing/databases"
import { UserGroup } from "../../src/contract/index.ts"
import { AuthorizationLayer, Members, Tokens, Users } from "../../src/server.ts"
import { makeSample, makeToken } from "../../src/testing.ts"
import { makeValue } from "../../src/tokens/TokenValue.ts"
import { UserHandlers } from "../../src/user/UserHandlers.ts"
import { layerToday, nowSeconds } from "../support/layerToday.ts"

/** The `Authorization` header of the requests made with it. */
const Header = Context.Reference<string | undefined>("test/Header", { defaultValue: () => undefined })

const client = HttpApiMiddleware.layerClient(Authorization, ({ next, request }) =>
  Effect.flatMap(Header, (header) =>
    next(header === undefined ? request : HttpClientRequest.setHeader(request, "authorization", header))
  )
)

const application = (engine: (typeof testEngines)[number]) =>
  UserHandlers.pipe(
    Layer.provideMerge(AuthorizationLayer),
    Layer.provideMerge(layerToday(engine)),
    Layer.provideMerge(Layer.mergeAll(RequestErrorsLayer, HttpServer.layerServices, client))
  )

const getUser = Effect.fnUntraced(function* (header: string | undefined) {
  const { user } = yield* HttpApiTest.groups(BaseApi.add(UserGroup), ["user"])
  return yield* Effect.provideService(user.get({}), Header, header)
})

const bearer = (value: Redacted.Redacted) => `Bearer ${Redacted.value(value)}`

const as = (value: Redacted.Redacted) => getUser(bearer(value))

const statusOf = (header: string | undefined) =>
  getUser(header).pipe(
    Effect.as(200),
    Effect.catchTag("Unauthorized", ({ code }) => Effect.succeed(code))
  )

/** A new token of a user of the sample. */
const sampleUser = Effect.fnUntraced(function* (login: string) {
  const { id: userId } = yield* (yield* Users).get(login)
  return { userId, ...(yield* makeToken({ kind: "personal", userId })) }
})

const unmanaged = { identities: [], hasMFA: false, isOrgManaged: false, isManagedByMultiOrg: false }

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`GET /api/user on ${engine.name}`, () => {
    it.layer(application(engine))((it) => {
      it.effect("200 with the user, their organizations and roles", () =>
        Effect.gen(function* () {
          const { alice, bob, root } = yield* makeSample
          yield* (yield* Members).add("globex", "bob", "billing-manager")
          const acme = { name: "Acme", scmLogin: "acme", avatarUrl: "" }
          const globex = { name: "Globex", scmLogin: "globex", avatarUrl: "" }
          const shown = { ...unmanaged, avatarUrl: "", siteAdmin: false, registryAdmin: false }
          assert.deepStrictEqual(yield* as(alice.token), {
            ...shown,
            id: alice.id,
            scmLogin: "alice",
            name: "alice",
            email: "alice@example.com",
            organizations: [{ ...acme, role: "admin" }]
          })
          assert.deepStrictEqual((yield* as(bob.token)).organizations, [
            { ...acme, role: "member" },
            { ...globex, role: "billing-manager" }
          ])
          const { siteAdmin, registryAdmin, organizations } = yield* as(root.token)
          assert.deepStrictEqual([siteAdmin, registryAdmin, organizations], [true, true, []])
        })
      )

      it.effect("200 with no more than the token reaches, when it is bound to an organization", () =>
        Effect.gen(function* () {
          const { userId } = yield* sampleUser("bob")
          const { value } = yield* makeToken({ kind: "personal", userId, organization: "globex" })
          const user = yield* as(value)
          assert.strictEqual(user.scmLogin, "bob")
          assert.deepStrictEqual(
            user.organizations.map(({ scmLogin }) => scmLogin),
            ["globex"]
          )
        })
      )

      it.effect("200 with the token itself, when it belongs to no user", () =>
        Effect.gen(function* () {
          const { id, value } = yield* makeToken({
            kind: "organization",
            organization: "acme",
            name: "pipeline",
            admin: true
          })
          assert.deepStrictEqual(yield* as(value), {
            ...unmanaged,
            id,
            scmLogin: "acme",
            name: "Acme",
            email: "",
            avatarUrl: "",
            organizations: [{ name: "Acme", scmLogin: "acme", avatarUrl: "", role: "admin" }],
            siteAdmin: false,
            registryAdmin: false,
            tokenInfo: { name: "pipeline", organization: "acme", team: "" }
          })
        })
      )

      it.effect("200 with the team of a team token", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`INSERT INTO admin_teams ${sql.insert({ organization: "acme", name: "ops", display_name: "Ops", created_at: 1 })}`
          const { value } = yield* makeToken({ kind: "team", organization: "acme", team: "ops" })
          assert.deepStrictEqual((yield* as(value)).tokenInfo, { name: "", organization: "acme", team: "ops" })
        })
      )

      it.effect("200 that says so for an agent", () =>
        Effect.gen(function* () {
          const { userId } = yield* sampleUser("carol")
          const { value } = yield* makeToken({ kind: "agent", userId })
          assert.isTrue((yield* as(value)).isAgent)
        })
      )

      it.effect("401 without a header, with another scheme, and for junk", () =>
        Effect.gen(function* () {
          const text = Redacted.value((yield* sampleUser("alice")).value)
          for (const header of [undefined, "", `Basic ${text}`, text, "Bearer junk", `Bearer ${text.slice(1)}`]) {
            assert.strictEqual(yield* statusOf(header), 401)
          }
        })
      )

      it.effect("401 for an unknown, an expired, a revoked and a refresh token, and never repeats it", () =>
        Effect.gen(function* () {
          const { userId } = yield* sampleUser("alice")
          const expired = yield* makeToken({ kind: "personal", userId, expiresAt: (yield* nowSeconds) + 1 })
          const revoked = yield* makeToken({ kind: "personal", userId })
          const refresh = yield* makeToken({ kind: "refresh", userId })
          yield* as(expired.value)
          yield* as(revoked.value)
          yield* TestClock.adjust("1 second")
          yield* (yield* Tokens).revoke(revoked.id)
          for (const value of [yield* makeValue("personal"), expired.value, revoked.value, refresh.value]) {
            const error = yield* Effect.flip(as(value))
            assert.strictEqual(error._tag, "Unauthorized")
            assert.notInclude(JSON.stringify(error), Redacted.value(value).slice(6))
          }
        })
      )
    })
  })
}
