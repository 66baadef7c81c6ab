/**
 * The uploaded artifacts of a publish: where they are sent, and what completion finds of them. Keeps a copy out of reach
 * of later uploads and reads only that, so what was checked is what is published.
 */
import { BlobStore, type SignedPlace } from "@platform-control/core/BlobStore"
import type { BadRequest, ErrorDetail } from "@platform-control/core/Errors"
import { Context, Effect, Layer, Option, Stream } from "effect"
import { type Artifact, ARTIFACTS, artifactNames, blobKey, blobKeys, uploadFolder } from "../artifacts/artifactFiles.ts"
import { RegistrySettings } from "../RegistrySettings.ts"
import { invalid } from "./refusals.ts"

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
    /** The bytes of the kept schema; 400 when they are too many. */
    readonly schema: (folder: string) => Stream.Stream<Uint8Array, BadRequest>
    /** A kept document; undefined for what was not uploaded. */
    readonly document: (
      folder: string,
      artifact: "index" | "installationConfiguration"
    ) => Effect.Effect<string | undefined, BadRequest>
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

      const read = (folder: string, artifact: Artifact): Effect.Effect<Option.Option<Uint8Array>, BadRequest> =>
        Effect.catchTag(blobs.read(blobKey(folder, artifact), maxBytes(artifact)), "BlobTooLarge", (error) =>
          Effect.fail(invalid(faultOf(artifact, error.sizeBytes, error.maxBytes)))
        )

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
        schema: (folder) => {
          let size = 0
          return Stream.mapEffect(blobs.stream(blobKey(folder, "schema")), (bytes) => {
            size += bytes.length
            const faults = faultOf("schema", size, settings.maxSchemaBytes)
            return faults.length > 0 ? Effect.fail(invalid(faults)) : Effect.succeed(bytes)
          })
        },
        document: (folder, artifact) =>
          Effect.map(
            read(folder, artifact),
            Option.match({ onNone: () => undefined, onSome: (bytes) => new TextDecoder().decode(bytes) })
          ),
        remove: (operationId) => blobs.remove(blobKeys(uploadFolder(operationId)))
      })
    })
  )
}
