import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import type { Socket } from "node:net"
import { clientOf, flood, get, headEnd, LARGE, post, stage, statusesIn } from "./connections.ts"

describe("refusals while a body is still coming", () => {
  const refused: ReadonlyArray<readonly [what: string, status: string, head: string]> = [
    ["and the client closes", "HTTP/1.1 417", post("/hello", 4_000_000, "Expect: cake\r\nConnection: close\r\n")],
    ["in HTTP/1.0", "HTTP/1.1 400", "POST /hello HTTP/1.0\r\nHost: a, b\r\nContent-Length: 4000000\r\n\r\n"],
    ["and the client would keep the connection", "HTTP/1.1 417", post("/hello", 4_000_000, "Expect: cake\r\n")],
    [
      "in an encoding nobody knows",
      "HTTP/1.1 400",
      "POST /hello HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n3d0900\r\n"
    ]
  ]
  for (const [what, status, head] of refused) {
    it.live(`arrive: ${what}`, () =>
      Effect.gen(function* () {
        const { server } = yield* stage
        for (let time = 0; time < 10; time++) {
          const { received, socket } = yield* clientOf(server)
          socket.write(head)
          flood(socket)
          const reply = yield* received
          assert.deepStrictEqual(statusesIn(reply), [status])
          assert.match(reply, /^connection: close\r$/im)
          assert.include(reply.slice(headEnd(reply)), status.slice(9))
        }
      })
    )
  }

  it.live("close the connection also when the client never ends its side", () =>
    Effect.gen(function* () {
      const { server } = yield* stage
      const { received, socket } = yield* clientOf(server)
      socket.write(post("/hello", 4_000_000, "Expect: cake\r\n"))
      yield* received
      yield* Effect.callback<void>((resume) => {
        const drip = setInterval(() => socket.write("x"), 50)
        socket.on("close", () => {
          clearInterval(drip)
          resume(Effect.void)
        })
      })
    })
  )

  it.live("keep the connection for a small body", () =>
    Effect.gen(function* () {
      const { posts, server } = yield* stage
      const reply = yield* server.send(
        `POST /hello HTTP/1.1\r\nHost: a, b\r\nContent-Length: 2\r\n\r\n{}${post("/hello", 2, "Connection: close\r\n")}ok`
      )
      assert.deepStrictEqual(statusesIn(reply), ["HTTP/1.1 400", "HTTP/1.1 200"])
      assert.deepStrictEqual(posts, ["ok"])
    })
  )

  it.live("let nothing be done for what comes behind an answer that closed", () =>
    Effect.gen(function* () {
      const { posts, server } = yield* stage
      const { received, socket } = yield* clientOf(server)
      const chunked = "POST /hello HTTP/1.1\r\nHost: a, b\r\nTransfer-Encoding: chunked\r\n\r\n"
      socket.write(chunked)
      assert.deepStrictEqual(statusesIn(yield* received), ["HTTP/1.1 400"])
      socket.write(`1\r\nx\r\n0\r\n\r\n${post("/hello", 2)}{}`)
      yield* server.fetch("/hello")
      yield* server.fetch("/hello")
      assert.deepStrictEqual(posts, [])
    })
  )
})

describe("a client that ends its side", () => {
  it.live("gets the answer to what it asked", () =>
    Effect.gen(function* () {
      const { arrived, release, server } = yield* stage
      const { received, socket } = yield* clientOf(server)
      socket.end(get("/held").repeat(2))
      yield* Deferred.await(arrived)
      yield* server.fetch("/hello")
      yield* release
      assert.match(yield* received, /\r\nheld[^]*\r\nheld$/)
    })
  )

  it.live("gets 400 when the request was not whole", () =>
    Effect.gen(function* () {
      const { server } = yield* stage
      const { received, socket } = yield* clientOf(server)
      socket.end(`${post("/hello", 10)}{}`)
      assert.deepStrictEqual(statusesIn(yield* received), ["HTTP/1.1 400"])
    })
  )

  for (const [how, leave] of [
    ["resets the connection", (socket: Socket) => socket.resetAndDestroy()],
    ["closes it", (socket: Socket) => socket.destroy()]
  ] as const) {
    it.live(`is noticed to be gone when it ${how}`, () =>
      Effect.gen(function* () {
        const { arrived, interrupted, server } = yield* stage
        const { socket } = yield* clientOf(server)
        socket.write(get("/held"))
        yield* Deferred.await(arrived)
        leave(socket)
        yield* Deferred.await(interrupted)
      })
    )
  }
})

describe("stopping", () => {
  it.live("lets a slow reader have all of an answer that was given before", () =>
    Effect.gen(function* () {
      const { server, stop } = yield* stage
      const idle = yield* clientOf(server)
      idle.socket.write(get("/hello"))
      const { received, socket } = yield* clientOf(server)
      socket.once("data", () => socket.pause())
      socket.write(get("/large"))
      yield* server.fetch("/hello")
      const stopped = yield* Effect.forkChild(stop)
      yield* Effect.scoped(server.connect).pipe(Effect.flip, Effect.asVoid, Effect.eventually)
      socket.resume()
      const reply = yield* received
      assert.strictEqual(reply.length - headEnd(reply), LARGE)
      yield* Fiber.join(stopped)
    })
  )
})
