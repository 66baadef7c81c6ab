import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as S3BlobStore from "@platform-control/core/blobs/S3BlobStore"
import { s3 } from "./stores.ts"

const failureOf = (options: Partial<Parameters<typeof S3BlobStore.layer>[0]>) =>
  Effect.map(Effect.flip(Layer.build(S3BlobStore.layer({ ...s3.options, ...options }))), (error) => error.message)

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
