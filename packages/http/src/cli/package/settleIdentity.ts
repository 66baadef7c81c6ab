/** Under which name and version a package is published: what was typed, else what its files say. */
import { OrganizationName, PackageName } from "@platform-control/core/Names"
import { Effect, FileSystem, Option, Schema } from "effect"
import { Yaml } from "effect/encoding"
import { misused } from "../Refusal.ts"
import { unreadable } from "../unreadable.ts"
import type { PackageFile, PackageFolder } from "./PackageFolder.ts"
import type { PackageIdentity } from "./PackageIdentity.ts"

/** The identity's parts that were typed. */
export interface TypedIdentity {
  readonly source: string
  readonly publisher: Option.Option<string>
  readonly name: Option.Option<string>
  readonly packageVersion: Option.Option<string>
}

const said = Schema.Struct({
  name: Schema.optionalKey(Schema.String),
  version: Schema.optionalKey(Schema.String),
  publisher: Schema.optionalKey(Schema.String)
})
type Said = typeof said.Type

const read = (file: PackageFile, parse: (text: string) => unknown, format: string) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const text = yield* Effect.mapError(files.readFileString(file.path), unreadable(file.path))
    const value = yield* Effect.try({
      try: () => parse(text),
      catch: (cause) => misused(`${file.path} is not ${format}: ${String(cause)}`)
    })
    return yield* Effect.mapError(Schema.decodeUnknownEffect(said)(value), () =>
      misused(`${file.path} does not describe a package: its name, version and publisher have to be text.`)
    )
  })

const flags = { name: "--name", version: "--package-version", publisher: "--publisher" } as const

const checked = <S extends Schema.Codec<string>>(schema: S, flag: string, value: string) =>
  Effect.mapError(Schema.decodeEffect(schema)(value), (error) => misused(`${flag} ${value}: ${error.message}`))

/** Reads no more files than it has to: with everything typed, none. */
export const settleIdentity = Effect.fnUntraced(function* (folder: PackageFolder, typed: TypedIdentity) {
  const asked: Said = {
    ...Option.match(typed.name, { onNone: () => ({}), onSome: (name) => ({ name }) }),
    ...Option.match(typed.packageVersion, { onNone: () => ({}), onSome: (version) => ({ version }) }),
    ...Option.match(typed.publisher, { onNone: () => ({}), onSome: (publisher) => ({ publisher }) })
  }
  const isWhole = (one: Said): boolean => Object.keys(flags).every((part) => part in one)
  let found = asked
  if (!isWhole(found)) found = { ...(yield* read(folder.schema, JSON.parse, "JSON")), ...found }
  if (!isWhole(found) && Option.isSome(folder.metadata))
    found = { ...(yield* read(folder.metadata.value, Yaml.parse, "YAML")), ...found }
  const part = (name: keyof typeof flags) =>
    found[name] === undefined
      ? Effect.fail(
          misused(`The package's ${name} is not known: ${folder.schema.path} does not say it.`, `Add ${flags[name]}.`)
        )
      : Effect.succeed(found[name])
  return {
    source: typed.source,
    publisher: yield* checked(OrganizationName, flags.publisher, yield* part("publisher")),
    name: yield* checked(PackageName, flags.name, yield* part("name")),
    version: (yield* part("version")).replace(/^v(?=\d)/, "")
  } satisfies PackageIdentity
})
