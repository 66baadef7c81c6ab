import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { BlobStore, type SignedPlace } from "@platform-control/core/BlobStore"
import { randomUUID } from "node:crypto"
import { GLOBAL_BODY_BOUND, testStores } from "./stores.ts"

const HOUR_SECONDS = 3600
const bounds = { maxBytes: 4 * GLOBAL_BODY_BOUND, expiresInSeconds: 900 }

const text = (value: string) => new TextEncoder().encode(value)

/** A key of its own, so that suites may share a bucket. */
const freshKey = Effect.sync(() => `suite/${randomUUID()}/blob`)

const put = (place: SignedPlace, body: BodyInit) =>
  Effect.promise(async () => {
    const init: RequestInit & { duplex: "half" } = {
      method: "PUT",
      body,
      headers: place.requiredHeaders,
      duplex: "half"
    }
    const response = await fetch(place.url, init)
    return { status: response.status, body: await response.text() }
  })

const get = (place: SignedPlace) =>
  Effect.promise(async () => {
    const response = await fetch(place.url)
    return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
  })

/** A body whose length `fetch` does not know and so does not send. */
const chunked = (parts: ReadonlyArray<string>) =>
  new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(text(part))
      controller.close()
    }
  })

const anHourAgo = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => TestClock.setTime(Date.now() - HOUR_SECONDS * 1000)).pipe(
    Effect.andThen(effect),
    Effect.provide(TestClock.layer())
  )

/** What is stored under the key, as text. */
const stored = Effect.fnUntraced(function* (key: string) {
  const blobs = yield* BlobStore
  return Option.map(yield* blobs.read(key, bounds.maxBytes), (bytes) => Buffer.from(bytes).toString())
})

const changed = (place: SignedPlace, change: (url: URL) => void): SignedPlace => {
  const url = new URL(place.url)
  change(url)
  return { ...place, url: url.href }
}

const otherSignature = (name: string) => (url: URL) => {
  const signature = url.searchParams.get(name) ?? ""
  url.searchParams.set(name, `${signature.startsWith("0") ? "1" : "0"}${signature.slice(1)}`)
}

const raised = (name: string) => (url: URL) =>
  url.searchParams.set(name, String(Number(url.searchParams.get(name)) + 1))

const otherKey = (url: URL) => {
  url.pathname = `${url.pathname}x`
}

for (const store of testStores) {
  const name = store.skip === undefined ? store.name : `${store.name} (${store.skip})`
  describe.skipIf(store.skip !== undefined)(`BlobStore in ${name}`, () => {
    it.layer(store.layer, { excludeTestServices: true })((it) => {
      describe("write, read, info and stream", () => {
        it.effect("give back the bytes, also no bytes and bytes beyond one chunk", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            for (const size of [0, 1, 200_000]) {
              const key = yield* freshKey
              const bytes = new Uint8Array(size).map((_, index) => index % 251)
              yield* blobs.write(key, bytes)
              const info = Option.getOrThrow(yield* blobs.info(key))
              assert.deepStrictEqual([info.key, info.sizeBytes], [key, size])
              assert.isBelow(Math.abs(info.modifiedAt - Date.now()), HOUR_SECONDS * 1000)
              assert.deepStrictEqual(Option.getOrThrow(yield* blobs.read(key, size)), bytes)
              const parts = yield* Stream.runCollect(blobs.stream(key))
              assert.deepStrictEqual(new Uint8Array(Buffer.concat(parts)), bytes)
            }
          })
        )

        it.effect("know nothing of a key that was never written", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            assert.isTrue(Option.isNone(yield* blobs.info(key)))
            assert.isTrue(Option.isNone(yield* blobs.read(key, 10)))
            assert.deepStrictEqual(yield* Stream.runCollect(blobs.stream(key)), [])
          })
        )

        it.effect("keep apart a key and the keys below it", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            yield* blobs.write(`${key}/below`, text("below"))
            yield* blobs.write(key, text("above"))
            assert.deepStrictEqual(
              [yield* stored(key), yield* stored(`${key}/below`)],
              [Option.some("above"), Option.some("below")]
            )
          })
        )

        it.effect("fail when the blob is larger than the reader allows", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            yield* blobs.write(key, text("12345"))
            const error = yield* Effect.flip(blobs.read(key, 4))
            assert.deepStrictEqual({ ...error }, { _tag: "BlobTooLarge", key, sizeBytes: 5, maxBytes: 4 })
          })
        )

        it.effect("die on what is no key", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            for (const key of ["", "/a", "a/", "a//b", "..", "a/../b", "a b", "a=", "ä", "a".repeat(201)]) {
              for (const attempt of [
                blobs.write(key, text("x")),
                blobs.read(key, 1),
                blobs.info(key),
                Stream.runDrain(blobs.stream(key)),
                blobs.keep(key, "fine"),
                blobs.uploadPlace(key, bounds),
                blobs.downloadPlace(key, { expiresInSeconds: 1, contentType: "text/plain" }),
                blobs.remove([key])
              ]) {
                const exit = yield* Effect.exit(attempt)
                assert.strictEqual(exit._tag === "Failure" && exit.cause.reasons[0]?._tag, "Die", key)
              }
            }
          })
        )
      })

      describe("keep", () => {
        it.effect("copies the blob out of reach of later uploads", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            const place = yield* blobs.uploadPlace(key, bounds)
            yield* put(place, "first")
            assert.isTrue(yield* blobs.keep(key, `${key}-kept`))
            assert.strictEqual((yield* put(place, "second")).status, 200)
            assert.deepStrictEqual(
              [yield* stored(`${key}-kept`), yield* stored(key)],
              [Option.some("first"), Option.some("second")]
            )
          })
        )

        it.effect("replaces what was kept before, and may be repeated", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            yield* blobs.write(`${key}-kept`, text("old"))
            yield* blobs.write(key, text("new"))
            assert.isTrue(yield* blobs.keep(key, `${key}-kept`))
            assert.isTrue(yield* blobs.keep(key, `${key}-kept`))
            yield* blobs.remove([key])
            assert.deepStrictEqual(yield* stored(`${key}-kept`), Option.some("new"))
          })
        )

        it.effect("answers false when there is nothing to keep", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            assert.isFalse(yield* blobs.keep(key, `${key}-kept`))
            assert.isTrue(Option.isNone(yield* blobs.info(`${key}-kept`)))
          })
        )
      })

      describe("list and remove", () => {
        it.effect("list exactly the keys that begin with the prefix", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            const keys = [key, `${key}-2`, `${key}/a`, `${key}/b/c`]
            for (const each of keys) yield* blobs.write(each, text(each))
            const listed = (prefix: string) =>
              Effect.map(Stream.runCollect(blobs.list(prefix)), (infos) => new Set(infos.map((info) => info.key)))
            assert.deepStrictEqual(yield* listed(key), new Set(keys))
            assert.deepStrictEqual(yield* listed(`${key}/`), new Set([`${key}/a`, `${key}/b/c`]))
            assert.deepStrictEqual(yield* listed(`${key}-`), new Set([`${key}-2`]))
            assert.deepStrictEqual(yield* listed(`${key}/../`), new Set())
            const [info] = yield* Stream.runCollect(blobs.list(`${key}/a`))
            assert.strictEqual(info?.sizeBytes, `${key}/a`.length)
          })
        )

        it.effect("remove what is there and pass over what is not", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            yield* blobs.write(`${key}/a`, text("a"))
            yield* blobs.write(`${key}/b`, text("b"))
            yield* blobs.remove([`${key}/a`, `${key}/absent`, `absent/${key}`])
            assert.deepStrictEqual(
              [yield* stored(`${key}/a`), yield* stored(`${key}/b`)],
              [Option.none(), Option.some("b")]
            )
            yield* blobs.remove([])
            yield* blobs.remove([`${key}/b`])
            assert.deepStrictEqual(yield* Stream.runCollect(blobs.list(`${key}/`)), [])
          })
        )
      })

      describe("PUT to an upload place", () => {
        it.effect("200 with an empty body, beyond the server's bound for other bodies", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            const place = yield* blobs.uploadPlace(key, bounds)
            const bytes = new Uint8Array(GLOBAL_BODY_BOUND + 5).fill(65)
            const answer = yield* put(place, bytes)
            assert.deepStrictEqual(answer, { status: 200, body: "" })
            assert.deepStrictEqual(Option.getOrThrow(yield* blobs.read(key, bounds.maxBytes)), bytes)
          })
        )

        it.effect("200 when repeated, and the last body wins", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            const place = yield* blobs.uploadPlace(key, bounds)
            for (const body of ["first, longer", "second", ""]) {
              assert.strictEqual((yield* put(place, body)).status, 200)
              assert.deepStrictEqual(yield* stored(key), Option.some(body))
            }
          })
        )

        it.effect("403 when it has expired", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            const place = yield* anHourAgo(blobs.uploadPlace(key, { ...bounds, expiresInSeconds: HOUR_SECONDS - 1 }))
            assert.strictEqual((yield* put(place, "late")).status, 403)
            assert.isTrue(Option.isNone(yield* blobs.info(key)))
          })
        )

        it.effect("200 until it expires", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            const place = yield* anHourAgo(blobs.uploadPlace(key, { ...bounds, expiresInSeconds: HOUR_SECONDS + 60 }))
            assert.strictEqual((yield* put(place, "in time")).status, 200)
          })
        )

        const changes = {
          "another signature": otherSignature(store.query.signature),
          "no signature": (url: URL) => url.searchParams.delete(store.query.signature),
          "another key": otherKey,
          "a later expiry": raised(store.query.expiry),
          ...(store.servedHere ? { "a larger bound": raised("maxBytes") } : {})
        }
        for (const [what, change] of Object.entries(changes)) {
          it.effect(`403 with ${what}`, () =>
            Effect.gen(function* () {
              const blobs = yield* BlobStore
              const key = yield* freshKey
              const place = changed(yield* blobs.uploadPlace(key, bounds), change)
              assert.strictEqual((yield* put(place, "tampered")).status, 403)
              assert.deepStrictEqual(yield* Stream.runCollect(blobs.list(key)), [])
            })
          )
        }

        it.effect("403 when it was signed for downloads", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            const place = yield* blobs.downloadPlace(key, { expiresInSeconds: 60, contentType: "text/plain" })
            assert.strictEqual((yield* put(place, "wrong way")).status, 403)
            assert.isTrue(Option.isNone(yield* blobs.info(key)))
          })
        )
      })

      describe("GET of a download place", () => {
        it.effect(
          "200 with the bytes, their type and their length, to be saved, not shown, and kept by nobody else",
          () =>
            Effect.gen(function* () {
              const blobs = yield* BlobStore
              const key = yield* freshKey
              yield* blobs.write(key, text("<b>hello</b>"))
              const place = yield* blobs.downloadPlace(key, {
                expiresInSeconds: 60,
                contentType: "text/html; charset=utf-8"
              })
              const answer = yield* get(place)
              assert.strictEqual(answer.status, 200)
              assert.strictEqual(Buffer.from(answer.bytes).toString(), "<b>hello</b>")
              assert.strictEqual(answer.headers.get("content-type"), "text/html; charset=utf-8")
              assert.strictEqual(answer.headers.get("content-length"), "12")
              assert.strictEqual(answer.headers.get("content-disposition"), "attachment")
              assert.strictEqual(answer.headers.get("cache-control"), "private, no-store")
              if (store.servedHere) assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff")
            })
        )

        it.effect("404 when nothing is there", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const place = yield* blobs.downloadPlace(yield* freshKey, {
              expiresInSeconds: 60,
              contentType: "text/plain"
            })
            assert.strictEqual((yield* get(place)).status, 404)
          })
        )

        it.effect("403 when it has expired or was changed", () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            yield* blobs.write(key, text("secret"))
            yield* blobs.write(`${key}x`, text("other secret"))
            const ask = blobs.downloadPlace(key, { expiresInSeconds: HOUR_SECONDS - 1, contentType: "text/plain" })
            assert.strictEqual((yield* get(yield* anHourAgo(ask))).status, 403)
            const place = yield* ask
            for (const change of [otherSignature(store.query.signature), otherKey, raised(store.query.expiry)]) {
              const answer = yield* get(changed(place, change))
              assert.strictEqual(answer.status, 403)
              assert.notInclude(Buffer.from(answer.bytes).toString(), "secret")
            }
          })
        )
      })
    })
  })
}

for (const store of testStores.filter(({ servedHere }) => servedHere)) {
  describe(`PUT to an upload place of this server, BlobStore in ${store.name}`, () => {
    it.layer(store.layer, { excludeTestServices: true })((it) => {
      it.effect("200 for a chunked body without a length", () =>
        Effect.gen(function* () {
          const blobs = yield* BlobStore
          const key = yield* freshKey
          const place = yield* blobs.uploadPlace(key, { ...bounds, maxBytes: 10 })
          const answer = yield* put(place, chunked(["12345", "67890"]))
          assert.strictEqual(answer.status, 200)
          assert.deepStrictEqual(yield* stored(key), Option.some("1234567890"))
        })
      )

      for (const [what, body] of [
        ["a declared length", () => "12345678901"],
        ["a chunked body", () => chunked(["12345", "678901"])]
      ] as const) {
        it.effect(`413 beyond the bound with ${what}, and what was there before stays`, () =>
          Effect.gen(function* () {
            const blobs = yield* BlobStore
            const key = yield* freshKey
            const place = yield* blobs.uploadPlace(key, { ...bounds, maxBytes: 10 })
            yield* put(place, "1234567890")
            const answer = yield* put(place, body())
            assert.strictEqual(answer.status, 413)
            assert.deepStrictEqual(JSON.parse(answer.body), {
              code: 413,
              message: "The body is larger than 10 bytes, the bound of this upload"
            })
            assert.deepStrictEqual(yield* stored(key), Option.some("1234567890"))
          })
        )
      }
    })
  })
}
