/** Reads a policy pack from disk: a folder with a manifest, or its archive. Knows no server. */
import { formatIssues } from "@platform-control/core/formatIssues"
import { CreatePolicyPack } from "@platform-control/policy/contract"
import { Effect, FileSystem, Option, Path, Schema } from "effect"
import { Yaml } from "effect/encoding"
import { misused } from "../Refusal.ts"
import { unreadable } from "../unreadable.ts"
import { archiveFolder, filesOf } from "./PackArchive.ts"

/** A pack that can be published. */
export interface PackFolder {
  /** How people call it, for progress. */
  readonly fileName: string
  readonly body: CreatePolicyPack
  readonly archive: Uint8Array
}

/** What was typed stands above the manifest. */
export interface TypedPack {
  readonly name: Option.Option<string>
  readonly packVersion: Option.Option<string>
}

const MANIFESTS = ["policy-pack.yaml", "policy-pack.yml", "policy-pack.json"]
const README = "README.md"

/** A policy says no more than it has to: what is missing is taken from what is there. */
const completedPolicy = (policy: unknown): unknown => {
  if (typeof policy !== "object" || policy === null) return policy
  const said = policy as Readonly<Record<string, unknown>>
  const description = said["description"] ?? ""
  return { displayName: said["name"], message: description, enforcementLevel: "advisory", ...said, description }
}

const completed = (manifest: Readonly<Record<string, unknown>>, readme: string | undefined, typed: TypedPack) => {
  const { policies, version, ...said } = manifest
  const name = Option.getOrElse(typed.name, () => said["name"])
  const tag = Option.getOrElse(typed.packVersion, () => version)
  return {
    ...(readme === undefined ? {} : { readme }),
    displayName: name,
    ...said,
    name,
    ...(tag === undefined || tag === null ? {} : { versionTag: tag }),
    policies: Array.isArray(policies) ? policies.map(completedPolicy) : policies
  }
}

const parse = (path: string, text: string) =>
  Effect.try({
    try: () => Yaml.parse(text),
    catch: (cause) => misused(`${path} is not YAML: ${cause instanceof Error ? cause.message : String(cause)}`)
  })

const decode = Schema.decodeUnknownEffect(CreatePolicyPack, { errors: "all" })

const readManifest = Effect.fnUntraced(function* (
  path: string,
  text: string,
  readme: string | undefined,
  typed: TypedPack
) {
  const manifest = yield* parse(path, text)
  if (typeof manifest !== "object" || manifest === null || Array.isArray(manifest))
    return yield* misused(`${path} does not describe a policy pack.`, "It needs a name and policies.")
  return yield* decode(completed(manifest as Readonly<Record<string, unknown>>, readme, typed)).pipe(
    Effect.mapError((error) =>
      misused(
        `${path} does not describe a policy pack:`,
        ...formatIssues(error.issue)
          .issues.slice(0, 10)
          .map((issue) => `  ${(issue.path ?? []).map(String).join(".")}: ${issue.message}`)
      )
    )
  )
})

const noManifest = (path: string) =>
  misused(
    `${path} holds no ${MANIFESTS[0]}.`,
    "A policy pack has one at its top; docs/policy-packs.md shows how it looks."
  )

const fromFolder = Effect.fnUntraced(function* (folder: string, typed: TypedPack) {
  const files = yield* FileSystem.FileSystem
  const { basename, join, resolve } = yield* Path.Path
  const names = yield* Effect.mapError(files.readDirectory(folder), unreadable(folder))
  const manifest = MANIFESTS.find((name) => names.includes(name))
  if (manifest === undefined) return yield* noManifest(folder)
  const read = (path: string) => Effect.mapError(files.readFileString(path), unreadable(path))
  const path = join(folder, manifest)
  const readme = names.includes(README) ? yield* read(join(folder, README)) : undefined
  const body = yield* readManifest(path, yield* read(path), readme, typed)
  const archive = yield* archiveFolder(folder)
  return { fileName: `${basename(resolve(folder))}.tgz`, body, archive } satisfies PackFolder
})

/** At the top of the archive, or inside its only folder, as `npm pack` makes it. */
const isTop = (path: string): boolean => path.replace(/^\.\//, "").split("/").length <= 2

const fromArchive = Effect.fnUntraced(function* (path: string, typed: TypedPack) {
  const files = yield* FileSystem.FileSystem
  const { basename } = yield* Path.Path
  const archive = yield* Effect.mapError(files.readFile(path), unreadable(path))
  const nameOf = (entry: string) => entry.split("/").at(-1) ?? ""
  const found = yield* filesOf(path, archive, (entry) => isTop(entry) && [...MANIFESTS, README].includes(nameOf(entry)))
  const manifest = [...found].find(([entry]) => MANIFESTS.includes(nameOf(entry)))
  if (manifest === undefined) return yield* noManifest(path)
  const [entry, text] = manifest
  const readme = found.get(entry.replace(/[^/]+$/, README))
  const body = yield* readManifest(`${path}: ${entry}`, text, readme, typed)
  return { fileName: basename(path), body, archive } satisfies PackFolder
})

/** The pack at `path`, with what was typed instead of what its manifest says. */
export const packFolder = Effect.fnUntraced(function* (path: string, typed: TypedPack) {
  const files = yield* FileSystem.FileSystem
  const { type } = yield* Effect.mapError(files.stat(path), unreadable(path))
  return yield* type === "Directory" ? fromFolder(path, typed) : fromArchive(path, typed)
})
