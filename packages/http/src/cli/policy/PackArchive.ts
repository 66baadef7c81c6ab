/** A policy pack's files as an archive, and the files of an archive. Knows no manifest and no server. */
import { Effect, FileSystem, Path, Stream } from "effect"
import { Tar } from "effect/encoding"
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"
import { misused, type Refusal } from "../Refusal.ts"
import { unreadable } from "../unreadable.ts"

/** What tools leave in a folder; the pack's runtime makes it anew. */
const LEFT_OUT = new Set([".git", "node_modules", ".venv", "__pycache__", ".DS_Store"])

/** An archive that is larger when it is inflated is not looked into. */
const MAX_INFLATED_BYTES = 512 * 1024 * 1024

const compress = promisify(gzip)
const inflate = promisify(gunzip)

/** Every file below the folder, as paths from there, in one order on every machine. */
const filesBelow: (folder: string) => Effect.Effect<ReadonlyArray<string>, Refusal, FileSystem.FileSystem | Path.Path> =
  Effect.fnUntraced(function* (folder: string) {
    const files = yield* FileSystem.FileSystem
    const { join } = yield* Path.Path
    const found: Array<string> = []
    const names = yield* Effect.mapError(files.readDirectory(folder), unreadable(folder))
    for (const name of names.filter((one) => !LEFT_OUT.has(one)).toSorted()) {
      const path = join(folder, name)
      const { type } = yield* Effect.mapError(files.stat(path), unreadable(path))
      if (type === "Directory") for (const below of yield* filesBelow(path)) found.push(`${name}/${below}`)
      else if (type === "File") found.push(name)
    }
    return found
  })

/** The folder as a gzipped tar: the same files give the same bytes. Links are followed; what is no file is left out. */
export const archiveFolder = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const { join } = yield* Path.Path
  const paths = yield* filesBelow(folder)
  const entries = Stream.fromIterable(paths).pipe(
    Stream.mapEffect((path) => Effect.map(files.readFile(join(folder, path)), (bytes) => Tar.file(path, bytes)))
  )
  const chunks = yield* entries.pipe(
    Stream.pipeThroughChannelOrFail(Tar.encode()),
    Stream.runCollect,
    Effect.mapError(unreadable(folder))
  )
  return new Uint8Array(yield* Effect.promise(() => compress(Buffer.concat([...chunks]))))
})

/** Those files of a gzipped tar that `wanted` chooses, by path. */
export const filesOf = Effect.fnUntraced(function* (
  name: string,
  archive: Uint8Array,
  wanted: (path: string) => boolean
) {
  const noArchive = () => misused(`${name} is no gzipped tar.`, "Name a pack's folder, or its archive (.tgz).")
  const tar = yield* Effect.tryPromise({
    try: () => inflate(archive, { maxOutputLength: MAX_INFLATED_BYTES }),
    catch: noArchive
  })
  const found = new Map<string, string>()
  yield* Stream.make(new Uint8Array(tar)).pipe(
    Stream.pipeThroughChannelOrFail(Tar.decode<never>()),
    Stream.runForEach(({ body, header }) =>
      header.type === "File" && wanted(header.path)
        ? Effect.map(Stream.runCollect(body), (parts) =>
            found.set(header.path, Buffer.concat([...parts]).toString("utf8"))
          )
        : Effect.void
    ),
    Effect.mapError(noArchive)
  )
  return found
})
