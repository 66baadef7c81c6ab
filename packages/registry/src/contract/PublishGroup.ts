/** Publishing a package version in two phases, as said on the wire (Spec A, Registry; open points, section 3). */
import { Authorization } from "@platform-control/core/Authorization"
import {
  BadRequest,
  Conflict,
  Forbidden,
  NotFound,
  ServiceUnavailable,
  TooManyRequests
} from "@platform-control/core/Errors"
import { Needs, needs } from "@platform-control/core/Needs"
import { RequestErrors } from "@platform-control/core/RequestErrors"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { PackagePath, VERSIONS_PATH, VersionPath } from "./PackagePath.ts"

const bounded = (maxLength: number) => Schema.String.pipe(Schema.check(Schema.isMaxLength(maxLength)))

/** What is to be published. The service checks version and time, after it has checked the permission. */
export const StartPublish = Schema.Struct({
  version: bounded(1024).annotate({
    description: "Semantic version 2.0.0 without a leading `v`, at most 256 characters."
  }),
  publishedAt: Schema.optionalKey(
    bounded(64).annotate({
      format: "date-time",
      description: "For back-filling: when the version counts as published. The time of completion when absent."
    })
  )
}).annotate({ identifier: "StartPublish" })
export type StartPublish = typeof StartPublish.Type

/** Pre-signed upload locations (Spec A, PackageUploadURLs). */
export const PackageUploadURLs = Schema.Struct({
  schema: Schema.String.annotate({ description: "For the package schema, JSON. Required." }),
  index: Schema.String.annotate({ description: "For the index document, Markdown. Required." }),
  installationConfiguration: Schema.String.annotate({
    description: "For the installation and configuration document, Markdown. Optional."
  })
}).annotate({ identifier: "PackageUploadURLs" })
export type PackageUploadURLs = typeof PackageUploadURLs.Type

/** A begun publish. */
export const StartedPublish = Schema.Struct({
  operationID: Schema.String,
  uploadURLs: PackageUploadURLs,
  requiredHeaders: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.String).annotate({ description: "Headers that every upload has to send." })
  )
}).annotate({ identifier: "StartedPublish" })
export type StartedPublish = typeof StartedPublish.Type

/** Which begun publish is to be completed. */
export const CompletePublish = Schema.Struct({ operationID: bounded(256) }).annotate({ identifier: "CompletePublish" })

const start = HttpApiEndpoint.post("start", VERSIONS_PATH, {
  params: PackagePath,
  payload: StartPublish,
  success: StartedPublish.pipe(HttpApiSchema.status(202)),
  error: [BadRequest, Forbidden, NotFound, Conflict]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Start publishing a version",
    description:
      "Needs RegistryPublish on the publisher; for `platform` and `bridged` a registry administrator as well. Send each artifact with PUT to its location, which may be repeated until it expires, then complete. A repeated start is safe: it begins another operation."
  })
)

const complete = HttpApiEndpoint.post("complete", `${VERSIONS_PATH}/:version/complete`, {
  params: VersionPath,
  payload: CompletePublish,
  success: Schema.Struct({}).annotate({ identifier: "CompletedPublish" }).pipe(HttpApiSchema.status(201)),
  error: [BadRequest, Forbidden, NotFound, Conflict, TooManyRequests, ServiceUnavailable]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Complete publishing a version",
    description:
      "Checks the uploads and makes the version available at once and whole. A 400 leaves the operation usable: upload what it names and complete again; so does a 429 while many versions are being completed."
  })
)

/** The two operations of a publish. */
export class PublishGroup extends HttpApiGroup.make("publish")
  .add(start, complete)
  .annotateEndpoints(Needs, needs.packagePublish)
  .middleware(RequestErrors)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Publish", description: "Publish package versions in two phases." })) {}
