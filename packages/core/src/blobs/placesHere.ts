/** Signed places that point at this server, for the stores which it serves itself. Knows no store. */
import { Clock, Effect } from "effect"
import type { BlobStore, SignedPlace } from "../BlobStore.ts"
import { PublicUrl } from "../PublicUrl.ts"
import { ServerKey } from "../ServerKey.ts"
import { requireBlobKey } from "./requireBlobKey.ts"
import { type PlaceGrant, SIGNED_PLACE_PURPOSE, signPlace } from "./SignedPlaces.ts"

/** The path under which the signed-place routes answer. */
export const BLOBS_PATH = "/blobs"

/** The two place operations of a `BlobStore`; `signedPlaceRoutes` answers what they point at. */
export const placesHere: Effect.Effect<
  Pick<BlobStore["Service"], "downloadPlace" | "uploadPlace">,
  never,
  PublicUrl | ServerKey
> = Effect.gen(function* () {
  const { origin } = yield* PublicUrl
  const signingKey = (yield* ServerKey).derive(SIGNED_PLACE_PURPOSE)
  const place = (grant: PlaceGrant): SignedPlace => ({
    url: `${origin}${BLOBS_PATH}/${grant.key}?${signPlace(signingKey, grant)}`,
    requiredHeaders: {}
  })
  const expiry = (expiresInSeconds: number) =>
    Effect.map(Clock.currentTimeMillis, (now) => Math.floor(now / 1000) + expiresInSeconds)
  return {
    uploadPlace: Effect.fnUntraced(function* (key, { expiresInSeconds, maxBytes }) {
      yield* requireBlobKey(key)
      return place({ method: "PUT", key, maxBytes, expiresAtSeconds: yield* expiry(expiresInSeconds) })
    }),
    downloadPlace: Effect.fnUntraced(function* (key, { contentType, expiresInSeconds }) {
      yield* requireBlobKey(key)
      return place({ method: "GET", key, contentType, expiresAtSeconds: yield* expiry(expiresInSeconds) })
    })
  }
})
