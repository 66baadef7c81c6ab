import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as FileBlobStore from "@platform-control/core/blobs/FileBlobStore"
import { BlobStore } from "@platform-control/core/BlobStore"
import { temporaryFolder } from "@platform-control/core/testing/databases"
import { readdir } from "node:fs/promises"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { vi } from "vitest"
import { served } from "./stores.ts"

const bounds = { maxBytes: 1000, expiresInSeconds: 60 }

/** A connection that speaks HTTP by hand, to send less than a request promises. */
const dial = (url: URL) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket = connect(Number(url.port), url.hostname, () => resume(Effect.succeed(socket)))
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

const head = (url: URL, headers: ReadonlyArray<string>) =>
  [`PUT ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, ...headers, "", ""].join("\r\n")

const received = (socket: Socket) =>
  Effect.callback<string>((resume) => {
    socket.once("data", (bytes) => resume(Effect.succeed(bytes.toString())))
  })

/** A store on files behind a server, and what its folder holds of uploads that are under way. */
const setUp = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const blobs = yield* Effect.map(Layer.build(served(FileBlobStore.layer(folder))), (context) =>
    BlobStore.pipe(Effect.provideContext(context))
  ).pipe(Effect.flatten)
  const incoming = () => readdir(join(folder, "incoming"))
  const seen = (count: number) =>
    Effect.promise(() => vi.waitFor(async () => assert.lengthOf(await incoming(), count), { timeout: 10_000 }))
  return { blobs, seen }
})

describe("PUT /blobs/*", () => {
  it.live("413 at once when the declared length is beyond the bound, before any of the body is sent", () =>
    Effect.gen(function* () {
      const { blobs, seen } = yield* setUp
      const url = new URL((yield* blobs.uploadPlace("a/b", bounds)).url)
      const socket = yield* dial(url)
      socket.write(head(url, ["Content-Length: 1001"]))
      assert.match(yield* received(socket), /^HTTP\/1\.1 413 /)
      yield* seen(0)
    })
  )

  it.live("413 instead of an invitation to send a body beyond the bound", () =>
    Effect.gen(function* () {
      const { blobs } = yield* setUp
      const url = new URL((yield* blobs.uploadPlace("a/b", bounds)).url)
      const socket = yield* dial(url)
      socket.write(head(url, ["Content-Length: 1001", "Expect: 100-continue"]))
      assert.match(yield* received(socket), /^HTTP\/1\.1 413 /)
    })
  )

  it.live("413 at the bound while a chunked body still comes, and nothing is left of it", () =>
    Effect.gen(function* () {
      const { blobs, seen } = yield* setUp
      const url = new URL((yield* blobs.uploadPlace("a/b", bounds)).url)
      const socket = yield* dial(url)
      socket.write(head(url, ["Transfer-Encoding: chunked"]))
      socket.write(`3e8\r\n${"x".repeat(1000)}\r\n`)
      yield* seen(1)
      socket.write("1\r\nx\r\n")
      assert.match(yield* received(socket), /^HTTP\/1\.1 413 /)
      yield* seen(0)
      assert.isTrue(Option.isNone(yield* blobs.info("a/b")))
    })
  )

  for (const [how, headers] of [
    ["with a declared length", ["Content-Length: 1000"]],
    ["in chunks", ["Transfer-Encoding: chunked"]]
  ] as const) {
    it.live(`leaves nothing of a body that breaks off ${how}, and what was there before stays`, () =>
      Effect.gen(function* () {
        const { blobs, seen } = yield* setUp
        yield* blobs.write("a/b", Buffer.from("before"))
        const url = new URL((yield* blobs.uploadPlace("a/b", bounds)).url)
        const socket = yield* dial(url)
        socket.write(head(url, headers))
        socket.write("5\r\nhello\r\n")
        yield* seen(1)
        socket.destroy()
        yield* seen(0)
        const bytes = Option.getOrThrow(yield* blobs.read("a/b", 100))
        assert.strictEqual(Buffer.from(bytes).toString(), "before")
      })
    )
  }

  it.live("403 says in the decided form whether the place has expired or was changed", () =>
    Effect.gen(function* () {
      const { blobs } = yield* setUp
      const ask = (url: string) =>
        Effect.promise(async () => (await fetch(url, { method: "PUT", body: "x" })).json() as Promise<unknown>)
      const expired = yield* blobs.uploadPlace("a/b", { maxBytes: 10, expiresInSeconds: 0 })
      assert.deepStrictEqual(yield* ask(expired.url), {
        code: 403,
        message: "The signed URL has expired; ask for a new one"
      })
      assert.deepStrictEqual(yield* ask(expired.url.replace("a/b", "a/c")), {
        code: 403,
        message: "The URL is not as it was signed; use it exactly as it was given"
      })
    })
  )

  it.live("200 for concurrent bodies of one place, and one of them is there whole", () =>
    Effect.gen(function* () {
      const { blobs, seen } = yield* setUp
      const place = yield* blobs.uploadPlace("a/b", { maxBytes: 100_000, expiresInSeconds: 60 })
      const bodies = ["a", "b", "c", "d", "e", "f"].map((letter) => letter.repeat(100_000))
      const statuses = yield* Effect.forEach(
        bodies,
        (body) => Effect.promise(async () => (await fetch(place.url, { method: "PUT", body })).status),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        statuses,
        bodies.map(() => 200)
      )
      const bytes = Option.getOrThrow(yield* blobs.read("a/b", 100_000))
      assert.include(bodies, Buffer.from(bytes).toString())
      yield* seen(0)
    })
  )
})

describe("GET /blobs/*", () => {
  it.live("404 in the decided form when nothing is there", () =>
    Effect.gen(function* () {
      const { blobs } = yield* setUp
      const place = yield* blobs.downloadPlace("a/b", { expiresInSeconds: 60, contentType: "text/plain" })
      const answer = yield* Effect.promise(() => fetch(place.url))
      const body = yield* Effect.promise(() => answer.json() as Promise<unknown>)
      assert.deepStrictEqual(body, { code: 404, message: "Nothing has been stored here" })
      assert.strictEqual(answer.headers.get("cache-control"), "private, no-store")
    })
  )

  it.live("HEAD answers the length without the bytes", () =>
    Effect.gen(function* () {
      const { blobs } = yield* setUp
      yield* blobs.write("a/b", Buffer.from("12345"))
      const place = yield* blobs.downloadPlace("a/b", { expiresInSeconds: 60, contentType: "text/plain" })
      const answer = yield* Effect.promise(() => fetch(place.url, { method: "HEAD" }))
      assert.deepStrictEqual([answer.status, answer.headers.get("content-length")], [200, "5"])
    })
  )
})
