import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { testEngines } from "@platform-control/core/testing/databases"
import type { ExchangeRefused } from "../../src/contract/index.ts"
import { FetchRefused, GuardedFetch } from "../../src/exchange/GuardedFetch.ts"
import { IdentityTokens } from "../../src/exchange/IdentityTokens.ts"
import { REFETCH_COOL_DOWN_MILLIS, SigningKeys } from "../../src/exchange/SigningKeys.ts"
import { Issuers, Organizations } from "../../src/server.ts"
import { clockToday, layerToday, nowSeconds } from "../support/layerToday.ts"

const ISSUER = "https://ci.example.com"
const AUDIENCE = "urn:svc:org:acme"

const makeKey = async (kid: string | undefined, alg = "RS256") => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const named = kid === undefined ? {} : { kid }
  return { alg, privateKey, named, jwk: { ...(await exportJWK(publicKey)), ...named } }
}

type Key = Awaited<ReturnType<typeof makeKey>>

const [first, second, third] = await Promise.all(["1", "2", "3"].map((kid) => makeKey(kid)))
assert(first !== undefined && second !== undefined && third !== undefined)

/** What the issuer of the test answers, and how often it was asked for its keys. */
const remote = { keys: [first] as ReadonlyArray<Key>, isDown: false, hangs: false, asked: 0, issuer: ISSUER }

/** The network: everything in front of it has tests of its own. */
const network = Layer.succeed(GuardedFetch, {
  json: (url) =>
    Effect.suspend((): Effect.Effect<unknown, FetchRefused> => {
      if (remote.hangs) {
        remote.asked += 1
        return Effect.andThen(Effect.sleep("5 seconds"), new FetchRefused({ url, reason: "no answer" }))
      }
      if (remote.isDown) return Effect.fail(new FetchRefused({ url, reason: "down" }))
      if (url === `${ISSUER}/.well-known/openid-configuration`) {
        return Effect.succeed({ issuer: remote.issuer, jwks_uri: `${ISSUER}/keys`, more: true })
      }
      remote.asked += 1
      return Effect.succeed({ keys: remote.keys.map(({ jwk }) => jwk) })
    })
})

const layer = IdentityTokens.layerNoDeps.pipe(
  Layer.provideMerge(SigningKeys.layerNoDeps),
  Layer.provide(network),
  Layer.provideMerge(layerToday(testEngines[0]!)),
  Layer.provideMerge(clockToday)
)

const trusting = Effect.gen(function* () {
  Object.assign(remote, { keys: [first], isDown: false, hangs: false, asked: 0, issuer: ISSUER })
  yield* (yield* Organizations).create({ name: "acme" })
  yield* (yield* Issuers).create("acme", { name: "ci", url: ISSUER })
}).pipe(Effect.orDie)

const signed = Effect.fnUntraced(function* (claims: object = {}, key: Key = first) {
  const now = yield* nowSeconds
  const token = new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: "job", iat: now, exp: now + 600, ...claims })
  return yield* Effect.promise(() => token.setProtectedHeader({ alg: key.alg, ...key.named }).sign(key.privateKey))
})

const verify = Effect.fnUntraced(function* (token: string) {
  return yield* (yield* IdentityTokens).verify("acme", token)
})

/** `good`, or the words of the refusal. */
const outcome = (token: string) =>
  verify(token).pipe(
    Effect.as("good"),
    Effect.catch((error: ExchangeRefused) => Effect.succeed(error.error_description))
  )

/** A fresh place for each test: what is remembered of an issuer is what is tested. */
const inPlace = <E>(test: Effect.Effect<void, E, Layer.Success<typeof layer>>) =>
  Effect.andThen(trusting, test).pipe(Effect.provide(layer, { local: true }))

describe("IdentityTokens.verify", () => {
  it.effect("gives what the token says", () =>
    inPlace(
      Effect.gen(function* () {
        const { claims, issuer } = yield* verify(yield* signed({ extra: { deep: 1 } }))
        assert.deepInclude(claims, { sub: "job", extra: { deep: 1 } })
        assert.strictEqual(issuer.name, "ci")
      })
    )
  )

  it.effect("holds to the second at every boundary of time, with a minute for clocks that differ", () =>
    inPlace(
      Effect.gen(function* () {
        const now = yield* nowSeconds
        const boundaries = [
          [{ exp: now - 59 }, "good"],
          [{ exp: now - 60 }, "The subject token has expired"],
          [{ exp: now - 61 }, "The subject token has expired"],
          [{ exp: now - 10 ** 9 }, "The subject token has expired"],
          [{ exp: 2 ** 53 - 1 }, "good"],
          [{ nbf: now + 60 }, "good"],
          [{ nbf: now + 61 }, "The subject token is not valid yet"],
          [{ iat: now + 60 }, "good"],
          [{ iat: now + 61 }, "The subject token was issued in the future"],
          [{ iat: now - 10 ** 9 }, "good"]
        ] as const
        for (const [claims, expected] of boundaries) {
          assert.strictEqual(yield* outcome(yield* signed(claims)), expected, JSON.stringify(claims))
        }
      })
    )
  )

  it.effect("stops taking a token at the moment when it has expired", () =>
    inPlace(
      Effect.gen(function* () {
        const token = yield* signed()
        yield* TestClock.adjust("659 seconds")
        assert.strictEqual(yield* outcome(token), "good")
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* outcome(token), "The subject token has expired")
      })
    )
  )

  it.effect("refuses claims of other types instead of failing on them", () =>
    inPlace(
      Effect.gen(function* () {
        for (const name of ["exp", "iat", "nbf", "aud", "iss"]) {
          for (const value of ["x", null, {}, [], true]) {
            assert.notStrictEqual(yield* outcome(yield* signed({ [name]: value })), "good", `${name} ${String(value)}`)
          }
        }
      })
    )
  )

  it.effect("takes one of several audiences", () =>
    inPlace(
      Effect.gen(function* () {
        assert.strictEqual(yield* outcome(yield* signed({ aud: ["other", AUDIENCE] })), "good")
        assert.strictEqual(
          yield* outcome(yield* signed({ aud: [`${AUDIENCE}x`, "urn:svc:org:ACME"] })),
          "The subject token is meant for another audience"
        )
      })
    )
  )

  it.effect("takes elliptic curves and every key that has no name", () =>
    inPlace(
      Effect.gen(function* () {
        for (const alg of ["ES256", "ES384", "EdDSA", "PS256"]) {
          const keys = yield* Effect.promise(() => Promise.all([makeKey(undefined, alg), makeKey(undefined, alg)]))
          yield* TestClock.adjust("11 minutes")
          remote.keys = keys
          for (const key of keys) assert.strictEqual(yield* outcome(yield* signed({}, key)), "good", alg)
        }
      })
    )
  )

  it.effect("looks unknown keys up once, and again only after the cool-down", () =>
    inPlace(
      Effect.gen(function* () {
        assert.strictEqual(yield* outcome(yield* signed()), "good")
        remote.keys = [second]
        const tokens = yield* Effect.all(Array.from({ length: 5 }, () => signed({}, second)))
        const outcomes = yield* Effect.all(tokens.map(outcome), { concurrency: "unbounded" })
        assert.deepStrictEqual(
          outcomes,
          Array.from({ length: 5 }, () => "good")
        )
        assert.strictEqual(remote.asked, 2)
        remote.keys = [third]
        const token = yield* signed({}, third)
        assert.match(yield* outcome(token), /does not trust the issuer/)
        assert.strictEqual(remote.asked, 2)
        yield* TestClock.adjust(REFETCH_COOL_DOWN_MILLIS)
        assert.strictEqual(yield* outcome(token), "good")
        assert.strictEqual(remote.asked, 3)
      })
    )
  )

  it.effect("believes keys for ten minutes, and then no key that the issuer has withdrawn", () =>
    inPlace(
      Effect.gen(function* () {
        assert.strictEqual(yield* outcome(yield* signed()), "good")
        remote.keys = [second]
        yield* TestClock.adjust("599 seconds")
        assert.strictEqual(yield* outcome(yield* signed()), "good")
        yield* TestClock.adjust("1 second")
        assert.match(yield* outcome(yield* signed()), /does not trust the issuer/)
      })
    )
  )

  it.effect("asks an issuer that is down again after five seconds", () =>
    inPlace(
      Effect.gen(function* () {
        remote.isDown = true
        const token = yield* signed()
        assert.match(yield* outcome(token), /can't be verified/)
        remote.isDown = false
        assert.match(yield* outcome(token), /can't be verified/)
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual(yield* outcome(token), "good")
      })
    )
  )

  it.effect("keeps nobody waiting longer than one look-up takes, however many wait", () =>
    inPlace(
      Effect.gen(function* () {
        remote.hangs = true
        const token = yield* signed()
        const all = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 8 }, () => outcome(token)),
            { concurrency: "unbounded" }
          )
        )
        yield* TestClock.adjust("5 seconds")
        for (const refusal of yield* Fiber.join(all)) assert.match(refusal, /can't be verified/)
        assert.strictEqual(remote.asked, 1)
      })
    )
  )

  it.effect("refuses keys that are published for another issuer", () =>
    inPlace(
      Effect.gen(function* () {
        remote.issuer = "https://other.example.com"
        assert.match(yield* outcome(yield* signed()), /does not trust the issuer/)
        assert.strictEqual(remote.asked, 0)
      })
    )
  )

  it.effect("uses keys that were given, and asks nobody", () =>
    inPlace(
      Effect.gen(function* () {
        yield* (yield* Issuers).replace("acme", { name: "ci", url: ISSUER, jwks: { keys: [second.jwk] } })
        assert.strictEqual(yield* outcome(yield* signed({}, second)), "good")
        assert.match(yield* outcome(yield* signed()), /does not trust the issuer/)
        assert.strictEqual(remote.asked, 0)
      })
    )
  )
})
