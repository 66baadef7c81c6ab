import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { testEngines } from "@platform-control/core/testing/databases"
import { type ExchangeRequest, ExchangeResponse, REFRESH_TOKEN, TOKEN_EXCHANGE } from "../../src/contract/index.ts"
import { AuditLayer, AuditLog, Authentication, Exchange, Issuers, Members, Teams, Tokens } from "../../src/server.ts"
import { makeSample, makeToken } from "../../src/testing.ts"
import { layerToday, nowSeconds } from "../support/layerToday.ts"

const ISSUER = "https://ci.example.com"

const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true })
const jwk = await exportJWK(publicKey)

const application = (engine: (typeof testEngines)[number]) =>
  Exchange.layer.pipe(Layer.provide(AuditLayer), Layer.provideMerge(layerToday(engine)))

const identityOf = Effect.fnUntraced(function* (iss: string, sub: string) {
  const now = yield* nowSeconds
  const token = new SignJWT({ iss, aud: "urn:svc:org:acme", sub, iat: now, exp: now + 600 })
  return yield* Effect.promise(() => token.setProtectedHeader({ alg: "ES256" }).sign(privateKey))
})

const identity = identityOf(ISSUER, "job\u0000\ud800")

type Kind = "organization" | "team" | "personal" | "runner"

const tradeFor = Effect.fnUntraced(function* (token: string, kind: Kind, scope?: string, expiration?: number) {
  const request: ExchangeRequest = {
    grant_type: TOKEN_EXCHANGE,
    audience: "urn:svc:org:acme",
    subject_token: token,
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    requested_token_type: `urn:svc:token-type:access_token:${kind}`,
    ...(scope === undefined ? {} : { scope }),
    ...(expiration === undefined ? {} : { expiration })
  }
  return yield* (yield* Exchange).exchange(request)
})

const trade = (kind: Kind, scope?: string, expiration?: number) =>
  Effect.flatMap(identity, (token) => tradeFor(token, kind, scope, expiration))

/** Everything takes so long that each look at the clock shows a later second. */
const slowly = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Clock.Clock, (clock) => {
    let passed = 0
    const later = () => (passed += 1000)
    const slow: Clock.Clock = {
      ...clock,
      sleep: (duration) => clock.sleep(duration),
      currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + later(),
      currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + later())
    }
    return Effect.provideService(effect, Clock.Clock, slow)
  })

const refresh = Effect.fnUntraced(function* (value: Redacted.Redacted) {
  const request = { grant_type: REFRESH_TOKEN, refresh_token: Redacted.value(value) } as const
  return yield* (yield* Exchange).exchange(request)
})

const isValid = Effect.fnUntraced(function* (value: string) {
  return (yield* Effect.result((yield* Authentication).authenticate(value)))._tag === "Success"
})

const refusalOf = <A, E extends { readonly error: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ error }) => error)

const sample = Effect.gen(function* () {
  const made = yield* makeSample
  yield* (yield* Teams).create("acme", { name: "ops" })
  yield* (yield* Issuers).create("acme", {
    name: "ci",
    url: ISSUER,
    jwks: { keys: [{ ...jwk }] },
    maxExpirationSeconds: 3600,
    rules: (["organization", "team", "personal", "runner"] as const).map((tokenType) => ({
      decision: "allow",
      tokenType,
      claims: {}
    }))
  })
  return made
}).pipe(Effect.orDie)

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`Exchange on ${engine.name}`, () => {
    it.layer(application(engine))((it) => {
      it.effect("issues what lives as long as it says, and no longer than the issuer allows", () =>
        Effect.gen(function* () {
          const { carol } = yield* sample
          const usual = yield* trade("organization")
          assert.strictEqual(usual.expires_in, 3600)
          assert.isTrue(Schema.is(ExchangeResponse)(usual))
          assert.strictEqual((yield* trade("runner", "runner:r", 3600)).expires_in, 3600)
          assert.strictEqual(yield* refusalOf(trade("runner", "runner:r", 3601)), "invalid_request")
          const { access_token } = yield* trade("personal", "user:carol", 60)
          yield* TestClock.adjust("59 seconds")
          assert.isTrue(yield* isValid(access_token))
          yield* TestClock.adjust("1 second")
          assert.isFalse(yield* isValid(access_token))
          assert.isTrue(yield* isValid(Redacted.value(carol.token)))
        })
      )

      it.effect(
        "describes its tokens within the rules of descriptions, whatever the issuer's address and subject are",
        () =>
          Effect.gen(function* () {
            const url = `https://ci.example.com/${"x".repeat(1000)}`
            yield* (yield* Issuers).create("acme", {
              name: "long",
              url,
              jwks: { keys: [{ ...jwk }] },
              rules: [{ decision: "allow", tokenType: "organization", claims: {} }]
            })
            const subjects = [
              "refs/heads/pct_p_abcdefghijkl",
              `pct_o_${"a".repeat(36)}`,
              "pct_p_\0abcdefghijkl",
              "💥".repeat(500)
            ]
            for (const iss of [ISSUER, url])
              for (const sub of subjects) {
                const { access_token } = yield* tradeFor(yield* identityOf(iss, sub), "organization")
                assert.isTrue(yield* isValid(access_token), sub)
              }
          })
      )

      it.effect("refuses what would have expired before it was issued", () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* refusalOf(slowly(trade("runner", "runner:r", 1))), "invalid_request")
          assert.strictEqual((yield* slowly(trade("runner", "runner:r", 60))).expires_in, 60)
        })
      )

      it.effect("says in the audit log that the issuer did it, and for whom", () =>
        Effect.gen(function* () {
          const { access_token } = yield* trade("organization", "admin")
          const [entry] = yield* (yield* AuditLog).list({ organization: "acme" }, { limit: 1, order: "newest first" })
          assert.deepInclude(entry, { actorKind: "issuer", actor: ISSUER })
          assert.notInclude(JSON.stringify(entry), access_token)
        })
      )

      it.effect("invalid_scope for who is not, or no longer, a member or a team", () =>
        Effect.gen(function* () {
          const scopes = [
            ["personal", "user:dave"],
            ["personal", "user:nobody"],
            ["team", "team:nothing"]
          ] as const
          for (const [kind, scope] of scopes) assert.strictEqual(yield* refusalOf(trade(kind, scope)), "invalid_scope")
          const { access_token } = yield* trade("team", "team:ops")
          yield* trade("personal", "user:bob")
          yield* (yield* Members).remove("acme", "bob")
          yield* (yield* Teams).remove("acme", "ops")
          assert.strictEqual(yield* refusalOf(trade("personal", "user:bob")), "invalid_scope")
          assert.strictEqual(yield* refusalOf(trade("team", "team:ops")), "invalid_scope")
          assert.isFalse(yield* isValid(access_token), "the team's tokens went with it")
        })
      )

      it.effect("a refresh token: bound as it is itself, never longer, and gone with it", () =>
        Effect.gen(function* () {
          const { userId } = yield* Effect.flatMap(Authentication, ({ authenticate }) =>
            Effect.flatMap(trade("personal", "user:alice"), ({ access_token }) => authenticate(access_token))
          )
          assert(userId !== undefined)
          const now = yield* nowSeconds
          const free = yield* makeToken({ kind: "refresh", userId })
          const bound = yield* makeToken({ kind: "refresh", userId, organization: "globex", expiresAt: now + 100 })
          assert.deepInclude(yield* refresh(free.value), { expires_in: 3600, scope: "user:alice" })
          const short = yield* refresh(bound.value)
          assert.strictEqual(short.expires_in, 100)
          const principal = yield* (yield* Authentication).authenticate(short.access_token)
          assert.deepStrictEqual([...principal.memberships.keys()], [])
          const { access_token } = yield* refresh(free.value)
          assert.isTrue(yield* isValid(access_token))
          yield* (yield* Tokens).revoke(free.id)
          assert.isFalse(yield* isValid(access_token))
          assert.strictEqual(yield* refusalOf(refresh(free.value)), "invalid_grant")
          yield* TestClock.adjust("98 seconds")
          assert.strictEqual(yield* refusalOf(slowly(refresh(bound.value))), "invalid_grant")
          yield* TestClock.adjust("2 seconds")
          assert.strictEqual(yield* refusalOf(refresh(bound.value)), "invalid_grant")
        })
      )
    })
  })
}
