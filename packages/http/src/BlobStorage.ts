/** The blob store that the settings name, and the routes of its places where this server answers them itself. */
import type { BlobStore } from "@platform-control/core/BlobStore"
import type { BlobStorageUnavailable } from "@platform-control/core/blobs/BlobStorageUnavailable"
import * as FileBlobStore from "@platform-control/core/blobs/FileBlobStore"
import { signedPlaceRoutes } from "@platform-control/core/blobs/signedPlaceRoutes"
import type { PublicUrl } from "@platform-control/core/PublicUrl"
import type { ServerKey } from "@platform-control/core/ServerKey"
import { Effect, Layer } from "effect"
import type { HttpRouter } from "effect/http"
import { join } from "node:path"
import { CannotStart } from "./CannotStart.ts"
import { type ServerConfig, settings } from "./ServerConfig.ts"
import type { BlobPlace } from "./settings/places.ts"

/** Two layers over one store. */
export interface BlobStorage {
  readonly store: Layer.Layer<BlobStore, CannotStart, PublicUrl | ServerKey>
  readonly routes: Layer.Layer<never, CannotStart, HttpRouter.HttpRouter | PublicUrl | ServerKey>
}

/** What stores that are not Amazon's usually call their only region. */
const DEFAULT_REGION = "us-east-1"

const cannotStart = <A, R>(layer: Layer.Layer<A, BlobStorageUnavailable, R>): Layer.Layer<A, CannotStart, R> =>
  Layer.catch(layer, (cause) =>
    Layer.effectContext(Effect.fail(new CannotStart({ message: `${cause.message}.`, cause })))
  )

const inFiles = (folder: string): BlobStorage => {
  const store = cannotStart(FileBlobStore.layer(folder))
  return { store, routes: Layer.provide(signedPlaceRoutes, store) }
}

const credentialsOf = ({ s3AccessKeyId, s3SecretAccessKey }: ServerConfig) => {
  if (s3AccessKeyId !== undefined && s3SecretAccessKey !== undefined) {
    return Effect.succeed({ accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey })
  }
  if (s3AccessKeyId === undefined && s3SecretAccessKey === undefined) return Effect.succeed(undefined)
  const [id, secret] = [settings.s3AccessKeyId.variable, settings.s3SecretAccessKey.variable]
  return new CannotStart({ message: `${id} and ${secret} go together: set both or none.` })
}

/** The S3 library is loaded only where it is used. */
const inS3 = (place: Extract<BlobPlace, { readonly _tag: "S3" }>, config: ServerConfig): BlobStorage => ({
  store: Layer.unwrap(
    Effect.gen(function* () {
      const credentials = yield* credentialsOf(config)
      const S3BlobStore = yield* Effect.promise(() => import("@platform-control/core/blobs/S3BlobStore"))
      return cannotStart(
        S3BlobStore.layer({
          bucket: place.bucket,
          region: place.region ?? DEFAULT_REGION,
          endpoint: place.endpoint,
          forcePathStyle: place.endpoint !== undefined,
          prefix: place.prefix === "" ? undefined : `${place.prefix}/`,
          credentials
        })
      )
    })
  ),
  routes: Layer.empty
})

/** Files in the data folder, unless the settings name another place. */
export const blobStorage = (config: ServerConfig): BlobStorage => {
  const place = config.blobs ?? { _tag: "Files", folder: join(config.data, "blobs") }
  return place._tag === "Files" ? inFiles(place.folder) : inS3(place, config)
}
