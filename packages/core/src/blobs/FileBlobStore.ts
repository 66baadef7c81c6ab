/** Blobs as files under one folder of this machine, one file a blob. Knows no place but those that this server answers. */
import { Context, Effect, Layer, Option, Stream } from "effect"
import { closeSync } from "node:fs"
import { stat } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { type BlobInfo, BlobStore, BlobTooLarge, isBlobKey } from "../BlobStore.ts"
import type { PublicUrl } from "../PublicUrl.ts"
import type { ServerKey } from "../ServerKey.ts"
import { BlobSink } from "./BlobSink.ts"
import { BlobStorageUnavailable } from "./BlobStorageUnavailable.ts"
import { DurableFolder, type TemporaryFile, walkFiles } from "./DurableFolder.ts"
import { fstat, isAbsent, open, readParts, readWhole, writeAll } from "./openFiles.ts"
import { placesHere } from "./placesHere.ts"
import { MAX_RECENT_BYTES, RecentFiles } from "./RecentFiles.ts"
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

/**
 * Work on an open file. Whoever is interrupted waits for its end: a descriptor that was closed meanwhile may already be
 * another file's.
 */
const onFile = <A>(work: () => Promise<A>): Effect.Effect<A> => Effect.uninterruptible(Effect.promise(work))

/** The bytes of a stream as long as they are few. */
class Beginning {
  readonly #maxBytes: number
  #parts: Array<Uint8Array> = []
  #size = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(part: Uint8Array): void {
    this.#size += part.length
    if (this.#size <= this.#maxBytes) this.#parts.push(part)
    else this.#parts = []
  }

  /** All that was added, in memory of its own; undefined when it is too much. */
  whole(): Uint8Array | undefined {
    if (this.#size > this.#maxBytes) return undefined
    const bytes = new Uint8Array(this.#size)
    let at = 0
    for (const part of this.#parts) {
      bytes.set(part, at)
      at += part.length
    }
    return bytes
  }
}

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
const makeReader = (files: string, recent: RecentFiles) => {
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

  const readFrom = (path: string, key: string, maxBytes: number) =>
    Effect.acquireUseRelease(
      ifPresent(() => open(path, "r")),
      Effect.fnUntraced(function* (file) {
        if (Option.isNone(file)) return Option.none<Uint8Array>()
        const { size } = yield* onFile(() => fstat(file.value))
        if (size > maxBytes) return yield* new BlobTooLarge({ key, sizeBytes: size, maxBytes })
        return Option.some(yield* onFile(() => readWhole(file.value, size)))
      }),
      (file) => Effect.sync(() => (Option.isSome(file) ? closeSync(file.value) : undefined))
    )

  const read = Effect.fnUntraced(function* (key: string, maxBytes: number) {
    const path = yield* pathOf(key)
    const found = yield* ifPresent(() => stat(path, { bigint: true }))
    if (Option.isNone(found)) return Option.none()
    const sizeBytes = Number(found.value.size)
    if (sizeBytes > maxBytes) return yield* new BlobTooLarge({ key, sizeBytes, maxBytes })
    const bytes = recent.take(found.value)
    return bytes === undefined ? yield* readFrom(path, key, maxBytes) : Option.some(bytes)
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
      const recent = new RecentFiles()
      yield* Effect.addFinalizer(() => Effect.sync(() => recent.close()))
      const { infoAt, list, pathOf, read } = makeReader(durable.files, recent)

      const place = async (temporary: TemporaryFile, path: string, bytes: Uint8Array | undefined) => {
        await durable.place(temporary, path)
        if (bytes === undefined) return
        recent.add(temporary.file, bytes)
        temporary.isHeld = true
      }

      const sink = BlobSink.of({
        writeStream: Effect.fnUntraced(function* (key, bytes) {
          const path = yield* pathOf(key)
          const beginning = new Beginning(MAX_RECENT_BYTES)
          yield* Effect.acquireUseRelease(
            Effect.promise(() => durable.create()),
            (temporary) =>
              Stream.runForEach(bytes, (part) => {
                beginning.add(part)
                return onFile(() => writeAll(temporary.file, part))
              }).pipe(Effect.andThen(onFile(() => place(temporary, path, beginning.whole())))),
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
        remove: Effect.fnUntraced(function* (keys) {
          const paths = yield* Effect.forEach(keys, pathOf)
          yield* Effect.promise(() => Promise.all(paths.map((path) => durable.remove(path))))
        }),
        list
      })

      return Context.make(BlobStore, store).pipe(Context.add(BlobSink, sink))
    })
  )
