/** Judges a parsed package schema, and takes out of it what is published. Knows no thread and no storage. */
import type { ErrorDetail } from "@platform-control/core/Errors"
import { Result } from "effect"
import { type PackageSchema, readPackageSchema } from "../../publish/packageSchema.ts"
import { packageProblems } from "../schema/check/packageShape.ts"
import { type PreparedDocs, prepareDocs } from "../schema/pages/prepareDocs.ts"
import { readPackage } from "../schema/read/readPackage.ts"

/** A schema that can be published. Refers to nothing of the schema but texts. */
export interface ReadImport {
  readonly metadata: PackageSchema
  readonly docs: PreparedDocs
  /** Names of other packages that types come from. */
  readonly otherPackages: ReadonlyArray<string>
}

/** Older schemas write their version with a leading `v`. */
const versionProblems = (schema: PackageSchema, version: string): ReadonlyArray<ErrorDetail> => {
  const named = schema.version?.replace(/^v/, "") ?? ""
  if (named === "" || named === version) return []
  const customMessage = `Expected ${version}, the version that is published, not ${named}`
  return [{ resource: "schema", attribute: "version", errorType: "invalid", customMessage }]
}

const failing = <A>(value: A, problems: ReadonlyArray<ErrorDetail>): Result.Result<A, ReadonlyArray<ErrorDetail>> =>
  problems.length > 0 ? Result.fail(problems) : Result.succeed(value)

/** What `version` is made of, or the first problems of the schema. `maxDocsSize` bounds the characters of all pages. */
export const readImport = (
  schema: unknown,
  version: string,
  maxDocsSize?: number
): Result.Result<ReadImport, ReadonlyArray<ErrorDetail>> =>
  Result.gen(function* () {
    yield* failing(undefined, packageProblems(schema))
    const metadata = yield* readPackageSchema(schema)
    yield* failing(undefined, versionProblems(metadata, version))
    const model = yield* readPackage(schema)
    const docs = yield* prepareDocs(model, maxDocsSize)
    return { metadata, docs, otherPackages: [...model.otherPackages] }
  })
