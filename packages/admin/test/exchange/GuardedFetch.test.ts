import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { ExchangeSettings } from "../../src/exchange/ExchangeSettings.ts"
import { GuardedFetch, MAX_FETCHED_BYTES } from "../../src/exchange/GuardedFetch.ts"
import { makeMayConnect } from "../../src/exchange/PublicAddresses.ts"

const open: typeof ExchangeSettings.Service = {
  allowHttp: true,
  allowedNetworks: ["127.0.0.0/8", "::1/128"],
  fetchTimeoutMillis: 2000
}

/** A server on loopback, with what it was asked. */
const serving = (answer: RequestListener) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked: Array<string> = []
      const server = createServer((request, response) => {
        asked.push(request.url ?? "")
        answer(request, response)
      }).listen(0, "127.0.0.1")
      await once(server, "listening")
      const address = server.address()
      return { server, asked, port: typeof address === "object" && address !== null ? address.port : 0 }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )

const fetchJson = (url: string, settings = open) =>
  Effect.flatMap(GuardedFetch, ({ json }) => json(url)).pipe(
    Effect.provide(GuardedFetch.layer.pipe(Layer.provide(Layer.succeed(ExchangeSettings, settings))))
  )

const refusal = (url: string, settings = open) =>
  Effect.map(Effect.flip(fetchJson(url, settings)), ({ message }) => message)

const answering = (text: string, status = 200, headers: Record<string, string> = {}) =>
  serving((_request, response) => response.writeHead(status, headers).end(text))

describe("makeMayConnect", () => {
  const mayConnect = makeMayConnect([])
  for (const address of [
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.1.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::a00:1",
    "::808:808",
    "100::1",
    "4000::1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::a00:1",
    "2002:a00:1::",
    "2001:db8::1",
    "fc00::1",
    "fe80::1",
    "ff02::1",
    "no address",
    ""
  ]) {
    it(`refuses ${address === "" ? "nothing" : address}`, () => assert.isFalse(mayConnect(address)))
  }

  for (const address of ["1.1.1.1", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"]) {
    it(`takes ${address}`, () => assert.isTrue(mayConnect(address)))
  }

  const part = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 0xffff })))
  it.effect.prop(
    "refuses all of IPv6 that is given to nobody, and every IPv4 address in it",
    { first: part, others: Schema.Tuple([part, part, part, part, part]), ipv4: Schema.Tuple([part, part]) },
    ({ first, ipv4, others }) =>
      Effect.sync(() => {
        for (const parts of [
          [first & 0x1fff, ...others, ...ipv4],
          [0, 0, 0, 0, 0, 0, ...ipv4]
        ]) {
          const address = parts.map((number) => number.toString(16)).join(":")
          assert.isFalse(mayConnect(address), address)
        }
      })
  )

  it("takes what stands in an allowed network, and no more", () => {
    const inside = makeMayConnect(["10.1.0.0/16", "fd00::/8"])
    assert.deepStrictEqual(["10.1.2.3", "::ffff:10.1.2.3", "fd12::1"].map(inside), [true, true, true])
    assert.deepStrictEqual(["10.2.0.1", "127.0.0.1", "fc00::1"].map(inside), [false, false, false])
  })
})

describe("GuardedFetch.json", () => {
  it.live("gives what is there, also by a name", () =>
    Effect.gen(function* () {
      const { asked, port } = yield* answering('{"a":1}')
      assert.deepStrictEqual(yield* fetchJson(`http://127.0.0.1:${port}/x`), { a: 1 })
      assert.deepStrictEqual(yield* fetchJson(`http://localhost:${port}/y`), { a: 1 })
      assert.deepStrictEqual(asked, ["/x", "/y"])
    })
  )

  it.live("asks nothing of an address that is not public, whatever it is called", () =>
    Effect.gen(function* () {
      const { asked, port } = yield* answering("{}")
      for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1", "0.0.0.0"]) {
        assert.match(
          yield* refusal(`http://${host}:${port}/`, { ...open, allowedNetworks: [] }),
          /is not public, nor in an allowed network/
        )
      }
      assert.deepStrictEqual(asked, [])
    })
  )

  it.live("refuses addresses without TLS unless they are allowed, and everything that is no web address", () =>
    Effect.gen(function* () {
      for (const url of ["http://127.0.0.1/", "file:///etc/passwd", "ftp://example.com", "x", "", "data:,{}"]) {
        assert.match(yield* refusal(url, { ...open, allowHttp: false }), /no https URL/)
      }
      assert.match(yield* refusal("https://a:b@127.0.0.1/"), /password/)
    })
  )

  it.live("does not follow redirects, inside or out", () =>
    Effect.gen(function* () {
      const target = yield* answering('{"secret":1}')
      const { port } = yield* answering("", 302, { location: `http://127.0.0.1:${target.port}/` })
      assert.match(yield* refusal(`http://127.0.0.1:${port}/`), /answered 302/)
      assert.deepStrictEqual(target.asked, [])
    })
  )

  it.live("refuses what is no JSON, another status, and a body beyond the bound", () =>
    Effect.gen(function* () {
      const html = yield* answering("<html>")
      assert.match(yield* refusal(`http://127.0.0.1:${html.port}/`), /no JSON/)
      const missing = yield* answering("{}", 404)
      assert.match(yield* refusal(`http://127.0.0.1:${missing.port}/`), /answered 404/)
      const large = yield* answering(JSON.stringify("x".repeat(MAX_FETCHED_BYTES)))
      assert.match(yield* refusal(`http://127.0.0.1:${large.port}/`), /larger than/)
    })
  )

  it.live("gives up on an answer that does not end, and closes the connection", () =>
    Effect.gen(function* () {
      const closed = Promise.withResolvers<void>()
      const { port } = yield* serving((request, response) => {
        request.socket.once("close", () => closed.resolve())
        response.writeHead(200)
        response.write("{")
      })
      assert.match(
        yield* refusal(`http://127.0.0.1:${port}/`, { ...open, fetchTimeoutMillis: 100 }),
        /longer than 100 ms/
      )
      yield* Effect.promise(() => closed.promise)
    })
  )

  it.live("says what happened where nobody answers, or not as a TLS server does", () =>
    Effect.gen(function* () {
      const { port, server } = yield* answering("{}")
      assert.match(yield* refusal(`https://127.0.0.1:${port}/`), /was not fetched/)
      server.close()
      server.closeAllConnections()
      assert.match(yield* refusal(`http://127.0.0.1:${port}/`), /ECONNREFUSED/)
    })
  )
})
