import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { connect } from "node:net"
import * as Listener from "../../src/Listener.ts"
import { refusalOf, type Served, served, serveRoutes } from "../serving.ts"
import { testSettings } from "../../src/testing.ts"

const hello = HttpRouter.use((router) =>
  Effect.andThen(
    router.add("GET", "/hello", HttpServerResponse.text("hello")),
    router.add(
      "POST",
      "/hello",
      Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ text }) =>
        Effect.as(Effect.orDie(text), HttpServerResponse.empty({ status: 204 }))
      )
    )
  )
)

const idIn = (reply: string): string | undefined => /^x-request-id: *(\S+)\r?$/im.exec(reply)?.[1]

describe("request id", () => {
  it.live("stands on every answer, whatever it is", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello)
      const answers = yield* Effect.all([
        server.fetch("/hello"),
        server.fetch("/hello", { method: "HEAD" }),
        server.fetch("/hello", { method: "POST", body: "{}" }),
        server.fetch("/unknown"),
        server.fetch("/hello", { method: "DELETE" }),
        server.fetch("/hello", { method: "POST", body: "x", headers: { "content-encoding": "br" } })
      ])
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 200, 204, 404, 405, 415]
      )
      const ids = answers.map(({ headers }) => headers.get("x-request-id") ?? "")
      for (const id of ids) assert.match(id, /^[A-Za-z0-9._-]{1,128}$/)
      assert.strictEqual(new Set(ids).size, ids.length)
    })
  )

  it.live("is the one that was sent when that is sane", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello)
      for (const sent of ["a", "Trace-1.2_3", "x".repeat(128)]) {
        const { headers } = yield* server.fetch("/hello", { headers: { "x-request-id": sent } })
        assert.strictEqual(headers.get("x-request-id"), sent)
      }
      for (const sent of ["x".repeat(129), "a b", "<script>", "a, b"]) {
        const { headers } = yield* server.fetch("/hello", { headers: { "x-request-id": sent } })
        assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      }
    })
  )

  it.live("is new when several were sent", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello)
      const reply = yield* server.send(
        "GET /hello HTTP/1.1\r\nHost: h\r\nX-Request-Id: one\r\nX-Request-Id: two\r\nConnection: close\r\n\r\n"
      )
      assert.match(idIn(reply) ?? "", /^[0-9a-f-]{36}$/)
    })
  )
})

describe("what Node itself refuses", () => {
  const malformed: ReadonlyArray<readonly [what: string, status: number, bytes: string]> = [
    ["bytes that are no HTTP", 400, "hello\r\n\r\n"],
    ["a header without a name", 400, "GET /hello HTTP/1.1\r\nHost: h\r\n: x\r\n\r\n"],
    ["no Host", 400, "GET /hello HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["two Hosts", 400, "GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"],
    ["two lengths", 400, "POST /hello HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    ["headers that are too large", 431, `GET /hello HTTP/1.1\r\nHost: h\r\nX: ${"x".repeat(20_000)}\r\n\r\n`],
    [
      "an expectation other than to continue",
      417,
      "GET /hello HTTP/1.1\r\nHost: h\r\nExpect: cake\r\nConnection: close\r\n\r\n"
    ]
  ]
  for (const [what, status, bytes] of malformed) {
    it.live(`${status} with the decided body: ${what}`, () =>
      Effect.gen(function* () {
        const server = yield* serveRoutes(hello)
        const reply = yield* server.send(bytes)
        assert.isTrue(reply.startsWith(`HTTP/1.1 ${status} `), reply)
        assert.match(reply, /^content-type: application\/json\r$/im)
        assert.isString(idIn(reply))
        const body: unknown = JSON.parse(reply.slice(reply.indexOf("\r\n\r\n") + 4))
        assert.deepInclude(body, { code: status })
      })
    )
  }

  /** What a client receives that sends `head` and then, for as long as the server takes it, 4 MB that belong to nothing. */
  const answerWhileSending = (server: Served, head: string) =>
    Effect.callback<string>((resume) => {
      const { hostname, port } = new URL(server.url)
      let received = ""
      const socket = connect(Number(port), hostname)
      const send = (pieces: number): void =>
        void (pieces === 0 || !socket.writable
          ? socket.end()
          : socket.write("x".repeat(65_536), () => setImmediate(() => send(pieces - 1))))
      socket.on("data", (chunk) => (received += chunk.toString()))
      // A reset shows in what was received.
      socket.on("error", () => {})
      socket.on("close", () => resume(Effect.succeed(received)))
      socket.write(head)
      send(60)
    })

  it.live("400 also for a client that goes on sending, whose answer a reset would take along", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello)
      const head = "POST /hello HTTP/1.1\r\nHost: h\r\n: x\r\nContent-Length: 4000000\r\n\r\n"
      assert.match(yield* answerWhileSending(server, head), /^HTTP\/1\.1 400 /)
    })
  )

  it.live("nothing of what follows a request that was answered: its answer stays whole", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello)
      for (let time = 0; time < 20; time++) {
        const reply = yield* answerWhileSending(server, "GET /hello HTTP/1.1\r\nHost: h\r\n\r\n")
        assert.match(reply, /^HTTP\/1\.1 200 [^]*\r\n\r\nhello/)
      }
    })
  )

  it.live("408 when a request does not arrive in time", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello, { REQUEST_TIMEOUT: "1s" })
      const reply = yield* server.send("POST /hello HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nab")
      assert.isTrue(reply.startsWith("HTTP/1.1 408 "), reply)
      assert.deepInclude(JSON.parse(reply.slice(reply.indexOf("\r\n\r\n") + 4)), { code: 408 })
    })
  )

  it.live("answers as usual when another protocol is offered", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello)
      const reply = yield* server.send(
        "GET /hello HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n"
      )
      assert.isTrue(reply.startsWith("HTTP/1.1 200 "), reply)
      assert.isString(idIn(reply))
    })
  )
})

describe("a client that asks before it sends", () => {
  it.live("is told to continue when the body is read, and sent away when nothing is there", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello)
      const head = (path: string) =>
        `POST ${path} HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n`
      const refused = yield* server.send(head("/nowhere"))
      assert.isTrue(refused.startsWith("HTTP/1.1 404 "), refused)
      assert.isString(idIn(refused))
      const accepted = yield* server.send(`${head("/hello")}{}`)
      assert.match(accepted, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 204 /)
    })
  )
})

describe("before the application is ready", () => {
  it.live("503 with Retry-After, but 200 for whoever asks whether the process lives", () =>
    Effect.gen(function* () {
      const settings = yield* testSettings()
      const server = yield* served.pipe(Effect.provide(yield* Layer.build(Listener.layer(settings))))
      const early = yield* server.fetch("/api/user", { headers: { "x-request-id": "early" } })
      assert.strictEqual(early.status, 503)
      assert.strictEqual(early.headers.get("x-request-id"), "early")
      assert.isAtLeast(Number(early.headers.get("retry-after")), 1)
      assert.deepInclude(yield* refusalOf(early), { code: 503 })
      assert.strictEqual((yield* server.fetch("/healthz")).status, 200)
    })
  )
})

/** Succeeds once nobody listens any more. */
const notListening = (server: Served): Effect.Effect<void> =>
  Effect.scoped(server.connect).pipe(Effect.flip, Effect.asVoid, Effect.eventually, Effect.orDie)

describe("stopping", () => {
  it.live("lets requests under way end, refuses new ones, and ends when they have", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const released = yield* Deferred.make<void>()
      const slow = HttpRouter.use((router) =>
        router.add(
          "GET",
          "/slow",
          Deferred.succeed(arrived, undefined).pipe(
            Effect.andThen(Deferred.await(released)),
            Effect.as(HttpServerResponse.text("done"))
          )
        )
      )
      const scope = yield* Scope.make()
      const server = yield* serveRoutes(Layer.merge(hello, slow)).pipe(Scope.provide(scope))
      const underWay = yield* server.connect
      underWay.write("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n")
      const late = yield* server.connect
      late.write("GET /hello HTTP/1.1\r\nHost: h\r\n")
      yield* Deferred.await(arrived)
      // The answer to a later connection says that what the earlier ones sent has come.
      yield* server.fetch("/hello")

      const stopped = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* notListening(server)
      late.write("\r\n")
      const refused = yield* late.reply
      assert.isTrue(refused.startsWith("HTTP/1.1 503 "), refused)
      assert.match(refused, /^connection: close\r$/im)
      assert.match(refused, /^retry-after: \d+\r$/im)
      assert.isUndefined(stopped.pollUnsafe())

      yield* Deferred.succeed(released, undefined)
      const answered = yield* underWay.reply
      assert.isTrue(answered.startsWith("HTTP/1.1 200 "), answered)
      assert.match(answered, /done$/)
      yield* Fiber.join(stopped)
    })
  )

  it.live("breaks off what takes longer than the settings allow", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const interrupted = yield* Deferred.make<void>()
      const endless = HttpRouter.use((router) =>
        router.add(
          "GET",
          "/endless",
          Deferred.succeed(arrived, undefined).pipe(
            Effect.andThen(Effect.never),
            Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
          )
        )
      )
      const scope = yield* Scope.make()
      const server = yield* serveRoutes(endless, { SHUTDOWN_TIMEOUT: "1s" }).pipe(Scope.provide(scope))
      const connection = yield* server.connect
      connection.write("GET /endless HTTP/1.1\r\nHost: h\r\n\r\n")
      yield* Deferred.await(arrived)
      yield* Scope.close(scope, Exit.void)
      yield* Deferred.await(interrupted)
      assert.isTrue((yield* connection.reply).startsWith("HTTP/1.1 503 "))
    })
  )
})
