import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Layer, Option, Redacted, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { Membership } from "@platform-control/core/Authorization"
import * as Database from "@platform-control/core/database/Database"
import { migrate } from "@platform-control/core/database/Migrations"
import { Events } from "@platform-control/core/Events"
import { coreMigrations } from "@platform-control/core/events/coreMigrations"
import * as SqlEvents from "@platform-control/core/events/SqlEvents"
import { testEngines } from "@platform-control/core/testing/databases"
import { AdminLayer, adminMigrations, Authentication, Members, Organizations, Tokens, Users } from "../../src/server.ts"
import { makeSample, makeToken, makeUser } from "../../src/testing.ts"
import { makeValue } from "../../src/tokens/TokenValue.ts"
import { layerToday, nowSeconds } from "../support/layerToday.ts"
import { TOKEN_REVOKED, USER_CHANGED } from "../../src/tokens/PrincipalCache.ts"

/** Who the credential speaks for, or the text of the 401. */
const authenticate = (value: Redacted.Redacted) =>
  Effect.flatMap(Authentication, (authentication) => authentication.authenticate(Redacted.value(value)))

const refusal = (value: Redacted.Redacted) => Effect.map(Effect.flip(authenticate(value)), ({ message }) => message)

const isCached = (value: Redacted.Redacted) =>
  Effect.map(Authentication, (authentication) => authentication.authenticateCached(Redacted.value(value)) !== undefined)

const someSignal = (topic: string, payload: string) => Option.some({ topic, payload })

/** A member of an organization of their own. */
const makeMember = Effect.fnUntraced(function* (name: string) {
  yield* (yield* Organizations).create({ name })
  const user = yield* makeUser(name)
  yield* (yield* Members).add(name, name, "member")
  return user
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`Authentication on ${engine.name}`, () => {
    it.layer(layerToday(engine))((it) => {
      describe("a personal token", () => {
        it.effect("speaks for its user with all roles, grants and flags", () =>
          Effect.gen(function* () {
            const members = yield* Members
            yield* (yield* Organizations).create({ name: "p-one" })
            yield* (yield* Organizations).create({ name: "p-two" })
            const user = yield* makeUser("p-user", { registryAdmin: true })
            yield* members.add("p-one", "p-user", "billing-manager")
            yield* members.setRegistryPublish("p-one", "p-user", true)
            yield* members.add("p-two", "p-user", "admin")
            assert.deepStrictEqual(yield* authenticate(user.token), {
              _tag: "Principal",
              tokenKind: "personal",
              tokenId: user.tokenId,
              userId: user.id,
              delegated: false,
              login: "p-user",
              siteAdmin: false,
              registryAdmin: true,
              memberships: new Map<string, Membership>([
                ["p-one", { role: "billing-manager", grants: new Set(["RegistryPublish"]) }],
                ["p-two", { role: "admin", grants: new Set() }]
              ])
            })
          })
        )

        it.effect("that is bound to an organization reaches no other and carries no flag", () =>
          Effect.gen(function* () {
            yield* (yield* Organizations).create({ name: "b-one" })
            yield* (yield* Organizations).create({ name: "b-two" })
            const user = yield* makeUser("b-user", { siteAdmin: true, registryAdmin: true })
            yield* (yield* Members).add("b-one", "b-user", "admin")
            yield* (yield* Members).add("b-two", "b-user", "admin")
            const { value } = yield* makeToken({ kind: "personal", userId: user.id, organization: "b-two" })
            const principal = yield* authenticate(value)
            assert.deepStrictEqual([...principal.memberships.keys()], ["b-two"])
            assert.isFalse(principal.siteAdmin || principal.registryAdmin)
          })
        )
      })

      describe("a token of an organization", () => {
        it.effect("speaks for the organization, as administrator only where it was made one", () =>
          Effect.gen(function* () {
            yield* (yield* Organizations).create({ name: "o-one" })
            const plain = yield* makeToken({ kind: "organization", organization: "o-one", admin: false })
            const admin = yield* makeToken({ kind: "organization", organization: "o-one", admin: true })
            const runner = yield* makeToken({ kind: "runner", organization: "o-one" })
            const principal = yield* authenticate(plain.value)
            assert.strictEqual(principal.tokenKind, "organization")
            assert.isUndefined(principal.userId)
            assert.strictEqual(principal.login, "o-one")
            assert.deepStrictEqual([...principal.memberships], [["o-one", { role: "member", grants: new Set() }]])
            assert.strictEqual((yield* authenticate(admin.value)).memberships.get("o-one")?.role, "admin")
            assert.strictEqual((yield* authenticate(runner.value)).memberships.get("o-one")?.role, "member")
          })
        )

        it.effect("keeps working when whoever made it is gone", () =>
          Effect.gen(function* () {
            const maker = yield* makeMember("maker")
            const { value } = yield* (yield* Tokens).create({
              kind: "organization",
              organization: "maker",
              admin: false,
              description: "",
              createdBy: maker.login,
              expiresAt: 0
            })
            yield* (yield* Members).remove("maker", "maker")
            yield* (yield* Users).remove("maker")
            assert.strictEqual((yield* authenticate(value)).login, "maker")
          })
        )
      })

      describe("401", () => {
        it.effect("for what is no token, which it does not repeat", () =>
          Effect.gen(function* () {
            const { token } = yield* makeUser("junk")
            const text = Redacted.value(token)
            const junk = ["", "x", `${text}x`, text.slice(0, -1), `${text.slice(0, -1)}!`, "ü".repeat(42), "\0"]
            for (const credential of junk) {
              const message = yield* refusal(Redacted.make(credential))
              assert.match(message, /is not an access token/)
              if (credential.length > 1) assert.notInclude(message, credential)
            }
          })
        )

        it.effect("for a refresh token, which can only be exchanged", () =>
          Effect.gen(function* () {
            const user = yield* makeUser("refreshes")
            const { value } = yield* makeToken({ kind: "refresh", userId: user.id })
            assert.match(yield* refusal(value), /refresh token/)
            assert.isFalse(yield* isCached(value))
          })
        )

        it.effect("in the same words for a token that is unknown, expired or revoked", () =>
          Effect.gen(function* () {
            const user = yield* makeUser("same-words")
            const expiring = yield* makeToken({
              kind: "personal",
              userId: user.id,
              expiresAt: (yield* nowSeconds) + 60
            })
            const revoked = yield* makeToken({ kind: "personal", userId: user.id })
            yield* (yield* Tokens).revoke(revoked.id)
            yield* TestClock.adjust("60 seconds")
            const words = yield* Effect.forEach([yield* makeValue("personal"), expiring.value, revoked.value], refusal)
            assert.match(words[0]!, /unknown, has expired or was revoked/)
            assert.strictEqual(new Set(words).size, 1)
          })
        )
      })

      describe("expiry", () => {
        it.effect("ends a token to the millisecond, also while it is cached", () =>
          Effect.gen(function* () {
            const user = yield* makeUser("expires")
            const { value } = yield* makeToken({
              kind: "personal",
              userId: user.id,
              expiresAt: (yield* nowSeconds) + 10
            })
            yield* authenticate(value)
            yield* TestClock.adjust("9999 millis")
            assert.isTrue(yield* isCached(value))
            yield* authenticate(value)
            yield* TestClock.adjust("1 millis")
            assert.isFalse(yield* isCached(value))
            assert.strictEqual((yield* Effect.flip(authenticate(value))).code, 401)
          })
        )
      })

      describe("the cache", () => {
        it.effect("answers without the database, for at most 30 seconds", () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const user = yield* makeUser("cached")
            assert.isFalse(yield* isCached(user.token))
            const first = yield* authenticate(user.token)
            yield* sql`UPDATE admin_users SET site_admin = ${true} WHERE id = ${user.id}`
            yield* TestClock.adjust("29 seconds")
            assert.strictEqual(yield* authenticate(user.token), first)
            yield* TestClock.adjust("1 second")
            assert.isFalse(yield* isCached(user.token))
            assert.isTrue((yield* authenticate(user.token)).siteAdmin)
          })
        )

        it.effect("is emptied of a token by its revocation, and of no other", () =>
          Effect.gen(function* () {
            const user = yield* makeUser("revoked")
            const other = yield* makeToken({ kind: "personal", userId: user.id })
            yield* authenticate(user.token)
            yield* authenticate(other.value)
            yield* (yield* Tokens).revoke(user.tokenId)
            assert.isFalse(yield* isCached(user.token))
            assert.isTrue(yield* isCached(other.value))
            assert.strictEqual((yield* Effect.flip(authenticate(user.token))).code, 401)
          })
        )

        it.effect("is emptied of what was issued from a refresh token when that is revoked", () =>
          Effect.gen(function* () {
            const user = yield* makeUser("on-behalf")
            const refresh = yield* makeToken({ kind: "refresh", userId: user.id })
            const issued = yield* makeToken({ kind: "personal", userId: user.id, issuedFrom: refresh.id })
            assert.strictEqual((yield* authenticate(issued.value)).login, "on-behalf")
            yield* (yield* Tokens).revoke(refresh.id)
            assert.isFalse(yield* isCached(issued.value))
            assert.strictEqual((yield* Effect.flip(authenticate(issued.value))).code, 401)
            assert.strictEqual((yield* authenticate(user.token)).login, "on-behalf")
          })
        )

        it.effect("forgets a user whose memberships or flags change, so that the next request sees it", () =>
          Effect.gen(function* () {
            const members = yield* Members
            const user = yield* makeMember("changes")
            const standing = Effect.map(authenticate(user.token), ({ memberships, siteAdmin, registryAdmin }) => {
              const membership = memberships.get("changes")
              return [membership?.role, membership?.grants.has("RegistryPublish"), siteAdmin, registryAdmin]
            })
            assert.deepStrictEqual(yield* standing, ["member", false, false, false])
            yield* members.setRole("changes", "changes", "admin")
            assert.deepStrictEqual(yield* standing, ["admin", false, false, false])
            yield* members.setRegistryPublish("changes", "changes", true)
            assert.deepStrictEqual(yield* standing, ["admin", true, false, false])
            yield* (yield* Users).setFlags("changes", { siteAdmin: true, registryAdmin: true })
            assert.deepStrictEqual(yield* standing, ["admin", true, true, true])
            yield* members.remove("changes", "changes")
            assert.deepStrictEqual(yield* standing, [undefined, undefined, true, true])
            yield* members.add("changes", "changes", "member")
            assert.deepStrictEqual(yield* standing, ["member", false, true, true])
          })
        )

        it.effect("stays as it is when the transaction that revoked is undone", () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const user = yield* makeUser("undone")
            yield* (yield* Tokens)
              .revoke(user.tokenId)
              .pipe(Effect.andThen(Effect.fail("undo")), sql.withTransaction, Effect.ignore)
            assert.strictEqual((yield* authenticate(user.token)).login, "undone")
          })
        )

        it.effect("lets nobody in who asks after a revocation has ended, however many ask during it", () =>
          Effect.gen(function* () {
            const { revoke } = yield* Tokens
            for (let round = 0; round < 20; round++) {
              const user = yield* makeUser(`busy-${round}`)
              const asking = yield* Effect.forkChild(
                Effect.forEach(
                  Array.from({ length: 30 }),
                  () => Effect.andThen(Effect.yieldNow, Effect.result(authenticate(user.token))),
                  { concurrency: 5, discard: true }
                )
              )
              yield* Effect.yieldNow
              yield* revoke(user.tokenId)
              assert.strictEqual((yield* Effect.flip(authenticate(user.token))).code, 401)
              yield* Fiber.join(asking)
              assert.strictEqual((yield* Effect.flip(authenticate(user.token))).code, 401)
            }
          })
        )
      })

      describe("signals", () => {
        it.effect("go out with the id of the token or user, never with a value", () =>
          Effect.gen(function* () {
            const events = yield* Events
            const revoked = yield* events.subscribe(TOKEN_REVOKED)
            const changed = yield* events.subscribe(USER_CHANGED)
            const user = yield* makeUser("signals")
            yield* (yield* Users).setFlags("signals", { siteAdmin: true })
            yield* (yield* Tokens).revoke(user.tokenId)
            assert.deepStrictEqual(yield* Stream.runHead(revoked), someSignal(TOKEN_REVOKED, user.tokenId))
            assert.deepStrictEqual(yield* Stream.runHead(changed), someSignal(USER_CHANGED, user.id))
          })
        )

        it.effect("of many users at once reach each of them, and nobody else", () =>
          Effect.gen(function* () {
            yield* (yield* Organizations).create({ name: "signals-many" })
            const logins = Array.from({ length: 501 }, (_, number) => `signals-${number}`)
            yield* (yield* Users).createAll(logins.slice(1, -1).map((login) => ({ login })))
            const [first, last, other] = [
              yield* makeUser("signals-0"),
              yield* makeUser("signals-500"),
              yield* makeUser("signals-other")
            ]
            for (const { token } of [first, last, other]) yield* authenticate(token)
            const member = { role: "member", registryPublish: false } as const
            yield* (yield* Members).addAll(
              "signals-many",
              logins.map((login) => ({ login, ...member }))
            )
            assert.deepStrictEqual(yield* Effect.forEach([first, last, other], ({ token }) => isCached(token)), [
              false,
              false,
              true
            ])
          })
        )

        it.effect("empty the cache of another process", () =>
          Effect.gen(function* () {
            const user = yield* makeUser("elsewhere")
            yield* authenticate(user.token)
            const otherProcess = Layer.fresh(AdminLayer).pipe(Layer.provide(Layer.succeed(Events, yield* Events)))
            yield* Effect.flatMap(Tokens, (tokens) => tokens.revoke(user.tokenId)).pipe(Effect.provide(otherProcess))
            while (yield* isCached(user.token)) yield* Effect.yieldNow
            assert.strictEqual((yield* Effect.flip(authenticate(user.token))).code, 401)
          })
        )
      })
    })
  })
}

describe("Authentication without tables", () => {
  const withoutTables = AdminLayer.pipe(Layer.provide(Layer.mergeAll(testEngines[0]!.layer(), Events.layerInProcess)))

  it.effect("401 for what is no token: the database is not asked", () =>
    Effect.gen(function* () {
      const value = yield* makeValue("personal")
      const text = Redacted.value(value)
      const asked = yield* Effect.exit(authenticate(value))
      assert.isTrue(Exit.isFailure(asked) && Cause.hasDies(asked.cause))
      for (const credential of ["", "x", `${text}x`, `${text.slice(0, -1)}-`, text.toLowerCase()]) {
        assert.match(yield* refusal(Redacted.make(credential)), /is not an access token/)
      }
      assert.match(yield* refusal(yield* makeValue("refresh")), /refresh token/)
    }).pipe(Effect.provide(withoutTables))
  )
})

const postgres = testEngines[1]!

describe.skipIf(postgres.skip)("Authentication of several servers on one PostgreSQL database", () => {
  const database = (url: string) => Database.layer({ url: Redacted.make(url), maxConnections: 3 })

  const server = (url: string) =>
    Layer.fresh(AdminLayer.pipe(Layer.provide(SqlEvents.layer), Layer.provide(database(url))))

  it.live("a revocation and a change of rights reach the other server's cache well before it reads again", () =>
    Effect.gen(function* () {
      const url = yield* postgres.emptyDatabase
      yield* Effect.provide(migrate([coreMigrations, adminMigrations]), database(url))
      const one = yield* Layer.build(server(url))
      const other = yield* Layer.build(server(url))
      const { alice, bob } = yield* Effect.provide(makeSample, one)
      yield* Effect.provide(Effect.all([authenticate(alice.token), authenticate(bob.token)]), other)

      const revoke = Effect.flatMap(Tokens, (tokens) => tokens.revoke(alice.tokenId))
      const promote = Effect.flatMap(Members, (members) => members.setRole("acme", "bob", "admin"))
      yield* Effect.provide(Effect.all([revoke, promote]), one)

      const forgotten = Effect.all([isCached(alice.token), isCached(bob.token)]).pipe(
        Effect.repeat({ until: ([alice, bob]) => !alice && !bob, schedule: Schedule.spaced("5 millis") }),
        Effect.timeout("10 seconds")
      )
      yield* Effect.provide(forgotten, other)
      assert.strictEqual((yield* Effect.provide(Effect.flip(authenticate(alice.token)), other)).code, 401)
      const { memberships } = yield* Effect.provide(authenticate(bob.token), other)
      assert.strictEqual(memberships.get("acme")?.role, "admin")
    })
  )
})
