import { assert, describe, it } from "@effect/vitest"
import { Organizations } from "@platform-control/admin/server"
import { makeToken, makeUser } from "@platform-control/admin/testing"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { Effect, Redacted } from "effect"
import type { IncomingMessage } from "node:http"
import { makeFailedCredentials } from "../../src/front/FailedCredentials.ts"
import { layerTest } from "../../src/testing.ts"

const request = (address: string, authorization?: string, url = "/api/user") =>
  ({ method: "POST", url, address, headers: authorization === undefined ? {} : { authorization } }) as unknown

const make = () => {
  let now = 0
  const failures = makeFailedCredentials(
    { perSecond: 1, burstSeconds: 3 },
    (one) => (one as IncomingMessage & { readonly address: string }).address,
    () => now
  )
  const nobody = () => false
  return {
    pass: (millis: number) => (now += millis),
    fail: (address: string, status = 401) => failures.answered(request(address, "Bearer x") as IncomingMessage, status),
    failExchange: (address: string) =>
      failures.answered(request(address, undefined, "/api/oauth/token") as IncomingMessage, 400),
    wait: (address: string, authorization: string | null = "Bearer x", isKnown = nobody, url?: string) =>
      failures.waitOf(request(address, authorization ?? undefined, url) as IncomingMessage, isKnown)
  }
}

describe("makeFailedCredentials", () => {
  it("lets an address try as often as its bucket holds, then makes it wait, then try again", () => {
    const { fail, pass, wait } = make()
    for (let tries = 0; tries < 3; tries++) {
      assert.strictEqual(wait("a"), 0)
      fail("a")
    }
    assert.strictEqual(wait("a"), 0)
    fail("a")
    assert.strictEqual(wait("a"), 1)
    assert.strictEqual(wait("b"), 0)
    pass(999)
    assert.strictEqual(wait("a"), 1)
    pass(1)
    assert.strictEqual(wait("a"), 0)
    fail("a")
    fail("a")
    assert.isAbove(wait("a"), 0)
  })

  it("goes on with known credentials and with requests that bring none", () => {
    const { fail, wait } = make()
    for (let tries = 0; tries < 5; tries++) fail("a")
    assert.isAbove(wait("a"), 0)
    assert.isAbove(wait("a", "Basic x"), 0)
    assert.strictEqual(
      wait("a", "Bearer known", () => true),
      0
    )
    assert.strictEqual(wait("a", null), 0)
  })

  it("counts what the token exchange refuses, and stops it", () => {
    const { failExchange, wait } = make()
    for (let tries = 0; tries < 5; tries++) failExchange("a")
    assert.isAbove(wait("a", null, undefined, "/api/oauth/token"), 0)
  })

  it("counts no bad request elsewhere", () => {
    const { fail, wait } = make()
    for (let tries = 0; tries < 50; tries++) fail("a", 400)
    assert.strictEqual(wait("a"), 0)
  })
})

describe("a server whose callers try credentials", () => {
  it.live("429 after too many refused ones, while known callers from the same address go on", () =>
    Effect.gen(function* () {
      const { origin } = yield* PublicUrl
      yield* (yield* Organizations).create({ name: "acme" })
      const { id } = yield* makeUser("alice")
      const { value } = yield* makeToken({ kind: "personal", userId: id })
      const ask = (token: string) =>
        Effect.promise(async () => {
          const response = await fetch(`${origin}/api/user`, { headers: { authorization: `Bearer ${token}` } })
          await response.arrayBuffer()
          return response
        })
      const known = Redacted.value(value)
      assert.strictEqual((yield* ask(known)).status, 200)
      const statuses: Array<number> = []
      for (let tries = 0; tries < 12; tries++) statuses.push((yield* ask(`guess-${tries}`)).status)
      assert.deepStrictEqual(
        statuses.slice(0, 6),
        Array.from({ length: 6 }, () => 401)
      )
      const refused = yield* ask("one more")
      assert.strictEqual(refused.status, 429)
      assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]\d*$/)
      assert.strictEqual((yield* ask(known)).status, 200)
      const list = yield* Effect.promise(() => fetch(`${origin}/api/registry/packages`))
      assert.strictEqual(list.status, 200)
    }).pipe(Effect.provide(layerTest({ RATE_LIMIT: "true", RATE_LIMIT_REFUSED: "6" })))
  )
})
