/** Blobs in the memory of one process, for tests: the same promises as the others, but for surviving a crash. */
import { Clock, Context, Effect, Layer, Option, Stream } from "effect"
import { type BlobInfo, BlobStore, BlobTooLarge } from "../BlobStore.ts"
import type { PublicUrl } from "../PublicUrl.ts"
import type { ServerKey } from "../ServerKey.ts"
import { BlobSink } from "./BlobSink.ts"
import { placesHere } from "./placesHere.ts"
import { requireBlobKey } from "./requireBlobKey.ts"

interface Stored {
  readonly bytes: Uint8Array
  readonly modifiedAt: number
}

/** An empty store. Its places are answered by `signedPlaceRoutes`. */
export const layer: Layer.Layer<BlobSink | BlobStore, never, PublicUrl | ServerKey> = Layer.effectContext(
  Effect.map(placesHere, (places) => {
    const blobs = new Map<string, Stored>()

    const find = (key: string) => Effect.map(requireBlobKey(key), () => Option.fromUndefinedOr(blobs.get(key)))

    const put = Effect.fnUntraced(function* (key: string, bytes: Uint8Array) {
      yield* requireBlobKey(key)
      blobs.set(key, { bytes, modifiedAt: yield* Clock.currentTimeMillis })
    })

    const infoOf = (key: string, blob: Stored): BlobInfo => ({
      key,
      sizeBytes: blob.bytes.length,
      modifiedAt: blob.modifiedAt
    })

    const store = BlobStore.of({
      ...places,
      write: (key, bytes) => put(key, bytes.slice()),
      info: (key) =>
        Effect.map(
          find(key),
          Option.map((blob) => infoOf(key, blob))
        ),
      read: Effect.fnUntraced(function* (key, maxBytes) {
        const blob = yield* find(key)
        if (Option.isNone(blob)) return Option.none()
        const sizeBytes = blob.value.bytes.length
        if (sizeBytes > maxBytes) return yield* new BlobTooLarge({ key, sizeBytes, maxBytes })
        return Option.some(blob.value.bytes.slice())
      }),
      stream: (key) =>
        Stream.unwrap(
          Effect.map(
            find(key),
            Option.match({ onNone: () => Stream.empty, onSome: (blob) => Stream.succeed(blob.bytes.slice()) })
          )
        ),
      keep: Effect.fnUntraced(function* (from, to) {
        const blob = yield* find(from)
        if (Option.isSome(blob)) yield* put(to, blob.value.bytes)
        return Option.isSome(blob)
      }),
      remove: (keys) =>
        Effect.forEach(
          keys,
          (key) =>
            Effect.andThen(
              requireBlobKey(key),
              Effect.sync(() => blobs.delete(key))
            ),
          {
            discard: true
          }
        ),
      list: (prefix) =>
        Stream.suspend(() =>
          Stream.fromIterable(
            [...blobs].filter(([key]) => key.startsWith(prefix)).map(([key, blob]) => infoOf(key, blob))
          )
        )
    })

    const sink = BlobSink.of({
      writeStream: (key, bytes) =>
        Stream.runCollect(bytes).pipe(Effect.flatMap((chunks) => put(key, Buffer.concat(chunks))))
    })

    return Context.make(BlobStore, store).pipe(Context.add(BlobSink, sink))
  })
)
