/** Servers on loopback for tests: the settings as their users write them, and requests by fetch or byte by byte. */
import { Deferred, Effect, Layer, type Scope } from "effect"
import { type HttpRouter, HttpServer } from "effect/http"
import { connect, type Socket } from "node:net"
import * as Application from "../src/Application.ts"
import * as Listener from "../src/Listener.ts"
import { layerTest, testSettings } from "../src/testing.ts"

/** One connection, byte by byte. */
export interface Connection {
  readonly write: (bytes: string) => void
  /** Everything that came until the server closed the connection. */
  readonly bytes: Effect.Effect<Buffer>
  /** The same as text. */
  readonly reply: Effect.Effect<string>
}

/** What a test asks of a server. */
export interface Served {
  readonly url: string
  readonly fetch: (path: string, init?: RequestInit) => Effect.Effect<Response>
  /** A connection of its own; closed with the scope when the server has not closed it. */
  readonly connect: Effect.Effect<Connection, Error, Scope.Scope>
  /** Sends bytes over a connection of its own, and gives what came until the server closed it. */
  readonly send: (bytes: string) => Effect.Effect<string>
}

const connectTo = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Connection & { readonly socket: Socket }, Error>((resume) => {
      const received: Array<Uint8Array> = []
      const closed = Deferred.makeUnsafe<Buffer>()
      const bytes = Deferred.await(closed)
      const socket = connect(port, "127.0.0.1")
      socket.on("data", (chunk) => received.push(Buffer.from(chunk)))
      socket.on("error", (error) => resume(Effect.fail(error)))
      socket.on("close", () => Deferred.doneUnsafe(closed, Effect.succeed(Buffer.concat(received))))
      socket.on("connect", () =>
        resume(
          Effect.succeed({
            socket,
            write: (bytes) => void socket.write(bytes),
            bytes,
            reply: Effect.map(bytes, String)
          })
        )
      )
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

/** The test's side of a listening server. */
export const served = Effect.map(HttpServer.HttpServer, ({ address }): Served => {
  const port = "port" in address ? address.port : 0
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    fetch: (path, init) => Effect.promise(() => fetch(`${url}${path}`, init)),
    connect: connectTo(port),
    send: (bytes) =>
      connectTo(port).pipe(
        Effect.tap(({ write }) => Effect.sync(() => write(bytes))),
        Effect.flatMap(({ reply }) => reply),
        Effect.orDie,
        Effect.scoped
      )
  }
})

/** Serves these routes, and nothing else, behind everything that stands around routes. */
export const serveRoutes = (
  routes: Layer.Layer<never, never, HttpRouter.HttpRouter>,
  env: Readonly<Record<string, string>> = {}
) =>
  Effect.gen(function* () {
    const settings = yield* testSettings(env)
    const context = yield* Layer.build(
      Application.layer(settings, routes).pipe(
        Layer.provideMerge(Listener.layer(settings)),
        Layer.provide(Application.surroundings(settings))
      )
    )
    return yield* served.pipe(Effect.provide(context))
  }).pipe(Effect.orDie)

/** The error body of an answer. */
export const refusalOf = (response: Response) =>
  Effect.map(
    Effect.promise(() => response.json()),
    (body) => body as { readonly code: number; readonly message: string }
  )

/** A whole server on an empty data folder, and the services behind it. */
export const serveAll = (env: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const services = yield* Layer.build(layerTest(env))
    return { ...(yield* Effect.provide(served, services)), services }
  })
