import { assert, describe, it } from "@effect/vitest"
import { toSqlError } from "@platform-control/core/database/SqliteConnection"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { gunzipSync, gzipSync } from "node:zlib"
import { refusalOf, type Served, serveRoutes } from "../serving.ts"

const LARGE = JSON.stringify({ text: "all work and no play ".repeat(200) })

const echo = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ text }) =>
  Effect.map(Effect.orDie(text), (body) => HttpServerResponse.text(body, { contentType: "application/json" }))
)

const routes = HttpRouter.use((router) =>
  Effect.all([
    router.add("GET", "/things/:name", HttpServerResponse.text("a thing")),
    router.add("PUT", "/things/:name", HttpServerResponse.empty()),
    router.add("POST", "/echo", echo),
    router.add("POST", "/blobs/:key", echo),
    router.add("GET", "/fault", Effect.die(new Error("the password is hunter2"))),
    router.add("GET", "/busy", Effect.die(toSqlError(Object.assign(new Error("locked"), { errcode: 5 }), "begin"))),
    router.add("GET", "/empty415", HttpServerResponse.text("Unsupported content-type: x", { status: 415 })),
    router.add(
      "GET",
      "/unauthorized",
      HttpServerResponse.jsonUnsafe({ code: 401, message: "Who is asking?" }, { status: 401 })
    ),
    router.add("GET", "/small", HttpServerResponse.jsonUnsafe({ small: true }, { headers: { etag: '"small"' } })),
    router.add(
      "GET",
      "/large",
      HttpServerResponse.text(LARGE, {
        contentType: "application/json",
        headers: { etag: '"large"', vary: "Accept", "cache-control": "max-age=60" }
      })
    )
  ])
)

const refused = (server: Served, path: string, status: number, init?: RequestInit) =>
  Effect.gen(function* () {
    const answer = yield* server.fetch(path, init)
    assert.strictEqual(answer.status, status, path)
    assert.strictEqual(answer.headers.get("content-type"), "application/json", path)
    assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff", path)
    const body = yield* refusalOf(answer)
    assert.strictEqual(body.code, status)
    assert.isAbove(body.message.length, 10)
    return { answer, body }
  })

describe("unknown paths", () => {
  const unknown = [
    "/nowhere",
    "/things",
    "/things/",
    "/things/a/",
    "/things//a",
    "//things/a",
    "/things/a;b",
    "/Things/a",
    "/things/a/b",
    "/things/%zz",
    "/things/%E0%A4%A",
    `/things/${"x".repeat(2049)}`
  ]
  for (const path of unknown) {
    it.live(`404 for ${path.slice(0, 40)}`, () =>
      Effect.flatMap(serveRoutes(routes), (server) => refused(server, path, 404))
    )
  }

  it.live("200 for names of 2048 characters, and for what is decoded once", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes)
      for (const name of ["x".repeat(2048), "a%2Fb", "a%3Bb", "%25zz", "a?q=//;"]) {
        assert.strictEqual((yield* server.fetch(`/things/${name}`)).status, 200, name)
      }
    })
  )
})

describe("wrong methods", () => {
  it.live("405 with the methods that the path knows", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes)
      const { answer } = yield* refused(server, "/things/a", 405, { method: "DELETE" })
      assert.strictEqual(answer.headers.get("allow"), "GET, HEAD, PUT")
      const post = yield* refused(server, "/echo", 405, { method: "GET" })
      assert.strictEqual(post.answer.headers.get("allow"), "POST")
    })
  )

  it.live("HEAD is answered as GET without the body", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes)
      const head = yield* server.fetch("/small", { method: "HEAD" })
      const get = yield* server.fetch("/small")
      assert.strictEqual(head.status, 200)
      assert.strictEqual(head.headers.get("content-length"), get.headers.get("content-length"))
      assert.strictEqual(yield* Effect.promise(() => head.text()), "")
    })
  )
})

describe("faults", () => {
  it.live("500 that tells the request id and nothing of the inside", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes)
      const { answer, body } = yield* refused(server, "/fault", 500, { headers: { "x-request-id": "find-me" } })
      assert.strictEqual(answer.headers.get("x-request-id"), "find-me")
      assert.include(body.message, "find-me")
      assert.notInclude(body.message, "hunter2")
    })
  )

  it.live("503 with Retry-After when the database let others go first", () =>
    Effect.gen(function* () {
      const { answer, body } = yield* refused(yield* serveRoutes(routes), "/busy", 503)
      assert.strictEqual(answer.headers.get("retry-after"), "1")
      assert.notInclude(body.message, "locked")
    })
  )

  it.live("the framework's own refusals have the decided body", () =>
    Effect.flatMap(serveRoutes(routes), (server) => refused(server, "/empty415", 415))
  )

  it.live("401 always names the scheme", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes)
      const { answer, body } = yield* refused(server, "/unauthorized", 401)
      assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
      assert.strictEqual(body.message, "Who is asking?")
    })
  )
})

const post = (body: BodyInit, headers: Record<string, string> = {}) => ({ method: "POST", body, headers })

describe("request bodies", () => {
  it.live("413 above the bound, with a length and without", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes, { MAX_BODY: "1000" })
      assert.strictEqual((yield* server.fetch("/echo", post("x".repeat(1000)))).status, 200)
      const { body } = yield* refused(server, "/echo", 413, post("x".repeat(1001)))
      assert.include(body.message, "1000 bytes")
      const chunk = `400\r\n${"x".repeat(1024)}\r\n`
      const reply = yield* server.send(
        `POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk}${chunk}0\r\n\r\n`
      )
      assert.isTrue(reply.startsWith("HTTP/1.1 413 "), reply)
    })
  )

  it.live("blobs are taken as they are sent, however their path is spelt", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes)
      for (const path of ["/blobs/a", "/blobs/%61", "/%62lobs/a"]) {
        const answer = yield* server.fetch(path, post("as it is", { "content-encoding": "gzip" }))
        assert.strictEqual(yield* Effect.promise(() => answer.text()), "as it is", path)
      }
      yield* refused(server, "/%zz/a", 404, post("{}"))
    })
  )

  it.live("413 before any of a body is asked for whose length is too large, but not before 404", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes, { MAX_BODY: "1000" })
      const ask = (path: string, headers = "") =>
        server.send(
          `POST ${path} HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\n${headers}Content-Length: 1001\r\n\r\n`
        )
      for (const headers of ["", "Accept-Encoding: gzip\r\n", "Content-Encoding: gzip\r\n"]) {
        const reply = yield* ask("/echo", headers)
        assert.match(reply, /^HTTP\/1\.1 413 [^]*connection: close[^]*1000 bytes/i, headers)
      }
      assert.match(yield* ask("/echo", "Content-Encoding: br\r\n"), /^HTTP\/1\.1 415 /)
      assert.match(yield* ask("/nowhere"), /^HTTP\/1\.1 404 /)
      assert.match(yield* ask("/fault"), /^HTTP\/1\.1 405 /)
    })
  )

  it.live("200 for gzip, inflated", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes)
      const answer = yield* server.fetch("/echo", post(gzipSync(LARGE), { "content-encoding": "gzip" }))
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(yield* Effect.promise(() => answer.text()), LARGE)
      const identity = yield* server.fetch("/echo", post(LARGE, { "content-encoding": "Identity" }))
      assert.strictEqual(identity.status, 200)
    })
  )

  it.live("413 when gzip inflates to more than the bound", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes, { MAX_BODY: "64 KiB" })
      const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024))
      assert.isBelow(bomb.length, 64 * 1024)
      yield* refused(server, "/echo", 413, post(bomb, { "content-encoding": "gzip" }))
    })
  )

  it.live("400 for what is no gzip", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes)
      yield* refused(server, "/echo", 400, post("plain", { "content-encoding": "gzip" }))
      yield* refused(server, "/echo", 400, post(gzipSync(LARGE).subarray(0, 40), { "content-encoding": "gzip" }))
    })
  )

  for (const encoding of ["br", "zstd", "gzip, gzip", "deflate"]) {
    it.live(`415 for ${encoding}`, () =>
      Effect.gen(function* () {
        const server = yield* serveRoutes(routes)
        const { answer } = yield* refused(server, "/echo", 415, post("x", { "content-encoding": encoding }))
        assert.strictEqual(answer.headers.get("accept-encoding"), "gzip")
      })
    )
  }
})

/** Without the decoding that fetch does: the answer's headers and its bytes as they came. */
const raw = (server: Served, path: string, headers: Record<string, string>) => {
  const lines = Object.entries({ Host: "h", Connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}`
  )
  return server.connect.pipe(
    Effect.tap(({ write }) => Effect.sync(() => write(`GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`))),
    Effect.flatMap(({ bytes }) => bytes),
    Effect.map((bytes) => {
      const end = bytes.indexOf("\r\n\r\n")
      const [, ...fields] = bytes.subarray(0, end).toString().split("\r\n")
      return {
        headers: new Headers(fields.map((field) => field.split(": ", 2) as [string, string])),
        body: bytes.subarray(end + 4)
      }
    }),
    Effect.orDie,
    Effect.scoped
  )
}

describe("compressed answers", () => {
  it.live("are gzip for who asks, with a weak ETag and Vary", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes)
      const { body, headers } = yield* raw(server, "/large", { "Accept-Encoding": "br, gzip;q=0.5" })
      assert.strictEqual(headers.get("content-encoding"), "gzip")
      assert.strictEqual(headers.get("etag"), 'W/"large"')
      assert.strictEqual(headers.get("vary"), "Accept, Accept-Encoding")
      assert.strictEqual(Number(headers.get("content-length")), body.length)
      assert.strictEqual(gunzipSync(body).toString(), LARGE)
    })
  )

  for (const [what, path, accepted] of [
    ["nobody asks", "/large", undefined],
    ["gzip is refused", "/large", "gzip;q=0"],
    ["only others are asked for", "/large", "br, zstd"],
    ["they are small", "/small", "gzip"]
  ] as const) {
    it.live(`are sent as they are when ${what}`, () =>
      Effect.gen(function* () {
        const server = yield* serveRoutes(routes)
        const { headers } = yield* raw(server, path, accepted === undefined ? {} : { "Accept-Encoding": accepted })
        assert.isNull(headers.get("content-encoding"))
        assert.notMatch(headers.get("etag") ?? "", /^W/)
        assert.include(headers.get("vary"), "Accept-Encoding")
      })
    )
  }

  it.live("are off by setting, and then do not vary", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes, { COMPRESSION: "false" })
      const { headers } = yield* raw(server, "/large", { "Accept-Encoding": "gzip" })
      assert.isNull(headers.get("content-encoding"))
      assert.strictEqual(headers.get("vary"), "Accept")
    })
  )
})

describe("conditional requests", () => {
  for (const tag of ['"large"', 'W/"large"', '"other", "large"', "*"]) {
    it.live(`304 without a body for If-None-Match: ${tag}`, () =>
      Effect.gen(function* () {
        const server = yield* serveRoutes(routes)
        const answer = yield* server.fetch("/large", { headers: { "if-none-match": tag } })
        assert.strictEqual(answer.status, 304)
        assert.strictEqual(answer.headers.get("etag"), '"large"')
        assert.strictEqual(answer.headers.get("cache-control"), "max-age=60")
        assert.include(answer.headers.get("vary"), "Accept")
        assert.isNull(answer.headers.get("content-type"))
        assert.isNotNull(answer.headers.get("x-request-id"))
      })
    )
  }

  it.live("200 for another tag, and for answers without one", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(routes)
      assert.strictEqual((yield* server.fetch("/large", { headers: { "if-none-match": '"lar"' } })).status, 200)
      assert.strictEqual((yield* server.fetch("/things/a", { headers: { "if-none-match": "*" } })).status, 200)
    })
  )
})
