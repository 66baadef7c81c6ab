/** Connections byte by byte, and routes that answer when the test lets them. */
import { Deferred, Effect, Exit, Scope, Stream } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { connect, type Socket } from "node:net"
import { type Served, serveRoutes } from "../serving.ts"

/** More than the buffers of a connection hold, in bytes. */
export const LARGE = 16_000_000

const CHUNKS = 50

export const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`

export const post = (path: string, length: number, headers = ""): string =>
  `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n${headers}\r\n`

const body = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ text }) => Effect.orDie(text))

/** Routes that answer at once, once they are let, in a stream, or with a lot; `posts` counts what came to `POST /hello`. */
export const stage = Effect.gen(function* () {
  const arrived = yield* Deferred.make<void>()
  const released = yield* Deferred.make<void>()
  const interrupted = yield* Deferred.make<void>()
  const held = Deferred.succeed(arrived, undefined).pipe(
    Effect.andThen(Deferred.await(released)),
    Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
  )
  const posts: Array<string> = []
  const pieces = Stream.concat(
    Stream.make("piece;"),
    Stream.fromEffect(held).pipe(Stream.flatMap(() => Stream.make("piece;", "end")))
  )
  const routes = HttpRouter.use((router) =>
    Effect.all([
      router.add("GET", "/hello", HttpServerResponse.text("hello")),
      router.add("GET", "/held", Effect.as(held, HttpServerResponse.text("held"))),
      router.add("GET", "/pieces", HttpServerResponse.stream(Stream.encodeText(pieces))),
      router.add("GET", "/large", HttpServerResponse.uint8Array(new Uint8Array(LARGE))),
      router.add(
        "POST",
        "/hello",
        Effect.map(body, (text) => {
          posts.push(text)
          return HttpServerResponse.text("made")
        })
      ),
      router.add(
        "POST",
        "/held",
        body.pipe(Effect.andThen(held), Effect.as(HttpServerResponse.text("made, after a while")))
      )
    ])
  )
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
  const server = yield* serveRoutes(routes).pipe(Scope.provide(scope))
  const release = Deferred.succeed(released, undefined)
  return { server, posts, arrived, release, interrupted, stop: Scope.close(scope, Exit.void) }
})

export interface Client {
  readonly socket: Socket
  readonly received: Effect.Effect<string>
}

/** A client that keeps its own side open until it is told otherwise. */
export const clientOf = (server: Served) =>
  Effect.acquireRelease(
    Effect.callback<Client>((resume) => {
      const { hostname, port } = new URL(server.url)
      const received: Array<Uint8Array> = []
      const ended = Deferred.makeUnsafe<string>()
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
      const end = () =>
        Deferred.doneUnsafe(
          ended,
          Effect.sync(() => Buffer.concat(received).toString())
        )
      socket.on("data", (chunk) => received.push(Buffer.from(chunk)))
      socket.on("end", end)
      socket.on("close", end)
      // A reset shows in what was received.
      socket.on("error", () => {})
      socket.on("connect", () => resume(Effect.succeed({ socket, received: Deferred.await(ended) })))
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

export const statusesIn = (reply: string): ReadonlyArray<string> => reply.match(/HTTP\/1\.1 \d+/g) ?? []

export const headEnd = (reply: string): number => reply.indexOf("\r\n\r\n") + 4

/** Sends four million bytes for as long as the server takes them. */
export const flood = (socket: Socket) => {
  const send = (pieces: number): void => {
    if (pieces > 0 && socket.writable) socket.write("x".repeat(80_000), () => setImmediate(() => send(pieces - 1)))
  }
  send(CHUNKS)
}
