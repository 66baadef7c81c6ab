import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { type Client, clientOf, flood, get, headEnd, LARGE, post, stage, statusesIn } from "./connections.ts"

describe("what comes behind a request", () => {
  const answered: ReadonlyArray<readonly [what: string, request: string, expected: RegExp]> = [
    ["a GET", `${get("/held")}junk\r\n\r\n`, /\r\nheld$/],
    ["a POST whose length is one too small", `${post("/held", 2)}{}}`, /\r\nmade, after a while$/],
    [
      "the last of three requests",
      `${get("/held").repeat(3)}junk\r\n\r\n`,
      /^(?:[^]*?\r\nconnection: keep-alive[^]*?\r\nheld){3}$/i
    ],
    ["a request that closes", `${post("/held", 2, "Connection: close\r\n")}{}}`, /\r\nmade, after a while$/],
    ["an answer that has begun", `${get("/pieces")}junk\r\n\r\n`, /piece;[^]*piece;[^]*end/]
  ]
  for (const [what, request, expected] of answered) {
    it.live(`is passed over until the answer has been given: ${what}`, () =>
      Effect.gen(function* () {
        const { arrived, release, server } = yield* stage
        const { received, socket } = yield* clientOf(server)
        socket.write(request)
        yield* Deferred.await(arrived)
        // The answer to a later connection says that what came on the earlier one has been read.
        yield* server.fetch("/hello")
        socket.write("more of it")
        yield* server.fetch("/hello")
        yield* release
        const reply = yield* received
        assert.match(reply, expected)
        assert.notInclude(statusesIn(reply), "HTTP/1.1 400")
      })
    )
  }

  it.live("takes no answer along while it goes on coming", () =>
    Effect.gen(function* () {
      const { release, server } = yield* stage
      const clients = yield* Effect.all(Array.from({ length: 10 }, () => clientOf(server)))
      for (const { socket } of clients) socket.write(`${get("/held")}junk\r\n\r\n`)
      yield* server.fetch("/hello")
      for (const { socket } of clients) flood(socket)
      yield* release
      for (const { received } of clients) assert.match(yield* received, /\r\nheld$/)
    })
  )

  it.live("ends the connection, as the answer says", () =>
    Effect.gen(function* () {
      const { arrived, release, server } = yield* stage
      const { received, socket } = yield* clientOf(server)
      socket.write(`${get("/held")}junk\r\n\r\n`)
      yield* Deferred.await(arrived)
      yield* server.fetch("/hello")
      yield* release
      assert.match(yield* received, /^connection: close\r$/im)
    })
  )

  it.live("is answered 400 where a request is under way that can't be read any more", () =>
    Effect.gen(function* () {
      const { arrived, release, server } = yield* stage
      const { received, socket } = yield* clientOf(server)
      socket.write(`${get("/held")}POST /hello HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`)
      yield* Deferred.await(arrived)
      yield* server.fetch("/hello")
      yield* release
      assert.deepStrictEqual(statusesIn(yield* received), ["HTTP/1.1 200", "HTTP/1.1 400"])
    })
  )

  it.live("is no second answer where the request was answered before all of it had come", () =>
    Effect.gen(function* () {
      const { server } = yield* stage
      const { received, socket } = yield* clientOf(server)
      socket.write("POST /nowhere HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
      yield* Effect.callback<void>((resume) => void socket.once("data", () => resume(Effect.void)))
      socket.write("zz\r\n")
      assert.deepStrictEqual(statusesIn(yield* received), ["HTTP/1.1 404"])
    })
  )

  it.live("leaves a slow reader the time to read its answer", () =>
    Effect.gen(function* () {
      const { server } = yield* stage
      const whole = yield* clientOf(server)
      const part = yield* clientOf(server)
      const read = Effect.fnUntraced(function* ({ received, socket }: Client, request: string) {
        socket.once("data", () => socket.pause())
        socket.write(request)
        yield* server.fetch("/hello")
        socket.write("junk\r\n\r\n")
        yield* Effect.sleep("1500 millis")
        socket.resume()
        const reply = yield* received
        assert.strictEqual(reply.length - headEnd(reply), LARGE)
      })
      yield* Effect.all(
        [
          read(whole, get("/large")),
          read(part, "GET /large HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
        ],
        { concurrency: "unbounded" }
      )
    })
  )
})

describe("CONNECT", () => {
  it.live("405 with the decided body", () =>
    Effect.gen(function* () {
      const { server } = yield* stage
      const reply = yield* server.send("CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n")
      assert.deepStrictEqual(statusesIn(reply), ["HTTP/1.1 405"])
      assert.match(reply, /^allow: *\r$/im)
      assert.deepInclude(JSON.parse(reply.slice(headEnd(reply))), { code: 405 })
    })
  )
})
