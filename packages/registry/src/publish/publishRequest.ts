/** The rules for what may be published, apart from who may: names, version and time. */
import { PackageName } from "@platform-control/core/Names"
import type { ErrorDetail } from "@platform-control/core/Errors"
import type { PackageSource } from "@platform-control/core/Permissions"
import { TimestampInput } from "@platform-control/core/Timestamps"
import { Result, Schema } from "effect"
import type { StartPublish } from "../contract/PublishGroup.ts"
import type { VersionId } from "../packages/PackageId.ts"
import { isStrictVersion } from "./strictVersion.ts"

const isName = Schema.is(PackageName)
const isTimestamp = Schema.is(TimestampInput)

/** A version to be published; `publishedAt` in milliseconds since 1970, undefined for the time of completion. */
export interface PublishRequest {
  readonly id: VersionId
  readonly publishedAt: number | undefined
}

const fault = (resource: string, attribute: string, customMessage: string): ErrorDetail => ({
  resource,
  attribute,
  errorType: "invalid",
  customMessage
})

/** The request, or everything that is wrong with it. Any time is accepted, also one in the future. */
export const publishRequest = (
  { name, publisher, source }: { readonly source: PackageSource; readonly publisher: string; readonly name: string },
  { publishedAt, version }: StartPublish
): Result.Result<PublishRequest, ReadonlyArray<ErrorDetail>> => {
  const faults = [
    ...(isName(name)
      ? []
      : [fault("path", "name", "Expected 1 to 100 of A-Z a-z 0-9 . _ - that starts with a letter or digit")]),
    ...(isStrictVersion(version)
      ? []
      : [fault("body", "version", "Expected a semantic version 2.0.0, for example 1.2.3 or 1.0.0-rc.1")]),
    ...(publishedAt === undefined || isTimestamp(publishedAt)
      ? []
      : [fault("body", "publishedAt", "Expected an ISO 8601 date-time with a time zone")])
  ]
  return faults.length > 0
    ? Result.fail(faults)
    : Result.succeed({
        id: { source, publisher, name, version },
        publishedAt: publishedAt === undefined ? undefined : Date.parse(publishedAt)
      })
}
