/** `platform-control package publish`: from files on disk to a published version. */
import { Effect, FileSystem, Option, Path } from "effect"
import { connected, type ConnectionOptions } from "../Connection.ts"
import { printRecord } from "../output/print.ts"
import { makeProgress } from "../output/Progress.ts"
import { packageFolder, type PackageFile, type PackageFolder } from "./PackageFolder.ts"
import { settleIdentity, type TypedIdentity } from "./settleIdentity.ts"
import { identityText, type PackageIdentity, versionUrl } from "./PackageIdentity.ts"
import { type Artifact, publishPackage } from "./publishPackage.ts"

const JSON_TYPE = "application/json"
const MARKDOWN_TYPE = "text/markdown; charset=utf-8"

const artifactsOf = Effect.fnUntraced(function* (folder: PackageFolder) {
  const files = yield* FileSystem.FileSystem
  const { basename } = yield* Path.Path
  const artifact = (name: Artifact["artifact"], file: PackageFile, contentType: string): Artifact<unknown> => ({
    artifact: name,
    name: basename(file.path),
    sizeBytes: file.sizeBytes,
    contentType,
    bytes: files.stream(file.path)
  })
  return [
    artifact("schema", folder.schema, JSON_TYPE),
    artifact("index", folder.readme, MARKDOWN_TYPE),
    ...Option.match(folder.installation, {
      onNone: () => [],
      onSome: (file) => [artifact("installationConfiguration", file, MARKDOWN_TYPE)]
    })
  ]
})

const advice = (identity: PackageIdentity) => ({
  403: `Ask an administrator: platform-control member set ${identity.publisher} <login> --publish (public sources take a registry administrator as well).`,
  404: `Is ${identity.publisher} an organization that the token belongs to? On the server's machine, \`platform-control org ls\` lists them; --publisher names another.`,
  409: `Publish another version with --package-version, or remove this one first: platform-control package rm ${identityText(identity)}`
})

/** Prints the published version's address, or its record as JSON. */
export const publish = Effect.fnUntraced(function* (
  input: ConnectionOptions & TypedIdentity & { readonly path: string; readonly json: boolean }
) {
  const folder = yield* packageFolder(input.path)
  const identity = yield* settleIdentity(folder, input)
  const artifacts = yield* artifactsOf(folder)
  const progress = makeProgress(
    artifacts.map(({ name, sizeBytes }) => ({ name, totalBytes: sizeBytes })),
    process.stderr.isTTY && !input.json
      ? { columns: process.stderr.columns, write: (text) => process.stderr.write(text) }
      : undefined
  )
  const record = yield* connected(input, advice(identity), (client) =>
    Effect.gen(function* () {
      const { version, ...params } = identity
      const operations = {
        start: client.publish.start({ params, payload: { version } }),
        complete: (operationID: string) => client.publish.complete({ params: identity, payload: { operationID } })
      }
      yield* publishPackage(operations, artifacts, progress)
      const response = yield* client.packages.get({ params: identity, responseMode: "response-only" })
      return yield* response.json
    })
  )
  yield* printRecord(
    input.json,
    record,
    () => `Published ${identityText(identity)}\n${versionUrl(input.url, identity)}`
  )
})
