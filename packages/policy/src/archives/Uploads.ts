/**
 * The uploaded archive of a version: where it is sent, and what completion finds of it. Keeps a copy out of reach of later
 * uploads and checks only that, so what was checked is what is published.
 */
import { BlobStore, type SignedPlace } from "@platform-control/core/BlobStore"
import type { BadRequest, ErrorDetail } from "@platform-control/core/Errors"
import { Context, Effect, Layer, Option, Semaphore } from "effect"
import { randomUUID } from "node:crypto"
import { PolicySettings } from "../PolicySettings.ts"
import { invalid } from "../refusals.ts"
import { verifyArchive } from "./verifyArchive.ts"

/** Archives that are read at a time; further completions wait. */
const READ_AT_A_TIME = 2

/** An archive that was checked, under a key that no upload reaches. */
export interface KeptArchive {
  readonly blob: string
  readonly sizeBytes: number
}

const fault = (errorType: ErrorDetail["errorType"], customMessage: string) =>
  invalid([{ resource: "archive", errorType, customMessage }])

const missing = fault("required", "The archive has not been uploaded")

/** Where the archive of a begun version is uploaded. */
export const uploadBlob = (uploadId: string): string => `policypacks/uploads/${uploadId}`

/** Where one attempt to complete a version keeps its archive. */
export const newKeptBlob = (): string => `policypacks/archives/${randomUUID()}`

export class Uploads extends Context.Service<
  Uploads,
  {
    readonly place: (uploadId: string) => Effect.Effect<SignedPlace>
    /** 400 unless something of an allowed size was uploaded. Reads none of it. */
    readonly require: (uploadId: string) => Effect.Effect<void, BadRequest>
    /** Copies the upload to `blob`, then checks the copy. 400 says what is wrong with it. */
    readonly keep: (uploadId: string, blob: string) => Effect.Effect<KeptArchive, BadRequest>
    /** Checks what stands under `blob`. */
    readonly check: (blob: string) => Effect.Effect<KeptArchive, BadRequest>
  }
>()("platform-control/policy/archives/Uploads") {
  static readonly layer: Layer.Layer<Uploads, never, BlobStore> = Layer.effect(
    Uploads,
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const settings = yield* PolicySettings
      const reading = yield* Semaphore.make(READ_AT_A_TIME)

      const sizeOf = Effect.fnUntraced(function* (blob: string) {
        const info = yield* blobs.info(blob)
        if (Option.isNone(info)) return yield* missing
        const { sizeBytes } = info.value
        if (sizeBytes > settings.maxArchiveBytes)
          return yield* fault("invalid", `The archive has ${sizeBytes} bytes, more than ${settings.maxArchiveBytes}`)
        return sizeBytes
      })

      const check = Effect.fn("Uploads.check")(function* (blob: string) {
        const sizeBytes = yield* sizeOf(blob)
        yield* reading
          .withPermit(verifyArchive(blobs.stream(blob), settings))
          .pipe(
            Effect.catchTag("ArchiveFault", ({ message }) => Effect.fail(fault("invalid", `The archive ${message}`)))
          )
        return { blob, sizeBytes }
      })

      return Uploads.of({
        place: (uploadId) =>
          blobs.uploadPlace(uploadBlob(uploadId), {
            maxBytes: settings.maxArchiveBytes,
            expiresInSeconds: settings.uploadExpiresInSeconds
          }),
        require: (uploadId) => Effect.asVoid(sizeOf(uploadBlob(uploadId))),
        keep: Effect.fnUntraced(function* (uploadId, blob) {
          if (!(yield* blobs.keep(uploadBlob(uploadId), blob))) return yield* missing
          return yield* check(blob)
        }),
        check
      })
    })
  )
}
