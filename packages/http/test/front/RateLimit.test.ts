import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import fc from "fast-check"
import { makeBuckets } from "../../src/front/RateLimit.ts"
import { refusalOf, serveRoutes } from "../serving.ts"

const hello = HttpRouter.use((router) =>
  Effect.andThen(
    router.add("GET", "/hello", HttpServerResponse.text("hello")),
    router.add("GET", "/healthz", HttpServerResponse.text("ok"))
  )
)

const admitted = (waits: ReadonlyArray<number>) => waits.filter((wait) => wait === 0).length

describe("buckets", () => {
  it("hold a burst and refill at their rate", () => {
    const take = makeBuckets({ perSecond: 10, burstSeconds: 2 })
    assert.strictEqual(admitted(Array.from({ length: 30 }, () => take("a", 1000))), 20)
    assert.isAbove(take("a", 1000), 0)
    assert.strictEqual(take("b", 1000), 0)
    assert.strictEqual(admitted(Array.from({ length: 30 }, () => take("a", 1500))), 5)
    assert.strictEqual(admitted(Array.from({ length: 30 }, () => take("a", 9000))), 20)
  })

  it("admit after the time that they named, and not before", () => {
    const take = makeBuckets({ perSecond: 4, burstSeconds: 1 })
    while (take("a", 0) === 0);
    const wait = take("a", 0)
    assert.isAbove(take("a", wait - 1), 0)
    assert.strictEqual(take("a", wait), 0)
  })

  it("never admit more than the burst and what the time has refilled", () => {
    const time = fc.integer({ min: 0, max: 20_000 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(time, { maxLength: 400 }),
        (perSecond, burstSeconds, times) => {
          const take = makeBuckets({ perSecond, burstSeconds })
          const sorted = times.toSorted((left, right) => left - right)
          const taken = sorted.filter((now) => take("a", now) === 0)
          for (const [index, from] of taken.entries()) {
            const until = taken.at(-1) ?? from
            const bound = perSecond * burstSeconds + ((until - from) / 1000) * perSecond
            assert.isAtMost(taken.length - index, Math.floor(bound) + 1)
          }
        }
      )
    )
  })

  it("forget callers that did not come for a whole generation, and no others", () => {
    const take = makeBuckets({ perSecond: 1, burstSeconds: 1 }, 10)
    assert.strictEqual(take("returning", 0), 0)
    assert.strictEqual(take("gone", 0), 0)
    for (let caller = 0; caller < 30; caller += 1) {
      take(`caller ${caller}`, 0)
      if (caller % 5 === 0) assert.isAbove(take("returning", 0), 0, `after ${caller}`)
    }
    assert.strictEqual(take("gone", 0), 0)
  })
})

const tight = {
  RATE_LIMIT: "true",
  RATE_LIMIT_PER_TOKEN: "2",
  RATE_LIMIT_PER_ADDRESS: "5",
  RATE_LIMIT_BURST: "1"
}

/** Requests one after the other: more than a bucket gives out meanwhile, on a slow machine too. */
const BEYOND_ALL = 40

const statuses = (answers: ReadonlyArray<Response>) => answers.map(({ status }) => status)

describe("rate limit", () => {
  it.live("429 with Retry-After for a token that sends too much, and not for another", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello, { ...tight, RATE_LIMIT_PER_ADDRESS: "1000" })
      const ask = (token: string) => server.fetch("/hello", { headers: { authorization: `Bearer ${token}` } })
      const answers = yield* Effect.forEach(Array.from({ length: 10 }), () => ask("one"))
      assert.deepStrictEqual(statuses(answers).slice(0, 2), [200, 200])
      const refused = answers.find(({ status }) => status === 429)
      assert(refused, "none was refused")
      assert.strictEqual(refused.headers.get("retry-after"), "1")
      assert.isNotNull(refused.headers.get("x-request-id"))
      assert.deepInclude(yield* refusalOf(refused), { code: 429 })
      assert.strictEqual((yield* ask("two")).status, 200)
    })
  )

  it.live("429 for an address that sends too much, with any tokens", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello, tight)
      const answers = yield* Effect.forEach(
        Array.from({ length: BEYOND_ALL }, (_, index) => index),
        (index) => server.fetch("/hello", { headers: { authorization: `Bearer ${index}` } })
      )
      assert.deepStrictEqual(statuses(answers).slice(0, 5), [200, 200, 200, 200, 200])
      assert.include(statuses(answers), 429)
    })
  )

  it.live("does not hold for whoever watches the server", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello, tight)
      const answers = yield* Effect.forEach(Array.from({ length: 12 }), () => server.fetch("/healthz"))
      assert.deepStrictEqual(new Set(statuses(answers)), new Set([200]))
    })
  )

  it.live("believes X-Forwarded-For from trusted proxies only", () =>
    Effect.gen(function* () {
      const ask = (server: { readonly fetch: typeof direct.fetch }, address: string) =>
        server.fetch("/hello", { headers: { "x-forwarded-for": address } })
      const direct = yield* serveRoutes(hello, tight)
      const proxied = yield* serveRoutes(hello, { ...tight, TRUSTED_PROXIES: "127.0.0.0/8" })
      const addresses = Array.from({ length: BEYOND_ALL }, (_, index) => `192.0.2.${index}`)
      assert.include(statuses(yield* Effect.forEach(addresses, (address) => ask(direct, address))), 429)
      assert.notInclude(statuses(yield* Effect.forEach(addresses.slice(0, 8), (address) => ask(proxied, address))), 429)
    })
  )
})
