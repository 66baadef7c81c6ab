import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { BlobStore } from "@platform-control/core/BlobStore"
import * as S3BlobStore from "@platform-control/core/blobs/S3BlobStore"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { s3 } from "./stores.ts"

const failureOf = (options: Partial<Parameters<typeof S3BlobStore.layer>[0]>) =>
  Effect.map(Effect.flip(Layer.build(S3BlobStore.layer({ ...s3.options, ...options }))), (error) => error.message)

/** The address of a server at which every bucket is found. */
const anyBucket = Effect.map(
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer((_, response) => response.end())
          server.listen(0, "127.0.0.1", () => resolve(server))
        })
    ),
    (server) => Effect.sync(() => server.close())
  ),
  (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
)

describe("S3BlobStore's download places", () => {
  it.live("are signed for bytes that are saved, not shown, and kept by nobody else", () =>
    Effect.gen(function* () {
      const credentials = { accessKeyId: "test", secretAccessKey: Redacted.make("test") }
      const options = { ...s3.options, bucket: "some", endpoint: yield* anyBucket, credentials }
      const place = yield* Effect.flatMap(BlobStore, (blobs) =>
        blobs.downloadPlace("a/b", { contentType: "text/plain", expiresInSeconds: 60 })
      ).pipe(Effect.provide(S3BlobStore.layer(options)))
      const query = new URL(place.url).searchParams
      assert.strictEqual(query.get("response-cache-control"), "private, no-store")
      assert.strictEqual(query.get("response-content-disposition"), "attachment")
      assert.strictEqual(query.get("response-content-type"), "text/plain")
    })
  )
})

describe("S3BlobStore.layer", () => {
  it.live("fails when nothing answers at the endpoint", () =>
    Effect.gen(function* () {
      const message = yield* failureOf({ bucket: "some", endpoint: "http://127.0.0.1:9" })
      assert.match(
        message,
        /^The bucket some at http:\/\/127\.0\.0\.1:9 \(region .*\) can't be reached .*; check the endpoint/
      )
    })
  )

  describe.skipIf(s3.skip !== undefined)(`on a server ${s3.skip ?? ""}`, () => {
    it.live("fails when the bucket does not exist", () =>
      Effect.gen(function* () {
        assert.match(yield* failureOf({ bucket: "no-such-bucket-here" }), /does not exist; create it, or set another$/)
      })
    )

    it.live("fails when the credentials are wrong, and does not repeat them", () =>
      Effect.gen(function* () {
        const secretAccessKey = Redacted.make("wrong-secret")
        const message = yield* failureOf({ credentials: { ...s3.options.credentials, secretAccessKey } })
        assert.match(message, /refused the credentials; they need to list the bucket/)
        assert.notInclude(message, "wrong-secret")
      })
    )
  })
})
