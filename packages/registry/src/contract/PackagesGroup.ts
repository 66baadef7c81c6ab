/** Listing, reading and deleting packages, as said on the wire (Spec A, Registry). */
import { Authorization, OptionalAuthorization, ReadAuthorization } from "@platform-control/core/Authorization"
import { BadRequest, Forbidden, NotFound } from "@platform-control/core/Errors"
import { BooleanText, ContinuationToken, pageSize } from "@platform-control/core/Paging"
import { Needs, needs } from "@platform-control/core/Needs"
import { RequestErrors } from "@platform-control/core/RequestErrors"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { PackageMetadata, PackageType, PackageVisibility } from "./PackageMetadata.ts"
import { ReadableVersionPath, VERSIONS_PATH, VersionPath } from "./PackagePath.ts"

/** The page size when a request names none (Spec A, Limits). */
export const DEFAULT_PAGE_SIZE = 100

/** The largest page (open points, section 1). */
export const MAX_PAGE_SIZE = 500

const filter = (description: string, maxLength = 256) =>
  Schema.optionalKey(Schema.String.pipe(Schema.check(Schema.isMaxLength(maxLength))).annotate({ description }))

/** What a package list can be sorted by; `search` without a `sort` is best match first. */
export const PackageSort = Schema.Literals(["name", "publishedAt", "usage"])
export type PackageSort = typeof PackageSort.Type

/** Whether stacks of the caller's organizations use a package. */
export const UsageFilter = Schema.Literals(["used", "unused"])
export type UsageFilter = typeof UsageFilter.Type

/** Filters combine: a package has to pass all of them. */
export const PackageListQuery = Schema.Struct({
  asc: Schema.optionalKey(
    BooleanText.annotate({
      description:
        "`true` sorts ascending, `false` is the exact reverse. Absent: names ascending, `publishedAt` and `usage` descending, a search best match first (which is `true`)."
    })
  ),
  continuationToken: Schema.optionalKey(
    ContinuationToken.annotate({
      description: "From an earlier page of the same list; all other parameters but `limit` have to stay the same."
    })
  ),
  limit: Schema.optionalKey(
    pageSize(MAX_PAGE_SIZE).annotate({
      description: `Packages a page, 1 to ${MAX_PAGE_SIZE}; ${DEFAULT_PAGE_SIZE} when absent.`
    })
  ),
  name: filter("Only packages of exactly this name."),
  orgLogin: filter("Only packages that this organization owns."),
  packageType: Schema.optionalKey(PackageType.annotate({ description: "Only packages of this type." })),
  publisher: filter("Only packages of this publisher."),
  search: filter(
    "Words that all occur, or begin a word, in name, title, publisher, description or keywords. A package whose name is exactly this text comes first, then matches in name or title; at most 1,000 matches of each kind are shown.",
    200
  ),
  sort: Schema.optionalKey(PackageSort.annotate({ description: "`name` when absent." })),
  usage: Schema.optionalKey(
    UsageFilter.annotate({ description: "Only packages that the caller's organizations use, or do not use." })
  ),
  visibility: Schema.optionalKey(PackageVisibility.annotate({ description: "Only packages of this visibility." }))
})
export type PackageListQuery = typeof PackageListQuery.Type

/** One page of packages, each by its latest version. */
export const PackageList = Schema.Struct({
  packages: Schema.Array(PackageMetadata),
  continuationToken: Schema.optionalKey(
    Schema.String.annotate({ description: "Asks for the next page; absent on the last one." })
  )
}).annotate({ identifier: "PackageList" })
export type PackageList = typeof PackageList.Type

const list = HttpApiEndpoint.get("list", "/api/registry/packages", {
  query: PackageListQuery,
  success: PackageList,
  error: BadRequest
})
  .annotate(Needs, needs.nothing)
  .middleware(OptionalAuthorization)
  .annotateMerge(
    OpenApi.annotations({
      summary: "List packages",
      description:
        "One entry a package: its latest version. Needs no credential; then it shows public packages only. Members also see their organizations' private ones."
    })
  )

const get = HttpApiEndpoint.get("get", `${VERSIONS_PATH}/:version`, {
  params: ReadableVersionPath,
  success: PackageMetadata,
  error: NotFound
})
  .annotate(Needs, needs.packageRead)
  .middleware(ReadAuthorization)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Read one version",
      description:
        "`latest` is the version with the highest publication time, of two at one time the one completed last. Answers carry a strong `ETag`; with `If-None-Match` an unchanged answer is a 304 without a body."
    })
  )

const remove = HttpApiEndpoint.delete("delete", `${VERSIONS_PATH}/:version`, {
  params: VersionPath,
  success: HttpApiSchema.NoContent,
  error: [BadRequest, Forbidden, NotFound]
})
  .annotate(Needs, needs.packagePublish)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Delete one version",
      description:
        "Needs RegistryPublish on the publisher. `latest` is refused: a deletion names the version it means. The package leaves the list with its last version."
    })
  )

/** The operations on packages that exist. */
export class PackagesGroup extends HttpApiGroup.make("packages")
  .add(list, get, remove)
  .middleware(RequestErrors)
  .annotateMerge(
    OpenApi.annotations({ title: "Packages", description: "Find, read and delete published packages." })
  ) {}
