/** `platform-control policy publish`: from a folder or an archive to a complete version. */
import { Effect, Schema, Stream } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import type { ConnectionOptions } from "../Connection.ts"
import { makeProgress, type Progress } from "../output/Progress.ts"
import { printRecord } from "../output/print.ts"
import { refused } from "../Refusal.ts"
import { packFolder, type TypedPack } from "./PackFolder.ts"
import { policyServer } from "./policyServer.ts"

const PART_BYTES = 64 * 1024

const Answer = Schema.fromJsonString(Schema.Struct({ message: Schema.String }))

const refusedUpload = Effect.fnUntraced(function* (name: string, response: HttpClientResponse.HttpClientResponse) {
  const said = yield* response.text.pipe(
    Effect.flatMap(Schema.decodeEffect(Answer)),
    Effect.map(({ message }) => message),
    Effect.orElseSucceed(() => "the place for uploads refused it")
  )
  const next =
    response.status === 413
      ? "The server's setting PLATFORM_CONTROL_UPLOAD_MAX_POLICY_PACK bounds archives."
      : "Publish again, under another version if it has one: a version is taken once it was begun."
  return yield* refused(`${name} was not uploaded: ${said} (${response.status}).`, next)
})

const parts = (archive: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(archive.length / PART_BYTES) }, (_, index) =>
    archive.subarray(index * PART_BYTES, (index + 1) * PART_BYTES)
  )

const upload = Effect.fnUntraced(function* (
  file: { readonly name: string; readonly archive: Uint8Array },
  place: { readonly uploadURI: string; readonly requiredHeaders?: Readonly<Record<string, string>> },
  progress: Progress
) {
  const bytes = Stream.fromIterable(parts(file.archive)).pipe(
    Stream.tap((part) => progress.advance(file.name, part.length))
  )
  const response = yield* HttpClientRequest.put(place.uploadURI).pipe(
    HttpClientRequest.bodyStream(bytes, { contentType: "application/gzip", contentLength: file.archive.length }),
    HttpClientRequest.setHeaders(place.requiredHeaders ?? {}),
    HttpClient.execute
  )
  if (response.status < 200 || response.status > 299) return yield* refusedUpload(file.name, response)
  yield* progress.finish(file.name)
}, Effect.scoped)

/** Prints the published version, or its record as JSON. */
export const publish = Effect.fnUntraced(function* (
  input: ConnectionOptions &
    TypedPack & { readonly path: string; readonly organization: string; readonly json: boolean }
) {
  const { archive, body, fileName } = yield* packFolder(input.path, input)
  const progress = makeProgress(
    [{ name: fileName, totalBytes: archive.length }],
    process.stderr.isTTY && !input.json
      ? { columns: process.stderr.columns, write: (text) => process.stderr.write(text) }
      : undefined
  )
  const pack = `${input.organization}/${body.name}`
  const advice = {
    403: `Ask an administrator: platform-control member set ${input.organization} <login> --publish.`,
    404: `Is ${input.organization} an organization that the token belongs to? On the server's machine, \`platform-control org ls\` lists them.`,
    413: "The manifest with README.md is too large: the server's setting PLATFORM_CONTROL_MAX_BODY bounds them together.",
    409: "Publish another version with --pack-version; a version is published once, also when it was deleted since."
  }
  const version = yield* policyServer(input, advice, (client) =>
    Effect.gen(function* () {
      const params = { orgName: input.organization }
      const created = yield* client.policyPacks.create({ params, payload: body })
      yield* upload({ name: fileName, archive }, created, progress)
      const version = String(created.version)
      yield* client.policyPacks.complete({ params: { ...params, policyPackName: body.name, version } })
      return created.version
    })
  )
  const tag = body.versionTag === undefined ? "" : ` (${body.versionTag})`
  const record = { organization: input.organization, name: body.name, version, versionTag: body.versionTag ?? "" }
  yield* printRecord(input.json, record, () => `Published ${pack}@${version}${tag}`)
})
