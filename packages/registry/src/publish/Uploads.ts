/**
 * The uploaded artifacts of a publish: where they are sent, and what completion finds of them. Keeps a copy out of reach
 * of later uploads and reads only that, so what was checked is what is published.
 */
import { BlobStore, type SignedPlace } from "@platform-control/core/BlobStore"
import type { BadRequest, ErrorDetail } from "@platform-control/core/Errors"
import { Context, Effect, Layer, Option, Semaphore } from "effect"
import { type Artifact, ARTIFACTS, artifactNames, blobKey, blobKeys, uploadFolder } from "../artifacts/artifactFiles.ts"
import { RegistrySettings } from "../RegistrySettings.ts"
import { readPackageSchema, type PackageSchema } from "./packageSchema.ts"
import { invalid } from "./refusals.ts"

/** Schemas that are in memory at a time; further completions wait. */
const SCHEMAS_AT_A_TIME = 2

/** Sizes in bytes, by artifact; undefined for what was not uploaded. */
export type ArtifactSizes = Readonly<Record<Artifact, number | undefined>>

/** The sizes of artifacts that are all there and within their bounds. */
export interface CheckedSizes {
  readonly schema: number
  readonly index: number
  readonly installationConfiguration: number | undefined
}

const faultOf = (artifact: Artifact, size: number | undefined, maxBytes: number): ReadonlyArray<ErrorDetail> => {
  if (size === undefined) {
    return ARTIFACTS[artifact].required
      ? [{ resource: "artifact", attribute: artifact, errorType: "required", customMessage: "Has not been uploaded" }]
      : []
  }
  return size <= maxBytes
    ? []
    : [
        {
          resource: "artifact",
          attribute: artifact,
          errorType: "invalid",
          customMessage: `Has ${size} bytes, more than ${maxBytes}`
        }
      ]
}

export class Uploads extends Context.Service<
  Uploads,
  {
    readonly places: (operationId: string) => Effect.Effect<Readonly<Record<Artifact, SignedPlace>>>
    /** Sizes of what is uploaded, or 400 with an entry for each artifact that is missing or too large. */
    readonly check: (operationId: string) => Effect.Effect<CheckedSizes, BadRequest>
    /** Copies the uploads to a folder, then checks the copies. */
    readonly keep: (operationId: string, folder: string) => Effect.Effect<CheckedSizes, BadRequest>
    /** The kept schema, or 400 with what is wrong in it. */
    readonly schema: (folder: string) => Effect.Effect<PackageSchema, BadRequest>
    readonly remove: (operationId: string) => Effect.Effect<void>
  }
>()("platform-control/registry/publish/Uploads") {
  static readonly layer: Layer.Layer<Uploads, never, BlobStore> = Layer.effect(
    Uploads,
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const settings = yield* RegistrySettings
      const maxBytes = (artifact: Artifact) =>
        artifact === "schema" ? settings.maxSchemaBytes : settings.maxDocumentBytes

      const check = Effect.fnUntraced(function* (folder: string) {
        const infos = yield* Effect.forEach(artifactNames, (name) => blobs.info(blobKey(folder, name)), {
          concurrency: "unbounded"
        })
        const sizes = infos.map((info) => (Option.isSome(info) ? info.value.sizeBytes : undefined))
        const faults = artifactNames.flatMap((name, index) => faultOf(name, sizes[index], maxBytes(name)))
        const [schema, index, installationConfiguration] = sizes
        if (schema === undefined || index === undefined || faults.length > 0) return yield* invalid(faults)
        return { schema, index, installationConfiguration }
      })

      const place = (operationId: string, artifact: Artifact) =>
        blobs.uploadPlace(blobKey(uploadFolder(operationId), artifact), {
          maxBytes: maxBytes(artifact),
          expiresInSeconds: settings.uploadExpiresInSeconds
        })

      const readSchema = Effect.fnUntraced(function* (folder: string) {
        const key = blobKey(folder, "schema")
        const bytes = yield* Effect.catchTag(blobs.read(key, settings.maxSchemaBytes), "BlobTooLarge", (error) =>
          Effect.fail(invalid(faultOf("schema", error.sizeBytes, error.maxBytes)))
        )
        if (Option.isNone(bytes)) return yield* invalid(faultOf("schema", undefined, settings.maxSchemaBytes))
        return yield* Effect.mapError(Effect.fromResult(readPackageSchema(bytes.value)), invalid)
      })

      const reading = yield* Semaphore.make(SCHEMAS_AT_A_TIME)

      return Uploads.of({
        places: (operationId) =>
          Effect.all(
            {
              schema: place(operationId, "schema"),
              index: place(operationId, "index"),
              installationConfiguration: place(operationId, "installationConfiguration")
            },
            { concurrency: "unbounded" }
          ),
        check: (operationId) => check(uploadFolder(operationId)),
        keep: Effect.fnUntraced(function* (operationId, folder) {
          yield* Effect.forEach(
            artifactNames,
            (name) => blobs.keep(blobKey(uploadFolder(operationId), name), blobKey(folder, name)),
            { concurrency: "unbounded", discard: true }
          )
          return yield* check(folder)
        }),
        schema: (folder) => reading.withPermit(readSchema(folder)),
        remove: (operationId) => blobs.remove(blobKeys(uploadFolder(operationId)))
      })
    })
  )
}
