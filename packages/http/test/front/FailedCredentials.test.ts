import { assert, describe, it } from "@effect/vitest"
import { Organizations, Tokens } from "@platform-control/admin/server"
import { makeToken, makeUser } from "@platform-control/admin/testing"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { Effect, Redacted } from "effect"
import type { IncomingMessage } from "node:http"
import { makeFailedCredentials } from "../../src/front/FailedCredentials.ts"
import { layerTest } from "../../src/testing.ts"
import { serveAll } from "../serving.ts"

const request = (address: string, authorization?: string, url = "/api/user") =>
  ({ method: "POST", url, address, headers: authorization === undefined ? {} : { authorization } }) as unknown

const EXCHANGE = "/api/oauth/token"

const nobody = () => false

const make = () => {
  let now = 0
  const failures = makeFailedCredentials(
    { perSecond: 1, burstSeconds: 3 },
    (one) => (one as IncomingMessage & { readonly address: string }).address,
    () => now
  )
  return {
    pass: (millis: number) => (now += millis),
    fail: (address: string, status = 401) =>
      failures.answered(request(address, "Bearer x") as IncomingMessage, undefined, status, nobody),
    failExchange: (address: string, authorization?: string) =>
      failures.answered(request(address, authorization) as IncomingMessage, EXCHANGE, 400, nobody),
    serve: (authorization: string | undefined, isKnown: (credential: string) => boolean, status = 200) =>
      failures.answered(request("a", authorization) as IncomingMessage, "/api/user", status, isKnown),
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

  it("counts what the token exchange refuses, and stops it however its path is spelt", () => {
    const { failExchange, wait } = make()
    for (let tries = 0; tries < 5; tries++) failExchange("a")
    const spelt = [
      EXCHANGE,
      `${EXCHANGE}?x=1`,
      "/api/oauth/toke%6E",
      `http://h${EXCHANGE}`,
      `HTTP://h/x/..${EXCHANGE}#x`,
      `http://[::${EXCHANGE}`
    ]
    for (const url of spelt) assert.isAbove(wait("a", null, undefined, url), 0, url)
    for (const url of [`${EXCHANGE}s`, `${EXCHANGE}/`, "/api/%zz", "*", "", `/api/user?x=${EXCHANGE}`]) {
      assert.strictEqual(wait("a", null, undefined, url), 0, url)
    }
  })

  it("counts and stops exchanges that bring a valid token besides", () => {
    const { failExchange, wait } = make()
    for (let tries = 0; tries < 5; tries++) failExchange("a", "Bearer known")
    assert.isAbove(
      wait("a", "Bearer known", () => true, EXCHANGE),
      0
    )
  })

  it("shows credentials that were of use to whoever remembers them, seldom enough to cost nothing", () => {
    const { pass, serve } = make()
    const shown: Array<string> = []
    const show = (credential: string) => {
      shown.push(credential)
      return true
    }
    serve("Bearer one", show)
    serve("Bearer two", show)
    serve(undefined, show)
    pass(1000)
    serve(undefined, show)
    serve("Bearer refused", show, 401)
    serve("Bearer three", show, 404)
    assert.deepStrictEqual(shown, ["one", "three"])
  })

  it("counts no bad request elsewhere", () => {
    const { fail, wait } = make()
    for (let tries = 0; tries < 50; tries++) fail("a", 400)
    assert.strictEqual(wait("a"), 0)
  })
})

describe("a server whose callers try credentials", () => {
  const ask = (origin: string, token: string) =>
    Effect.promise(async () => {
      const response = await fetch(`${origin}/api/user`, { headers: { authorization: `Bearer ${token}` } })
      await response.arrayBuffer()
      return response
    })

  it.live("429 after too many refused ones, while known callers from the same address go on", () =>
    Effect.gen(function* () {
      const { origin } = yield* PublicUrl
      yield* (yield* Organizations).create({ name: "acme" })
      const { id } = yield* makeUser("alice")
      const { value } = yield* makeToken({ kind: "personal", userId: id })
      const known = Redacted.value(value)
      assert.strictEqual((yield* ask(origin, known)).status, 200)
      const statuses: Array<number> = []
      for (let tries = 0; tries < 12; tries++) statuses.push((yield* ask(origin, `guess-${tries}`)).status)
      assert.deepStrictEqual(
        statuses.slice(0, 6),
        Array.from({ length: 6 }, () => 401)
      )
      const refused = yield* ask(origin, "one more")
      assert.strictEqual(refused.status, 429)
      assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]\d*$/)
      assert.strictEqual((yield* ask(origin, known)).status, 200)
      const list = yield* Effect.promise(() => fetch(`${origin}/api/registry/packages`))
      assert.strictEqual(list.status, 200)
    }).pipe(Effect.provide(layerTest({ RATE_LIMIT: "true", RATE_LIMIT_REFUSED: "6" })))
  )

  it.live("knows a credential that was valid after it is not looked up any more, and refuses it all the same", () =>
    Effect.gen(function* () {
      const { origin } = yield* PublicUrl
      const { id } = yield* makeUser("alice")
      const token = yield* makeToken({ kind: "personal", userId: id })
      const known = Redacted.value(token.value)
      assert.strictEqual((yield* ask(origin, known)).status, 200)
      yield* (yield* Tokens).revoke(token.id)
      for (let tries = 0; tries < 9; tries++) yield* ask(origin, `guess-${tries}`)
      assert.strictEqual((yield* ask(origin, "one more")).status, 429)
      assert.strictEqual((yield* ask(origin, known)).status, 401)
    }).pipe(Effect.provide(layerTest({ RATE_LIMIT: "true", RATE_LIMIT_REFUSED: "6" })))
  )

  it.live("429 after too many refused exchanges, with a query, an escaped letter or a host in the target", () =>
    Effect.gen(function* () {
      const server = yield* serveAll({ RATE_LIMIT: "true", RATE_LIMIT_REFUSED: "6" })
      const statuses: Array<string | undefined> = []
      for (let tries = 0; tries < 9; tries++) {
        const target = [`${EXCHANGE}?x=1`, "/api/oauth/toke%6E", `http://h${EXCHANGE}`][tries % 3]
        const reply = yield* server.send(
          `POST ${target} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`
        )
        statuses.push(reply.split(" ", 2)[1])
      }
      assert.deepStrictEqual(statuses, ["400", "400", "400", "400", "400", "400", "400", "429", "429"])
    })
  )
})
