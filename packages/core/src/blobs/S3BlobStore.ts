/** Blobs as objects in one S3 bucket; its places point at S3, so uploads and downloads never pass through this server. */
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client
} from "@aws-sdk/client-s3"
import { getSignedUrl } from "@aws-sdk/s3-request-presigner"
import { Array, Clock, Effect, Layer, Option, Stream } from "effect"
import { type BlobInfo, BlobStore, BlobTooLarge } from "../BlobStore.ts"
import type { BlobStorageUnavailable } from "./BlobStorageUnavailable.ts"
import { requireBlobKey } from "./requireBlobKey.ts"
import { isNoSuchObject, openBucket, type S3Options } from "./S3Bucket.ts"

/** S3 takes this many keys in one `DeleteObjects`. */
const MAX_DELETED_AT_ONCE = 1000

/** S3 refuses places that are open for longer. */
const MAX_EXPIRY_SECONDS = 7 * 24 * 60 * 60

const call = <A>(request: (signal: AbortSignal) => Promise<A>): Effect.Effect<A> =>
  Effect.orDie(Effect.tryPromise({ try: request, catch: (cause) => cause }))

const ifPresent = <A>(request: (signal: AbortSignal) => Promise<A>): Effect.Effect<Option.Option<A>> =>
  Effect.tryPromise({ try: request, catch: (cause) => cause }).pipe(
    Effect.map(Option.some),
    Effect.catch((cause) => (isNoSuchObject(cause) ? Effect.succeedNone : Effect.die(cause)))
  )

/** The operations on single objects; `prefix` is between the bucket and the key. */
const makeObjects = (client: S3Client, bucket: string, prefix: string) => {
  const objectOf = (key: string) => Effect.as(requireBlobKey(key), { Bucket: bucket, Key: prefix + key })

  const infoOf = (key: string, size: number | undefined, modified: Date | undefined): BlobInfo => ({
    key,
    sizeBytes: size ?? 0,
    modifiedAt: modified?.getTime() ?? 0
  })

  const get = Effect.fnUntraced(function* (key: string) {
    const object = yield* objectOf(key)
    return yield* ifPresent((abortSignal) => client.send(new GetObjectCommand(object), { abortSignal }))
  })

  const info = Effect.fnUntraced(function* (key: string) {
    const object = yield* objectOf(key)
    const head = yield* ifPresent((abortSignal) => client.send(new HeadObjectCommand(object), { abortSignal }))
    return Option.map(head, (found) => infoOf(key, found.ContentLength, found.LastModified))
  })

  const read = Effect.fnUntraced(function* (key: string, maxBytes: number) {
    const found = yield* get(key)
    if (Option.isNone(found)) return Option.none()
    const { Body: body, ContentLength: sizeBytes } = found.value
    if (body === undefined || sizeBytes === undefined) return yield* Effect.die(new Error("S3 answered without a body"))
    if (sizeBytes > maxBytes) {
      yield* call(() => body.transformToWebStream().cancel())
      return yield* new BlobTooLarge({ key, sizeBytes, maxBytes })
    }
    return Option.some(yield* call(() => body.transformToByteArray()))
  })

  const stream = (key: string) =>
    Stream.unwrap(
      Effect.map(get(key), (found) => {
        const body = Option.getOrUndefined(found)?.Body
        return body === undefined
          ? Stream.empty
          : Stream.fromReadableStream<Uint8Array, unknown>({
              evaluate: () => body.transformToWebStream(),
              onError: (cause) => cause
            })
      })
    ).pipe(Stream.orDie)

  const keep = Effect.fnUntraced(function* (from: string, to: string) {
    const [source, target] = [yield* objectOf(from), yield* objectOf(to)]
    const path = source.Key.split("/").map(encodeURIComponent).join("/")
    const copy = new CopyObjectCommand({ ...target, CopySource: `${bucket}/${path}` })
    return Option.isSome(yield* ifPresent((abortSignal) => client.send(copy, { abortSignal })))
  })

  const list = (keyPrefix: string): Stream.Stream<BlobInfo> =>
    Stream.suspend(() =>
      Stream.fromAsyncIterable(
        paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix + keyPrefix }),
        (cause) => cause
      )
    ).pipe(
      Stream.orDie,
      Stream.flatMap((page) => Stream.fromIterable(page.Contents ?? [])),
      Stream.map((found) => infoOf((found.Key ?? "").slice(prefix.length), found.Size, found.LastModified))
    )

  return { objectOf, info, read, stream, keep, list }
}

const makePlaces = (client: S3Client, objectOf: ReturnType<typeof makeObjects>["objectOf"]) => {
  const place = Effect.fnUntraced(function* (command: GetObjectCommand | PutObjectCommand, expiresInSeconds: number) {
    const signingDate = new Date(yield* Clock.currentTimeMillis)
    const expiresIn = Math.min(expiresInSeconds, MAX_EXPIRY_SECONDS)
    const url = yield* call(() => getSignedUrl(client, command, { expiresIn, signingDate }))
    return { url, requiredHeaders: {} }
  })
  return {
    uploadPlace: Effect.fnUntraced(function* (key, bounds) {
      return yield* place(new PutObjectCommand(yield* objectOf(key)), bounds.expiresInSeconds)
    }),
    downloadPlace: Effect.fnUntraced(function* (key, { contentType, expiresInSeconds }) {
      const object = yield* objectOf(key)
      const response = {
        ResponseCacheControl: "private, no-store",
        ResponseContentType: contentType,
        ResponseContentDisposition: "attachment"
      }
      return yield* place(new GetObjectCommand({ ...object, ...response }), expiresInSeconds)
    })
  } satisfies Partial<BlobStore["Service"]>
}

/**
 * A store in an existing bucket; fails when the bucket can't be reached with these settings. S3 can't bound the size of a
 * presigned upload and wants a `Content-Length`: a body beyond the bound is stored, and found when it is read at
 * completion. Places are open for 7 days at most.
 */
export const layer = (options: S3Options): Layer.Layer<BlobStore, BlobStorageUnavailable> =>
  Layer.effect(
    BlobStore,
    Effect.map(openBucket(options), (client) => {
      const { objectOf, ...objects } = makeObjects(client, options.bucket, options.prefix ?? "")

      const write = Effect.fnUntraced(function* (key: string, bytes: Uint8Array) {
        const put = new PutObjectCommand({ ...(yield* objectOf(key)), Body: bytes, ContentLength: bytes.length })
        yield* call((abortSignal) => client.send(put, { abortSignal }))
      })

      const removeSome = Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
        const found = yield* Effect.forEach(keys, objectOf)
        const request = { Bucket: options.bucket, Delete: { Quiet: true, Objects: found.map(({ Key }) => ({ Key })) } }
        const { Errors: faults = [] } = yield* call((abortSignal) =>
          client.send(new DeleteObjectsCommand(request), { abortSignal })
        )
        if (faults[0] !== undefined) return yield* Effect.die(new Error(`S3 kept an object: ${faults[0].Message}`))
      })

      return BlobStore.of({
        ...makePlaces(client, objectOf),
        ...objects,
        write,
        remove: (keys) => Effect.forEach(Array.chunksOf(keys, MAX_DELETED_AT_ONCE), removeSome, { discard: true })
      })
    })
  )
