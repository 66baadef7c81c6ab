/** What a person is told when there is no answer, or none from the service: every message says what to do. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { spawnSync } from "node:child_process"
import type { RequestListener } from "node:http"
import { Waiting } from "../../src/api/retries.ts"
import { getTag, Inventory } from "../../src/inventory/index.ts"
import { authority } from "./certificates.ts"
import { plainServer, rawServer, secureServer } from "./listening.ts"

const tag = { id: 1, name: "edge", slug: "edge", color: "9e9e9e", description: "" }

const netbox: RequestListener = ({ url }, response) => {
  response.writeHead(200, { "content-type": "application/json" })
  response.end(
    JSON.stringify(
      url?.startsWith("/api/status/") === true
        ? { "netbox-version": "4.6.8" }
        : { count: 1, next: null, previous: null, results: [tag] }
    )
  )
}

type Given = NonNullable<Parameters<typeof Inventory.layer>[0]>

const lookUp = (given: Given) =>
  getTag({ name: "edge" }).pipe(
    Effect.provide(Inventory.layer({ apiToken: "secret-token", ...given })),
    Effect.provideService(Waiting, () => Effect.void)
  )

const failure = Effect.fnUntraced(function* (given: Given) {
  const error = yield* Effect.flip(lookUp(given))
  assert.notInclude(error.message, "secret-token")
  return error
})

// A private authority is made with openssl, which is not everywhere.
describe.skipIf(spawnSync("openssl", ["version"]).status !== 0)("a server with a private authority", () => {
  it.effect("is refused, and the message names caCertFile", () =>
    Effect.gen(function* () {
      const { sign } = yield* authority
      const { host } = yield* secureServer(yield* Effect.promise(() => sign("IP:127.0.0.1")), netbox)
      const error = yield* failure({ serverUrl: `https://${host}` })
      assert.strictEqual(error._tag, "Unavailable")
      assert.include(error.message, "caCertFile (NETBOX_CA_CERT_FILE)")
      assert.include(error.message, "allowInsecureHttps (NETBOX_ALLOW_INSECURE_HTTPS)")
    }).pipe(Effect.scoped)
  )

  it.effect("answers with caCertFile, and with allowInsecureHttps", () =>
    Effect.gen(function* () {
      const { file, sign } = yield* authority
      const { host } = yield* secureServer(yield* Effect.promise(() => sign("IP:127.0.0.1")), netbox)
      const verified = yield* lookUp({ serverUrl: `https://${host}`, caCertFile: file })
      const taken = yield* lookUp({ serverUrl: `https://${host}`, allowInsecureHttps: true })
      assert.strictEqual(verified.slug, "edge")
      assert.strictEqual(taken.slug, "edge")
    }).pipe(Effect.scoped)
  )

  it.effect("is refused for another name", () =>
    Effect.gen(function* () {
      const { file, sign } = yield* authority
      const { host } = yield* secureServer(yield* Effect.promise(() => sign("DNS:other.example")), netbox)
      const error = yield* failure({ serverUrl: `https://${host}`, caCertFile: file })
      assert.match(error.message, /is for another name.* serverUrl \(NETBOX_SERVER_URL\)/)
    }).pipe(Effect.scoped)
  )

  it.effect("is named when it is asked without TLS", () =>
    Effect.gen(function* () {
      const { sign } = yield* authority
      const { host } = yield* secureServer(yield* Effect.promise(() => sign("IP:127.0.0.1")), netbox)
      const error = yield* failure({ serverUrl: `http://${host}` })
      assert.match(error.message, /If it serves HTTPS, begin serverUrl \(NETBOX_SERVER_URL\) with https:\/\//)
    }).pipe(Effect.scoped)
  )
})

describe("a connection that fails", () => {
  it.effect("says that the server speaks no TLS", () =>
    Effect.gen(function* () {
      const { host } = yield* plainServer(netbox)
      const error = yield* failure({ serverUrl: `https://${host}` })
      assert.match(error.message, /If it serves plain HTTP, begin serverUrl \(NETBOX_SERVER_URL\) with http:\/\//)
    }).pipe(Effect.scoped)
  )

  it.effect("says that nothing listens", () =>
    Effect.gen(function* () {
      const { host } = yield* Effect.scoped(plainServer(netbox))
      const error = yield* failure({ serverUrl: `http://${host}` })
      assert.strictEqual(error._tag, "Unavailable")
      assert.match(error.message, new RegExp(`^Nothing listens at ${host}\\. Check host and port .* Asked 4 times\\.$`))
    })
  )

  it.effect("says that no such host is known", () =>
    Effect.gen(function* () {
      const error = yield* failure({ serverUrl: "http://no-such-host.invalid" })
      assert.match(error.message, /no-such-host\.invalid/)
      assert.match(error.message, /name/)
    })
  )

  it.effect("is tried anew when the connection is cut, and succeeds", () =>
    Effect.gen(function* () {
      let cut = 0
      const { host } = yield* plainServer((request, response) => {
        if (request.url?.startsWith("/api/extras") === true && cut++ < 2) response.destroy()
        else netbox(request, response)
      })
      assert.strictEqual((yield* lookUp({ serverUrl: `http://${host}` })).id, "1")
      assert.strictEqual(cut, 3)
    }).pipe(Effect.scoped)
  )

  it.effect("is tried anew when the answer is cut in the middle", () =>
    Effect.gen(function* () {
      let cut = 0
      const { host } = yield* plainServer((request, response) => {
        if (request.url?.startsWith("/api/extras") !== true || cut++ > 0) return netbox(request, response)
        response.writeHead(200, { "content-type": "application/json", "content-length": "1000" })
        response.write('{"count": 1,', () => response.destroy())
      })
      assert.strictEqual((yield* lookUp({ serverUrl: `http://${host}` })).id, "1")
    }).pipe(Effect.scoped)
  )

  it.live("names requestTimeout when there is no answer in time", () =>
    Effect.gen(function* () {
      const { host } = yield* rawServer(() => {})
      const exit = yield* Effect.exit(
        lookUp({ serverUrl: `http://${host}`, requestTimeout: 0.05, skipVersionCheck: true })
      )
      assert.isTrue(Exit.isFailure(exit))
      assert.match(
        String(Exit.isFailure(exit) ? exit.cause : ""),
        /NetBox gave no answer within 0\.05 s\. requestTimeout \(NETBOX_REQUEST_TIMEOUT\)/
      )
    }).pipe(Effect.scoped)
  )
})

describe("an answer of another server", () => {
  it.effect("says where a redirect leads, and does not follow it", () =>
    Effect.gen(function* () {
      const seen: Array<string | undefined> = []
      const { host: other } = yield* plainServer(({ headers }, response) => {
        seen.push(headers.authorization)
        response.end()
      })
      const { host } = yield* plainServer(({ url = "" }, response) => {
        response.writeHead(301, { location: `http://${other}${url}` }).end()
      })
      const error = yield* failure({ serverUrl: `http://${host}` })
      assert.strictEqual(error._tag, "UnexpectedAnswer")
      assert.include(error.message, `redirect to http://${other}/api/status/`)
      assert.deepStrictEqual(seen, [])
    }).pipe(Effect.scoped)
  )

  it.effect("tells a page of HTML from an object that is not there", () =>
    Effect.gen(function* () {
      const { host } = yield* plainServer((_, response) => {
        response.writeHead(404, { "content-type": "text/html" }).end("<html><title>Page Not Found</title></html>")
      })
      const error = yield* failure({ serverUrl: `http://${host}` })
      assert.strictEqual(error._tag, "UnexpectedAnswer")
      assert.match(error.message, /Page Not Found.*Check host and path in serverUrl/)
    }).pipe(Effect.scoped)
  )

  it.effect("is not read beyond its bound", () =>
    Effect.gen(function* () {
      const { host } = yield* plainServer((_, response) => {
        response.writeHead(200, { "content-type": "application/json" })
        const part = Buffer.alloc(1024 * 1024, " ")
        for (let index = 0; index < 34; index++) response.write(part)
        response.end("{}")
      })
      const error = yield* failure({ serverUrl: `http://${host}` })
      assert.match(error.message, /larger than any/)
    }).pipe(Effect.scoped)
  )
})
