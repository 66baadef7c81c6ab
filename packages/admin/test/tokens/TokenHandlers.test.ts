import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { HttpClientRequest, HttpServer } from "effect/http"
import { HttpApiMiddleware, HttpApiTest } from "effect/http-api"
import { TestClock } from "effect/testing"
import { BaseApi } from "@platform-control/core/ApiId"
import { Authorization } from "@platform-control/core/Authorization"
import { NeedsLayer } from "@platform-control/core/Needs"
import { RequestErrorsLayer } from "@platform-control/core/RequestErrors"
import { testEngines } from "@platform-control/core/testing/databases"
import { layerTestKey } from "@platform-control/core/testing/ServerKeys"
import type { NewOrganizationAccessToken } from "../../src/contract/index.ts"
import { OrganizationTokensGroup, UserTokensGroup } from "../../src/contract/index.ts"
import { AuditLog, Authentication, AuthorizationLayer, Members, Organizations, Tokens } from "../../src/server.ts"
import { makeToken, makeUser } from "../../src/testing.ts"
import { TokenHandlers } from "../../src/tokens/TokenHandlers.ts"
import { kindOf } from "../../src/tokens/TokenValue.ts"
import { layerToday, nowSeconds, today } from "../support/layerToday.ts"

const YEAR_SECONDS = 365 * 86_400

/** The token of the requests made with it. */
const Token = Context.Reference<Redacted.Redacted | undefined>("test/Token", { defaultValue: () => undefined })

const client = HttpApiMiddleware.layerClient(Authorization, ({ next, request }) =>
  Effect.flatMap(Token, (token) => next(token === undefined ? request : HttpClientRequest.bearerToken(request, token)))
)

const application = (engine: (typeof testEngines)[number]) =>
  TokenHandlers.pipe(
    Layer.provideMerge(AuthorizationLayer),
    Layer.provideMerge(layerToday(engine)),
    Layer.provideMerge(Layer.mergeAll(RequestErrorsLayer, NeedsLayer, layerTestKey, HttpServer.layerServices, client))
  )

const Api = BaseApi.add(OrganizationTokensGroup).add(UserTokensGroup)

const clients = HttpApiTest.groups(Api, ["organizationTokens", "userTokens"])

const as = (token: Redacted.Redacted) => Effect.provideService(Token, token)

/** An organization with an administrator. */
const makeOrganization = Effect.fnUntraced(function* (name: string) {
  yield* (yield* Organizations).create({ name })
  const user = yield* makeUser(`${name}-admin`)
  yield* (yield* Members).add(name, user.login, "admin")
  return user
})

/** What is sent as the body; the typed client would refuse to send some of it. */
const unchecked = (payload: object) => payload as NewOrganizationAccessToken

const create = Effect.fnUntraced(function* (
  orgName: string,
  payload: NewOrganizationAccessToken,
  query: { readonly reason?: string } = {}
) {
  const { organizationTokens } = yield* clients
  return yield* organizationTokens.create({ params: { orgName }, payload, query })
})

type OrganizationQuery = { filter?: "active" | "expired" | "all"; maxResults?: number; continuationToken?: string }

const list = Effect.fnUntraced(function* (orgName: string, query: OrganizationQuery = {}) {
  const { organizationTokens } = yield* clients
  return yield* organizationTokens.list({ params: { orgName }, query })
})

const namesOf = (orgName: string, filter: "active" | "expired" | "all") =>
  Effect.map(list(orgName, { filter }), ({ tokens }) => tokens.map(({ name }) => name))

const codeOf = <A, E extends { readonly _tag: string }, R>(request: Effect.Effect<A, E, R>) =>
  request.pipe(
    Effect.as("Success"),
    Effect.catch((error) => Effect.succeed(error._tag))
  )

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`tokens of an organization on ${engine.name}`, () => {
    it.layer(application(engine))((it) => {
      it.effect("a new one works, is listed once without its value, and is its creator's work", () =>
        Effect.gen(function* () {
          const admin = yield* makeOrganization("whole")
          const { id, tokenValue } = yield* create("whole", {
            name: "ci",
            description: "for CI",
            admin: true,
            expires: (yield* nowSeconds) + 60
          }).pipe(as(admin.token))
          assert.strictEqual(kindOf(tokenValue), "organization")
          const principal = yield* (yield* Authentication).authenticate(tokenValue)
          assert.strictEqual(principal.memberships.get("whole")?.role, "admin")
          const { tokens } = yield* list("whole").pipe(as(admin.token))
          assert.deepStrictEqual(tokens, [
            {
              id,
              name: "ci",
              description: "for CI",
              created: new Date(today).toISOString(),
              lastUsed: 0,
              expires: today / 1000 + 60,
              admin: true,
              createdBy: "whole-admin",
              type: "organization"
            }
          ])
        })
      )

      it.effect("names of 1 to 40 characters, whatever their bytes; each once, for ever, in each organization", () =>
        Effect.gen(function* () {
          const admin = yield* makeOrganization("names")
          const other = yield* makeOrganization("names-too")
          const make = (name: string) => codeOf(create("names", { name, description: "" })).pipe(as(admin.token))
          for (const name of ["x", "x".repeat(40), "🌊".repeat(40), " padded "]) {
            assert.strictEqual(yield* make(name), "Success", name)
          }
          const bad = ["", "   ", "x".repeat(41), "🌊".repeat(41), "a\0b", "\uD800", "x".repeat(4000)]
          for (const name of bad) assert.strictEqual(yield* make(name), "BadRequest", name.slice(0, 50))
          assert.strictEqual(yield* make("x"), "Conflict")
          assert.strictEqual(
            yield* codeOf(create("names-too", { name: "x", description: "" })).pipe(as(other.token)),
            "Success"
          )
          const { organizationTokens } = yield* clients
          const { tokens } = yield* list("names").pipe(as(admin.token))
          for (const { id } of tokens) {
            yield* organizationTokens.delete({ params: { orgName: "names", tokenId: id } }).pipe(as(admin.token))
          }
          assert.strictEqual(yield* make("x"), "Conflict")
          assert.deepStrictEqual(yield* namesOf("names", "all").pipe(as(admin.token)), [])
        })
      )

      it.effect("of many that ask for one name at once, one gets it", () =>
        Effect.gen(function* () {
          const admin = yield* makeOrganization("race")
          const codes = yield* Effect.forEach(
            Array.from({ length: 16 }),
            () => codeOf(create("race", { name: "one", description: "" })),
            { concurrency: "unbounded" }
          ).pipe(as(admin.token))
          assert.deepStrictEqual(codes.toSorted(), [...Array.from({ length: 15 }, () => "Conflict"), "Success"])
        })
      )

      it.effect("a refused one leaves nothing: neither token nor entry nor a name that is taken", () =>
        Effect.gen(function* () {
          const admin = yield* makeOrganization("refused")
          const log = yield* AuditLog
          const wrong: ReadonlyArray<object> = [
            { name: "n", description: "", expires: 1 },
            { name: "n", description: "", expires: -1 },
            { name: "n", description: "", expires: (yield* nowSeconds) + 2 * YEAR_SECONDS + 2 * 86_400 },
            { name: "n", description: "", expires: today },
            { name: "n", description: "", roleID: "no-such-role" },
            { name: "n", description: "", roleID: "constructor" },
            { name: "n", description: "", roleID: "member", admin: true },
            { name: "n", description: "", roleID: "admin", admin: false },
            { name: "n", description: "x".repeat(1025) },
            { name: "n", description: `a value: ${Redacted.value(admin.token)}` }
          ]
          for (const body of wrong) {
            const code = yield* codeOf(create("refused", unchecked(body))).pipe(as(admin.token))
            assert.strictEqual(code, "BadRequest", JSON.stringify(body))
          }
          assert.strictEqual(
            yield* codeOf(create("refused", { name: "n", description: "" }, { reason: "x".repeat(1025) })).pipe(
              as(admin.token)
            ),
            "BadRequest"
          )
          assert.deepStrictEqual(yield* namesOf("refused", "all").pipe(as(admin.token)), [])
          const entries = log.list(
            { organization: "refused", action: "organization-token.create" },
            { order: "oldest first", limit: 10 }
          )
          assert.deepStrictEqual(yield* entries, [])
          assert.strictEqual(
            yield* codeOf(create("refused", { name: "n", description: "" })).pipe(as(admin.token)),
            "Success"
          )
          assert.lengthOf(yield* entries, 1)
        })
      )

      it.effect("the filter shows active ones, expired ones or all, never revoked ones", () =>
        Effect.gen(function* () {
          const admin = yield* makeOrganization("filters")
          const soon = (yield* nowSeconds) + 10
          const { organizationTokens } = yield* clients
          yield* Effect.gen(function* () {
            yield* create("filters", { name: "for ever", description: "", expires: 0 })
            yield* TestClock.adjust("1 millis")
            yield* create("filters", { name: "soon", description: "", expires: soon })
            const { id } = yield* create("filters", { name: "revoked", description: "" })
            yield* organizationTokens.delete({ params: { orgName: "filters", tokenId: id } })
            assert.deepStrictEqual(yield* namesOf("filters", "active"), ["for ever", "soon"])
            assert.deepStrictEqual(yield* namesOf("filters", "expired"), [])
            yield* TestClock.adjust("9998 millis")
            assert.deepStrictEqual(yield* namesOf("filters", "active"), ["for ever", "soon"])
            yield* TestClock.adjust("1 millis")
            assert.deepStrictEqual(yield* namesOf("filters", "active"), ["for ever"])
            assert.deepStrictEqual(yield* namesOf("filters", "expired"), ["soon"])
            assert.deepStrictEqual(yield* namesOf("filters", "all"), ["for ever", "soon"])
            const { tokens } = yield* list("filters")
            assert.deepStrictEqual(
              tokens.map(({ name }) => name),
              ["for ever"]
            )
          }).pipe(as(admin.token))
        })
      )

      it.effect("pages of every size hold the whole list in its order, and a token opens only its own list", () =>
        Effect.gen(function* () {
          const admin = yield* makeOrganization("paged")
          yield* Effect.gen(function* () {
            for (let index = 0; index < 6; index++) {
              yield* create("paged", { name: `t${index}`, description: "" })
              if (index % 2 === 0) yield* TestClock.adjust("1 seconds")
            }
            const whole = yield* list("paged")
            assert.lengthOf(whole.tokens, 6)
            assert.isUndefined(whole.continuationToken)
            for (let size = 1; size <= 7; size++) {
              const walked: Array<unknown> = []
              let page = yield* list("paged", { maxResults: size })
              let pages = 1
              for (;;) {
                assert.isAtMost(page.tokens.length, size)
                walked.push(...page.tokens)
                if (page.continuationToken === undefined) break
                page = yield* list("paged", { maxResults: size, continuationToken: page.continuationToken })
                pages++
              }
              assert.deepStrictEqual(walked, [...whole.tokens])
              assert.strictEqual(pages, Math.ceil(6 / size))
            }
            const { continuationToken = "" } = yield* list("paged", { maxResults: 2 })
            assert.deepStrictEqual((yield* list("paged", { continuationToken })).tokens, whole.tokens.slice(2))
            for (const query of [
              { continuationToken: `${continuationToken}x` },
              { continuationToken, filter: "all" }
            ]) {
              assert.strictEqual(yield* codeOf(list("paged", query as OrganizationQuery)), "BadRequest")
            }
          }).pipe(as(admin.token))
        })
      )

      it.effect("a role narrows it down, and is shown", () =>
        Effect.gen(function* () {
          const admin = yield* makeOrganization("roles")
          yield* Effect.gen(function* () {
            yield* create("roles", { name: "reader", description: "", roleID: "stack-read" })
            yield* TestClock.adjust("1 millis")
            yield* create("roles", { name: "admin", description: "", roleID: "admin" })
            const { tokens } = yield* list("roles")
            assert.deepStrictEqual(
              tokens.map((token) => [token.name, token.admin, token.role?.defaultIdentifier]),
              [
                ["reader", false, "stack-read"],
                ["admin", true, "admin"]
              ]
            )
          }).pipe(as(admin.token))
        })
      )

      it.effect("revoking: at once; 404 for an unknown one, for a second time, and for another organization's", () =>
        Effect.gen(function* () {
          const admin = yield* makeOrganization("revokes")
          const other = yield* makeOrganization("revokes-too")
          const { organizationTokens } = yield* clients
          const revoke = (orgName: string, tokenId: string) =>
            codeOf(organizationTokens.delete({ params: { orgName, tokenId } }))
          const { id, tokenValue } = yield* create("revokes", { name: "one", description: "" }).pipe(as(admin.token))
          yield* (yield* Authentication).authenticate(tokenValue)
          assert.strictEqual(yield* revoke("revokes-too", id).pipe(as(other.token)), "NotFound")
          yield* (yield* Authentication).authenticate(tokenValue)
          assert.strictEqual(yield* revoke("revokes", admin.tokenId).pipe(as(admin.token)), "NotFound")
          assert.strictEqual(yield* revoke("revokes", tokenValue).pipe(as(admin.token)), "NotFound")
          assert.strictEqual(yield* revoke("revokes", id).pipe(as(admin.token)), "Success")
          assert.strictEqual((yield* Effect.flip((yield* Authentication).authenticate(tokenValue))).code, 401)
          assert.strictEqual(yield* revoke("revokes", id).pipe(as(admin.token)), "NotFound")
        })
      )

      it.effect("outlives its creator's membership", () =>
        Effect.gen(function* () {
          const admin = yield* makeOrganization("outlives")
          const { tokenValue } = yield* create("outlives", { name: "one", description: "" }).pipe(as(admin.token))
          yield* (yield* Members).remove("outlives", admin.login)
          yield* (yield* Authentication).authenticate(tokenValue)
          assert.strictEqual(yield* codeOf(list("outlives")).pipe(as(admin.token)), "NotFound")
        })
      )

      it.effect("tokens of teams and runners are listed, exchanged ones without a name are not", () =>
        Effect.gen(function* () {
          const admin = yield* makeOrganization("kinds")
          yield* makeToken({ kind: "runner", organization: "kinds", name: "runner" })
          yield* makeToken({ kind: "runner", organization: "kinds" })
          const { tokens } = yield* list("kinds").pipe(as(admin.token))
          assert.deepStrictEqual(
            tokens.map(({ name, type }) => [name, type]),
            [["runner", undefined]]
          )
        })
      )

      it.effect("the reason and who did it stand in the audit log, and nowhere else", () =>
        Effect.gen(function* () {
          const admin = yield* makeOrganization("audited")
          const { organizationTokens } = yield* clients
          const { id } = yield* create(
            "audited",
            { name: "one", description: "" },
            { reason: "asked & answered" }
          ).pipe(as(admin.token))
          yield* organizationTokens.delete({ params: { orgName: "audited", tokenId: id } }).pipe(as(admin.token))
          const entries = yield* (yield* AuditLog).list({ target: id }, { order: "oldest first", limit: 10 })
          assert.deepStrictEqual(
            entries.map(({ action, actor, actorKind, organization, reason, tokenId }) => [
              action,
              actorKind,
              actor,
              organization,
              reason,
              tokenId
            ]),
            [
              ["organization-token.create", "user", "audited-admin", "audited", "asked & answered", admin.tokenId],
              ["organization-token.revoke", "user", "audited-admin", "audited", null, admin.tokenId]
            ]
          )
        })
      )

      it.effect("404 for an organization that does not exist, also for a site administrator", () =>
        Effect.gen(function* () {
          const root = yield* makeUser("nowhere-root", { siteAdmin: true })
          assert.strictEqual(yield* codeOf(list("nowhere")).pipe(as(root.token)), "NotFound")
          assert.strictEqual(
            yield* codeOf(create("nowhere", { name: "n", description: "" })).pipe(as(root.token)),
            "NotFound"
          )
        })
      )
    })
  })

  describe.skipIf(engine.skip)(`tokens of a user on ${engine.name}`, () => {
    const own = (filter?: string) =>
      Effect.gen(function* () {
        const { userTokens } = yield* clients
        return yield* userTokens.list({ query: filter === undefined ? {} : { filter } })
      })

    const make = Effect.fnUntraced(function* (description: string, expires?: number) {
      const { userTokens } = yield* clients
      return yield* userTokens.create({
        payload: { description, ...(expires === undefined ? {} : { expires }) },
        query: { reason: "a test" }
      })
    })

    it.layer(application(engine))((it) => {
      it.effect("the list has the caller's personal and refresh tokens, by a part of the description", () =>
        Effect.gen(function* () {
          const user = yield* makeUser("lists")
          const stranger = yield* makeUser("lists-stranger")
          yield* makeToken({ kind: "personal", userId: stranger.id })
          const refresh = yield* makeToken({ kind: "refresh", userId: user.id })
          yield* makeToken({ kind: "personal", userId: user.id, issuedFrom: refresh.id })
          yield* makeToken({ kind: "agent", userId: user.id })
          yield* Effect.gen(function* () {
            yield* TestClock.adjust("1 seconds")
            yield* make("Deploys 100%_of it")
            const { tokens } = yield* own()
            assert.sameMembers(
              tokens.map(({ type }) => type),
              ["personal", "personal", "refresh"]
            )
            for (const [filter, count] of [
              ["100%_of", 1],
              ["eploys", 1],
              ["deploys", 0],
              ["%", 1],
              ["eploys\u0000", 0],
              ["", 3]
            ] as const) {
              assert.lengthOf((yield* own(filter)).tokens, count, filter)
            }
          }).pipe(as(user.token))
        })
      )

      it.effect("a new one reaches what its user does, until it is revoked", () =>
        Effect.gen(function* () {
          const user = yield* makeUser("makes")
          const { id, tokenValue } = yield* make("one", (yield* nowSeconds) + 2 * YEAR_SECONDS - 3600).pipe(
            as(user.token)
          )
          const principal = yield* (yield* Authentication).authenticate(tokenValue)
          assert.deepStrictEqual([principal.userId, principal.delegated], [user.id, false])
          const { userTokens } = yield* clients
          yield* userTokens.delete({ params: { tokenId: id } }).pipe(as(Redacted.make(tokenValue)))
          assert.strictEqual((yield* Effect.flip((yield* Authentication).authenticate(tokenValue))).code, 401)
        })
      )

      it.effect("revoking works for every kind that is the caller's own, and for none that is not", () =>
        Effect.gen(function* () {
          const user = yield* makeUser("revokes")
          const stranger = yield* makeUser("revokes-stranger")
          const { userTokens } = yield* clients
          const revoke = (tokenId: string) => codeOf(userTokens.delete({ params: { tokenId } })).pipe(as(user.token))
          for (const kind of ["personal", "refresh", "agent"] as const) {
            const { id } = yield* makeToken({ kind, userId: user.id })
            assert.strictEqual(yield* revoke(id), "Success", kind)
            assert.strictEqual(yield* revoke(id), "NotFound", kind)
          }
          assert.strictEqual(yield* revoke(stranger.tokenId), "NotFound")
          yield* makeOrganization("revokes-org")
          const { id } = yield* makeToken({ kind: "runner", organization: "revokes-org", name: "r" })
          assert.strictEqual(yield* revoke(id), "NotFound")
          assert.strictEqual(yield* revoke("00000000-0000-4000-8000-000000000000"), "NotFound")
        })
      )

      it.effect("403 for tokens that reach less than their user, as they could outlive their bounds", () =>
        Effect.gen(function* () {
          const user = yield* makeUser("delegates")
          yield* makeOrganization("delegates-org")
          yield* (yield* Members).add("delegates-org", "delegates", "admin")
          const refresh = yield* makeToken({ kind: "refresh", userId: user.id })
          const delegated = [
            yield* makeToken({ kind: "personal", userId: user.id, organization: "delegates-org" }),
            yield* makeToken({ kind: "personal", userId: user.id, issuedFrom: refresh.id }),
            yield* makeToken({ kind: "agent", userId: user.id })
          ]
          for (const { value } of delegated) {
            assert.strictEqual(yield* codeOf(make("longer")).pipe(as(value)), "Forbidden")
            assert.strictEqual(
              yield* codeOf(create("delegates-org", { name: "longer", description: "" })).pipe(as(value)),
              "Forbidden"
            )
          }
        })
      )

      it.effect("401 for a user who was removed between the door and the token", () =>
        Effect.gen(function* () {
          const tokens = yield* Tokens
          const gone = yield* Effect.flip(
            tokens.create({ kind: "personal", userId: "gone", description: "", createdBy: "x", expiresAt: 0 })
          )
          assert.strictEqual(gone.code, 404)
        })
      )
    })
  })
}
