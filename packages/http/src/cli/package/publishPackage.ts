/** Publishes one version: start, upload all files at once, complete. Knows no terminal, no folder, and not who starts. */
import type { StartedPublish } from "@platform-control/registry/contract"
import { Effect, Schema, Stream } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { refused } from "../Refusal.ts"

/** One file to upload, under the name that the upload locations give it (Spec A, PackageUploadURLs). */
export interface Artifact<E = never> {
  readonly artifact: keyof StartedPublish["uploadURLs"]
  /** What people call it. */
  readonly name: string
  readonly sizeBytes: number
  readonly contentType: string
  readonly bytes: Stream.Stream<Uint8Array, E>
}

/** The two operations around the uploads, over the network or in the server itself. */
export interface PublishOperations<E> {
  readonly start: Effect.Effect<StartedPublish, E>
  readonly complete: (operationID: string) => Effect.Effect<unknown, E>
}

/** Told of every part that was handed to the network, and of every file that the server has. */
export interface Observer {
  readonly advance: (name: string, bytes: number) => Effect.Effect<void>
  readonly finish: (name: string) => Effect.Effect<void>
}

const Answer = Schema.fromJsonString(Schema.Struct({ message: Schema.String }))

const refusedUpload = Effect.fnUntraced(function* (name: string, response: HttpClientResponse.HttpClientResponse) {
  const said = yield* response.text.pipe(
    Effect.flatMap(Schema.decodeEffect(Answer)),
    Effect.map(({ message }) => message),
    Effect.orElseSucceed(() => "the place for uploads refused it")
  )
  const next =
    response.status === 413
      ? "The server's settings PLATFORM_CONTROL_UPLOAD_MAX_SCHEMA and …_DOCUMENT bound uploads."
      : "Repeat the command."
  return yield* refused(`${name} was not uploaded: ${said} (${response.status}).`, `Nothing was published. ${next}`)
})

const upload = Effect.fnUntraced(function* <E>(artifact: Artifact<E>, started: StartedPublish, observer: Observer) {
  const bytes = artifact.bytes.pipe(Stream.tap((part) => observer.advance(artifact.name, part.length)))
  const response = yield* HttpClientRequest.put(started.uploadURLs[artifact.artifact]).pipe(
    HttpClientRequest.bodyStream(bytes, { contentType: artifact.contentType, contentLength: artifact.sizeBytes }),
    HttpClientRequest.setHeaders(started.requiredHeaders ?? {}),
    HttpClient.execute
  )
  if (response.status < 200 || response.status > 299) return yield* refusedUpload(artifact.name, response)
  yield* observer.finish(artifact.name)
}, Effect.scoped)

/** Every failure leaves the version unpublished; the same call can then be repeated. */
export const publishPackage = Effect.fnUntraced(function* <E, E2>(
  operations: PublishOperations<E>,
  artifacts: ReadonlyArray<Artifact<E2>>,
  observer: Observer
) {
  const started = yield* operations.start
  yield* Effect.forEach(artifacts, (artifact) => upload(artifact, started, observer), {
    concurrency: "unbounded",
    discard: true
  })
  yield* operations.complete(started.operationID)
})
