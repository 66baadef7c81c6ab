import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Stream } from "effect"
import { BlobSink } from "@platform-control/core/blobs/BlobSink"
import * as FileBlobStore from "@platform-control/core/blobs/FileBlobStore"
import { BlobStore } from "@platform-control/core/BlobStore"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { temporaryFolder } from "@platform-control/core/testing/databases"
import { layerTestKey } from "@platform-control/core/testing/ServerKeys"
import { mkdir, readdir, readFile, readlink, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"

const openBoth = (folder: string) =>
  Layer.build(
    FileBlobStore.layer(folder).pipe(Layer.provide([layerTestKey, PublicUrl.layer("http://127.0.0.1")]))
  ).pipe(Effect.flatMap((context) => Effect.provideContext(Effect.all({ blobs: BlobStore, sink: BlobSink }), context)))

const open = (folder: string) => Effect.map(openBoth(folder), ({ blobs }) => blobs)

const bytes = (text: string) => new TextEncoder().encode(text)

describe("FileBlobStore.layer", () => {
  it.live("removes temporary files of writers that are gone, and leaves those of living ones", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const incoming = join(folder, "incoming")
      yield* Effect.promise(async () => {
        await mkdir(incoming)
        await Promise.all(["stale", "living"].map((name) => writeFile(join(incoming, name), "part")))
        const twoHoursAgo = Date.now() / 1000 - 2 * 60 * 60
        await utimes(join(incoming, "stale"), twoHoursAgo, twoHoursAgo)
      })
      yield* open(folder)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(incoming)), ["living"])
    })
  )

  it.live("finds what an earlier one stored", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* Effect.scoped(Effect.flatMap(open(folder), (blobs) => blobs.write("a/b", bytes("kept"))))
      const blobs = yield* open(folder)
      assert.deepStrictEqual(Option.getOrThrow(yield* blobs.read("a/b", 10)), Buffer.from("kept"))
    })
  )

  it.live("fails with a sentence that names the folder when it can't be used", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = join(folder, "file")
      yield* Effect.promise(() => writeFile(file, ""))
      const error = yield* Effect.flip(open(join(file, "below")))
      assert.strictEqual(error._tag, "BlobStorageUnavailable")
      assert.match(error.message, /^The blob folder .*\/file\/below can't be used .*; make it writable for this user/)
    })
  )
})

describe("FileBlobStore on disk", () => {
  it.live("keeps files to its owner, and no empty folders but those at the top", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const blobs = yield* open(folder)
      yield* blobs.write("a/b/c", bytes("x"))
      const { mode } = yield* Effect.promise(() => stat(join(folder, "files/a/b/c=")))
      assert.strictEqual(mode & 0o077, 0)
      yield* blobs.remove(["a/b/c"])
      const left = yield* Effect.promise(() => readdir(join(folder, "files"), { recursive: true }))
      assert.deepStrictEqual(left, ["a"])
    })
  )

  it.live("reads what another one wrote in place of its own, and more than once", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [one, two] = [yield* open(folder), yield* open(folder)]
      const textOf = (key: string) =>
        Effect.map(one.read(key, 10), (found) => Option.map(found, (read) => Buffer.from(read).toString()))
      const text = textOf("a/b")
      yield* one.write("a/b", bytes("first"))
      assert.deepStrictEqual([yield* text, yield* text], [Option.some("first"), Option.some("first")])
      yield* one.write("a/b", bytes("other"))
      yield* two.write("a/b", bytes("third"))
      assert.deepStrictEqual(yield* text, Option.some("third"))
      yield* one.keep("a/b", "kept")
      yield* one.write("a/b", bytes("fifth"))
      assert.deepStrictEqual(yield* textOf("kept"), Option.some("third"))
      yield* two.remove(["a/b"])
      assert.deepStrictEqual(yield* text, Option.none())
    })
  )

  it.live.skipIf(process.platform !== "linux")("holds few files open, and none once it is closed", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const held = Effect.promise(async () => {
        const files = await readdir("/proc/self/fd")
        const paths = await Promise.all(files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => "")))
        return paths.filter((path) => path.startsWith(folder)).length
      })
      yield* Effect.scoped(
        Effect.gen(function* () {
          const blobs = yield* open(folder)
          const keys = Array.from({ length: 300 }, (_, index) => `a/${index}`)
          yield* Effect.forEach(keys, (key) => blobs.write(key, bytes(key)), { concurrency: 16, discard: true })
          assert.strictEqual(yield* held, 256)
          yield* Effect.forEach(keys, (key) => blobs.read(key, 10), { concurrency: 16, discard: true })
          assert.strictEqual(yield* held, 0)
          yield* blobs.write("large", new Uint8Array(100_000))
          assert.strictEqual(yield* held, 0)
          yield* blobs.write("small", bytes("x"))
        })
      )
      assert.strictEqual(yield* held, 0)
    })
  )

  it.live("leaves nothing of a body that breaks off", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { sink } = yield* openBoth(folder)
      const body = Stream.concat(Stream.succeed(bytes("part")), Stream.fail("broken off"))
      assert.strictEqual(yield* Effect.flip(sink.writeStream("a/b", body)), "broken off")
      const left = yield* Effect.promise(() => readdir(folder, { recursive: true }))
      assert.sameMembers(left, ["files", "incoming"])
    })
  )

  it.live("keep costs no second copy of the bytes, also when repeated", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const blobs = yield* open(folder)
      yield* blobs.write("from", bytes("x"))
      yield* blobs.keep("from", "deep/to")
      yield* blobs.keep("from", "deep/to")
      const [from, to] = yield* Effect.promise(() =>
        Promise.all(["from=", "deep/to="].map((name) => stat(join(folder, "files", name))))
      )
      assert.strictEqual(from?.ino, to?.ino)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(folder, "incoming"))), [])
    })
  )

  it.live("a reader sees one whole blob while writers replace it", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [one, two] = [yield* open(folder), yield* open(folder)]
      const first = "a".repeat(300_000)
      const versions = [first, "b".repeat(300_000), "c".repeat(300_000)]
      yield* one.write("blob", bytes(first))
      const write = Effect.forEach(versions, (version) => two.write("blob", bytes(version)), { discard: true })
      const read = Stream.runCollect(one.stream("blob")).pipe(
        Effect.map((parts) => assert.include(versions, Buffer.concat(parts).toString()))
      )
      yield* Effect.all([Effect.repeat(write, { times: 5 }), Effect.repeat(read, { times: 20 })], { concurrency: 2 })
    })
  )

  it.live("writers and removers in one folder don't disturb each other", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const blobs = yield* open(folder)
      const turn = (index: number) =>
        Effect.andThen(blobs.write(`a/b/${index}`, bytes(String(index))), blobs.remove([`a/b/${index}`]))
      const indexes = Array.from({ length: 200 }, (_, index) => index)
      yield* Effect.forEach(indexes, turn, { concurrency: 16, discard: true })
      const left = yield* Effect.promise(() => readdir(join(folder, "files"), { recursive: true }))
      assert.deepStrictEqual(left, ["a"])
      yield* blobs.write("a/b/last", bytes("last"))
      assert.strictEqual(yield* Effect.promise(() => readFile(join(folder, "files/a/b/last="), "utf8")), "last")
    })
  )
})
