/** Blobs as files under one folder of this machine, one file a blob. Knows no place but those that this server answers. */
import { Context, Effect, Layer, Option, Stream } from "effect"
import { open, stat } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { type BlobInfo, BlobStore, BlobTooLarge, isBlobKey } from "../BlobStore.ts"
import type { PublicUrl } from "../PublicUrl.ts"
import type { ServerKey } from "../ServerKey.ts"
import { BlobSink } from "./BlobSink.ts"
import { BlobStorageUnavailable } from "./BlobStorageUnavailable.ts"
import { DurableFolder, isAbsent, readParts, walkFiles } from "./DurableFolder.ts"
import { placesHere } from "./placesHere.ts"
import { requireBlobKey } from "./requireBlobKey.ts"

/** Ends every file's name, and stands in no key: so the blobs `a` and `a/b` are a file and a folder of different names. */
const FILE_MARK = "="

const ifPresent = <A>(promise: () => Promise<A>): Effect.Effect<Option.Option<A>> =>
  Effect.promise(() =>
    promise().then(Option.some, (cause: unknown) => {
      if (isAbsent(cause)) return Option.none()
      throw cause
    })
  )

const opened = (folder: string) =>
  Effect.tryPromise({
    try: () => DurableFolder.open(folder),
    catch: (cause) =>
      new BlobStorageUnavailable({
        message: `The blob folder ${folder} can't be used (${String(cause)}); make it writable for this user, or set another`,
        cause
      })
  })

/** The operations that read, by file path. */
const makeReader = (files: string) => {
  const pathOf = (key: string) => Effect.as(requireBlobKey(key), join(files, key + FILE_MARK))

  const keyOf = (path: string) => relative(files, path).slice(0, -FILE_MARK.length).split(sep).join("/")

  const infoAt = (path: string) =>
    Effect.map(
      ifPresent(() => stat(path)),
      Option.map((found): BlobInfo => ({
        key: keyOf(path),
        sizeBytes: found.size,
        modifiedAt: Math.floor(found.mtimeMs)
      }))
    )

  const read = Effect.fnUntraced(function* (key: string, maxBytes: number) {
    const path = yield* pathOf(key)
    return yield* Effect.acquireUseRelease(
      ifPresent(() => open(path, "r")),
      Effect.fnUntraced(function* (handle) {
        if (Option.isNone(handle)) return Option.none<Uint8Array>()
        const { size } = yield* Effect.promise(() => handle.value.stat())
        if (size > maxBytes) return yield* new BlobTooLarge({ key, sizeBytes: size, maxBytes })
        return Option.some<Uint8Array>(yield* Effect.promise(() => handle.value.readFile()))
      }),
      (handle) => (Option.isSome(handle) ? Effect.promise(() => handle.value.close()) : Effect.void)
    )
  })

  const list = (prefix: string) => {
    const parent = prefix.slice(0, Math.max(0, prefix.lastIndexOf("/")))
    if (parent !== "" && !isBlobKey(parent)) return Stream.empty
    return Stream.suspend(() => Stream.fromAsyncIterable(walkFiles(join(files, parent)), (cause) => cause)).pipe(
      Stream.orDie,
      Stream.filter((path) => keyOf(path).startsWith(prefix)),
      Stream.mapEffect(infoAt),
      Stream.flatMap((found) => Stream.fromIterable(Option.toArray(found)))
    )
  }

  return { pathOf, infoAt, read, list }
}

/**
 * A store under `folder`, which one or more processes of this machine may share; it is made where it is absent. Two keys
 * that differ in case only are two blobs only where the file system keeps them apart.
 */
export const layer = (
  folder: string
): Layer.Layer<BlobSink | BlobStore, BlobStorageUnavailable, PublicUrl | ServerKey> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const places = yield* placesHere
      const durable = yield* opened(folder)
      const { infoAt, list, pathOf, read } = makeReader(durable.files)

      const sink = BlobSink.of({
        writeStream: Effect.fnUntraced(function* (key, bytes) {
          const path = yield* pathOf(key)
          yield* Effect.acquireUseRelease(
            Effect.promise(() => durable.create()),
            (temporary) =>
              Stream.runForEach(bytes, (part) => Effect.promise(() => temporary.handle.writeFile(part))).pipe(
                Effect.andThen(Effect.uninterruptible(Effect.promise(() => durable.place(temporary, path))))
              ),
            (temporary) => Effect.promise(() => durable.discard(temporary))
          )
        })
      })

      const store = BlobStore.of({
        ...places,
        write: (key, bytes) => sink.writeStream(key, Stream.succeed(bytes)),
        info: (key) => Effect.flatMap(pathOf(key), infoAt),
        read,
        stream: (key) =>
          Stream.unwrap(
            Effect.map(pathOf(key), (path) => Stream.fromAsyncIterable(readParts(path), (cause) => cause))
          ).pipe(Stream.orDie),
        keep: Effect.fnUntraced(function* (from, to) {
          const [source, target] = [yield* pathOf(from), yield* pathOf(to)]
          return yield* Effect.uninterruptible(Effect.promise(() => durable.keep(source, target)))
        }),
        remove: Effect.forEach(
          (key) => Effect.flatMap(pathOf(key), (path) => Effect.promise(() => durable.remove(path))),
          {
            discard: true
          }
        ),
        list
      })

      return Context.make(BlobStore, store).pipe(Context.add(BlobSink, sink))
    })
  )
