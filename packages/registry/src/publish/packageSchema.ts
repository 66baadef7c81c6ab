/** What the registry needs of an uploaded package schema. Everything else in it is left to those who prepare docs. Read in a thread, so it knows only libraries. */
import { formatIssues } from "@platform-control/core/formatIssues"
import type { ErrorDetail } from "@platform-control/core/Errors"
import { Result, Schema } from "effect"

const text = (maxLength: number) => Schema.optionalKey(Schema.String.pipe(Schema.check(Schema.isMaxLength(maxLength))))

const base64 = Schema.String.pipe(
  Schema.check(
    Schema.isMaxLength(65_536),
    Schema.isPattern(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, {
      message: "Expected base64 with padding"
    })
  )
)

const Parameterization = Schema.Struct({
  baseProvider: Schema.Struct({
    name: Schema.String.pipe(Schema.check(Schema.isMaxLength(256))),
    version: Schema.String.pipe(Schema.check(Schema.isMaxLength(256)))
  }),
  parameter: Schema.optionalKey(
    Schema.Union([base64, Schema.Array(base64).pipe(Schema.check(Schema.isMaxLength(100)))])
  )
})

/** The fields of the public package schema that package metadata comes from, each with a bound; others are ignored. */
export const PackageSchema = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Schema.check(Schema.isMaxLength(256))),
  displayName: text(256),
  version: text(300),
  description: text(10_000),
  keywords: Schema.optionalKey(
    Schema.Array(Schema.String.pipe(Schema.check(Schema.isMaxLength(200)))).pipe(Schema.check(Schema.isMaxLength(200)))
  ),
  attribution: text(10_000),
  repository: text(2_048),
  logoUrl: text(2_048),
  pluginDownloadURL: text(2_048),
  parameterization: Schema.optionalKey(Parameterization)
})
export type PackageSchema = typeof PackageSchema.Type

const MAX_LISTED_PROBLEMS = 20

const decode = Schema.decodeUnknownResult(PackageSchema, { errors: "all" })
const problem = (message: string): ErrorDetail => ({
  resource: "schema",
  errorType: "invalid",
  customMessage: message
})

const problemsOf = (error: Schema.SchemaError): ReadonlyArray<ErrorDetail> =>
  formatIssues(error.issue)
    .issues.slice(0, MAX_LISTED_PROBLEMS)
    .map(({ message, path }) => ({
      ...problem(message),
      errorType: message === "Missing key" ? "required" : "invalid",
      ...(path === undefined || path.length === 0 ? {} : { attribute: path.map(String).join(".") })
    }))

/** Reads what metadata comes from, or says what is wrong in it and where. */
export const readPackageSchema = (value: unknown): Result.Result<PackageSchema, ReadonlyArray<ErrorDetail>> =>
  Result.mapError(decode(value), problemsOf)
