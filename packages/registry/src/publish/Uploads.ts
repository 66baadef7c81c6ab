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

/** Artifacts that are all there and within their bounds. */
export interface KeptUploads {
  /** In bytes; undefined for what was not uploaded. */
  readonly sizes: {
    readonly schema: number
    readonly index: number
    readonly installationConfiguration: number | undefined
  }
  /** The bytes; 400 when they are too many. */
  readonly schema: Stream.Stream<Uint8Array, BadRequest>
  /** Undefined for what was not uploaded, as in `installationConfiguration`. */
  readonly index: Effect.Effect<string | undefined, BadRequest>
  readonly installationConfiguration: Effect.Effect<string | undefined, BadRequest>
  /** All of them, read already; undefined when one of them is large. */
  readonly small:
    | {
        readonly schema: Uint8Array
        readonly index: string
        readonly installationConfiguration: string | undefined
      }
    | undefined
}

/** Bytes of an artifact that is read at once: few enough to be in memory however many publishes wait. */
const SMALL_BYTES = 16_384

/** A kept artifact, with its bytes where it is small. */
interface Kept {
  readonly sizeBytes: number
  readonly bytes: Uint8Array | undefined
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const smallOnes = (schema: Kept, index: Kept, installation: Kept | undefined): KeptUploads["small"] => {
  if (schema.bytes === undefined || index.bytes === undefined) return undefined
  if (installation === undefined) {
    return { schema: schema.bytes, index: textOf(index.bytes), installationConfiguration: undefined }
  }
  if (installation.bytes === undefined) return undefined
  return { schema: schema.bytes, index: textOf(index.bytes), installationConfiguration: textOf(installation.bytes) }
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
    /** Copies the uploads to a folder; 400 with an entry for each copy that is missing or too large. */
    readonly keep: (operationId: string, folder: string) => Effect.Effect<KeptUploads, BadRequest>
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

      const place = (operationId: string, artifact: Artifact) =>
        blobs.uploadPlace(blobKey(uploadFolder(operationId), artifact), {
          maxBytes: maxBytes(artifact),
          expiresInSeconds: settings.uploadExpiresInSeconds
        })

      const look = (folder: string, artifact: Artifact): Effect.Effect<Kept | undefined> =>
        blobs.read(blobKey(folder, artifact), Math.min(SMALL_BYTES, maxBytes(artifact))).pipe(
          Effect.map(
            Option.match({ onNone: () => undefined, onSome: (bytes) => ({ sizeBytes: bytes.length, bytes }) })
          ),
          Effect.catchTag("BlobTooLarge", ({ sizeBytes }) => Effect.succeed({ sizeBytes, bytes: undefined }))
        )

      const readSchema = (folder: string, { bytes }: Kept): KeptUploads["schema"] => {
        if (bytes !== undefined) return Stream.succeed(bytes)
        let size = 0
        return Stream.mapEffect(blobs.stream(blobKey(folder, "schema")), (bytes) => {
          size += bytes.length
          const faults = faultOf("schema", size, settings.maxSchemaBytes)
          return faults.length > 0 ? Effect.fail(invalid(faults)) : Effect.succeed(bytes)
        })
      }

      const readDocument = (
        folder: string,
        artifact: "index" | "installationConfiguration",
        kept: Kept | undefined
      ): KeptUploads["index"] => {
        if (kept === undefined) return Effect.succeed(undefined)
        if (kept.bytes !== undefined) return Effect.succeed(textOf(kept.bytes))
        return blobs.read(blobKey(folder, artifact), maxBytes(artifact)).pipe(
          Effect.map(Option.match({ onNone: () => undefined, onSome: textOf })),
          Effect.catchTag("BlobTooLarge", (error) =>
            Effect.fail(invalid(faultOf(artifact, error.sizeBytes, error.maxBytes)))
          )
        )
      }

      const keepOne = Effect.fnUntraced(function* (operationId: string, folder: string, artifact: Artifact) {
        const isThere = yield* blobs.keep(blobKey(uploadFolder(operationId), artifact), blobKey(folder, artifact))
        return isThere ? yield* look(folder, artifact) : undefined
      })

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
        keep: Effect.fnUntraced(function* (operationId, folder) {
          const found = yield* Effect.forEach(artifactNames, (name) => keepOne(operationId, folder, name), {
            concurrency: "unbounded"
          })
          const faults = artifactNames.flatMap((name, at) => faultOf(name, found[at]?.sizeBytes, maxBytes(name)))
          const [schema, index, installation] = found
          if (schema === undefined || index === undefined || faults.length > 0) return yield* invalid(faults)
          return {
            sizes: {
              schema: schema.sizeBytes,
              index: index.sizeBytes,
              installationConfiguration: installation?.sizeBytes
            },
            schema: readSchema(folder, schema),
            index: readDocument(folder, "index", index),
            installationConfiguration: readDocument(folder, "installationConfiguration", installation),
            small: smallOnes(schema, index, installation)
          }
        }),
        remove: (operationId) => blobs.remove(blobKeys(uploadFolder(operationId)))
      })
    })
  )
}
