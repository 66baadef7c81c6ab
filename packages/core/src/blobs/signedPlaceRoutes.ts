/**
 * Answers the signed places of a store that this server serves itself: `PUT /blobs/<key>` and `GET /blobs/<key>`.
 * The signature is the credential, so no authorization middleware belongs here; what the bytes are is their area's business.
 */
import { Clock, Effect, type Layer, Option, Result, Schema, Stream } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { BlobStore } from "../BlobStore.ts"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "../Errors.ts"
import { ServerKey } from "../ServerKey.ts"
import { BlobSink } from "./BlobSink.ts"
import { BLOBS_PATH } from "./placesHere.ts"
import { openDownloadPlace, openUploadPlace, type PlaceRefusal, SIGNED_PLACE_PURPOSE } from "./SignedPlaces.ts"

/** What is told to whoever has a signature is nobody else's, and not to be had once the place has expired. */
const unkept = { "cache-control": "private, no-store" }

const Refusal = Schema.Union([BadRequest, Forbidden, NotFound, PayloadTooLarge])
type Refusal = typeof Refusal.Type

const encodeRefusal = Schema.encodeSync(Refusal)

const refuse = (refusal: Refusal) =>
  Effect.succeed(HttpServerResponse.jsonUnsafe(encodeRefusal(refusal), { status: refusal.code, headers: unkept }))

const closed = (reason: PlaceRefusal) =>
  new Forbidden({
    message:
      reason === "expired"
        ? "The signed URL has expired; ask for a new one"
        : "The URL is not as it was signed; use it exactly as it was given"
  })

const tooLarge = (maxBytes: number) =>
  new PayloadTooLarge({ message: `The body is larger than ${maxBytes} bytes, the bound of this upload` })

const brokenOff = new BadRequest({ message: "The body broke off" })

/** The bytes as they come, until one too many has come: a declared length may be absent, and is only a promise. */
const bounded = (request: HttpServerRequest.HttpServerRequest, maxBytes: number) =>
  Stream.suspend(() => {
    let received = 0
    return request.stream.pipe(
      Stream.mapError(() => brokenOff),
      Stream.mapEffect((chunk) => {
        received += chunk.length
        return received > maxBytes ? Effect.fail(tooLarge(maxBytes)) : Effect.succeed(chunk)
      })
    )
  })

const asked = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const key = (yield* HttpRouter.params)["*"] ?? ""
  const start = request.url.indexOf("?")
  const query = new URLSearchParams(start < 0 ? "" : request.url.slice(start))
  return { key, query, nowSeconds: Math.floor((yield* Clock.currentTimeMillis) / 1000) }
})

const makeUpload = Effect.gen(function* () {
  const signingKey = (yield* ServerKey).derive(SIGNED_PLACE_PURPOSE)
  const sink = yield* BlobSink
  return Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const { key, nowSeconds, query } = yield* asked(request)
    const place = openUploadPlace(signingKey, nowSeconds, key, query)
    if (Result.isFailure(place)) return yield* closed(place.failure)
    const { maxBytes } = place.success
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) return yield* tooLarge(maxBytes)
    yield* sink.writeStream(key, bounded(request, maxBytes))
    return HttpServerResponse.empty({ status: 200 })
  }, Effect.catch(refuse))
})

const makeDownload = Effect.gen(function* () {
  const signingKey = (yield* ServerKey).derive(SIGNED_PLACE_PURPOSE)
  const blobs = yield* BlobStore
  return Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const { key, nowSeconds, query } = yield* asked(request)
    const place = openDownloadPlace(signingKey, nowSeconds, key, query)
    if (Result.isFailure(place)) return yield* closed(place.failure)
    const info = yield* blobs.info(key)
    if (Option.isNone(info)) return yield* new NotFound({ message: "Nothing has been stored here" })
    return HttpServerResponse.stream(blobs.stream(key), {
      contentType: place.success.contentType,
      contentLength: info.value.sizeBytes,
      headers: { ...unkept, "content-disposition": "attachment", "x-content-type-options": "nosniff" }
    })
  }, Effect.catch(refuse))
})

/**
 * The routes, to be merged beside the API's own. They bound each body by its place and not by `MaxBodySize`; keep the
 * router's `maxParamLength` at 2048 or more, or long keys are not found. Bytes are stored as sent, also when the
 * request names a `Content-Encoding`.
 */
export const signedPlaceRoutes: Layer.Layer<never, never, HttpRouter.HttpRouter | BlobSink | BlobStore | ServerKey> =
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      yield* router.add("PUT", `${BLOBS_PATH}/*`, yield* makeUpload)
      yield* router.add("GET", `${BLOBS_PATH}/*`, yield* makeDownload)
    })
  )
