/** Finds the files of a package on disk. Reads none of them; knows no server. */
import { Effect, FileSystem, Option, Path, Result } from "effect"
import { misused } from "../Refusal.ts"
import { unreadable } from "../unreadable.ts"

/** One file to publish. */
export interface PackageFile {
  readonly path: string
  readonly sizeBytes: number
}

/** The files of one package; a package without installation instructions is whole as well. */
export interface PackageFolder {
  readonly schema: PackageFile
  readonly readme: PackageFile
  readonly installation: Option.Option<PackageFile>
  readonly metadata: Option.Option<PackageFile>
}

const SCHEMA = "schema.json"
const READMES = ["_index.md", "index.md", "README.md"]
const INSTALLATION = "installation-configuration.md"
const METADATA = "registry-metadata.yaml"

const find = Effect.fnUntraced(function* (folder: string, names: ReadonlyArray<string>) {
  const files = yield* FileSystem.FileSystem
  const { join } = yield* Path.Path
  for (const name of names) {
    const path = join(folder, name)
    const info = yield* Effect.result(files.stat(path))
    if (Result.isFailure(info)) {
      // A link that leads to nothing has a name in its folder all the same.
      const present = yield* Effect.orElseSucceed(files.readDirectory(folder), (): ReadonlyArray<string> => [])
      if (present.includes(name)) return yield* unreadable(path)(info.failure)
    } else if (info.success.type === "File") return Option.some({ path, sizeBytes: Number(info.success.size) })
    else return yield* unreadable(path)("it is no file")
  }
  return Option.none<PackageFile>()
})

/** The package at `path`: a folder that holds `schema.json`, or the schema itself with the others beside it. */
export const packageFolder = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const { basename, dirname } = yield* Path.Path
  const info = yield* Effect.mapError(files.stat(path), unreadable(path))
  const folder = info.type === "Directory" ? path : dirname(path)
  const schema = yield* find(folder, [info.type === "Directory" ? SCHEMA : basename(path)])
  if (Option.isNone(schema))
    return yield* misused(`${folder} holds no ${SCHEMA}.`, "Name the package's folder, or its schema file.")
  const readme = yield* find(folder, READMES)
  if (Option.isNone(readme))
    return yield* misused(
      `No README beside ${schema.value.path}.`,
      `A package is published with one: write it as ${READMES.join(", ").replace(/, ([^,]*)$/, " or $1")}.`
    )
  return {
    schema: schema.value,
    readme: readme.value,
    installation: yield* find(folder, [INSTALLATION]),
    metadata: yield* find(folder, [METADATA])
  } satisfies PackageFolder
})
