/** What a list query lets pass, for one caller. Knows no SQL. */
import type { CallerValue } from "@platform-control/core/Authorization"
import type { PackageListQuery } from "../contract/PackagesGroup.ts"
import type { WalkFilter } from "./listWalk.ts"
import { type PackageId, toPackageId } from "./PackageId.ts"
import type { PageOrder } from "./pageOrder.ts"
import { facets, type SearchQuery } from "./searchWords.ts"
import { scopeOf, visibleRegions } from "./visibility.ts"

/** Whether names of these texts can exist at all; nothing else is ever asked of a database. */
const canExist = (publisher = "x", name = "x"): boolean =>
  toPackageId({ source: "platform", publisher, name }) !== undefined

/** The filter for a query, or undefined when nothing can pass it. An owning organization is a publisher. */
export const listFilter = (caller: CallerValue, query: PackageListQuery): WalkFilter | undefined => {
  const publisher = query.publisher ?? query.orgLogin
  if (query.orgLogin !== undefined && query.orgLogin !== publisher) return undefined
  if (!canExist(publisher, query.name)) return undefined
  const regions = visibleRegions(caller, { publisher, visibility: query.visibility })
  return regions.length === 0 ? undefined : { regions, publisher, name: query.name, packageType: query.packageType }
}

/** The filter as part of a search, so that a bounded search is not used up by what can't be shown. */
export const filterQuery = (filter: WalkFilter): SearchQuery => {
  const scopes = filter.regions.flatMap((region) => (region === "everyPrivate" ? [] : [region.scope]))
  const everyPrivate = filter.regions.includes("everyPrivate")
  return {
    scopes: everyPrivate ? "every" : scopes,
    terms: [
      ...(everyPrivate && scopes.length === 0 ? [facets.visibility("private")] : []),
      ...(filter.publisher === undefined ? [] : [facets.publisher(filter.publisher)]),
      ...(filter.name === undefined ? [] : [facets.name(filter.name)]),
      ...(filter.packageType === undefined ? [] : [facets.packageType(filter.packageType)])
    ]
  }
}

/** Whether a package lies within the filter. */
export const passes = (filter: WalkFilter, item: PackageId & { readonly package_type: string }): boolean =>
  filter.regions.some((region) =>
    region === "everyPrivate" ? item.source === "private" : region.scope === scopeOf(item)
  ) &&
  (filter.publisher === undefined || filter.publisher === item.publisher) &&
  (filter.name === undefined || filter.name === item.name) &&
  (filter.packageType === undefined || filter.packageType === item.package_type)

/** Filters and order of a query in one canonical text; a continuation token holds for this text only. */
export const listShape = (query: PackageListQuery, order: PageOrder): string =>
  JSON.stringify(
    [
      order.sort,
      order.ascending,
      query.name,
      query.orgLogin,
      query.packageType,
      query.publisher,
      query.search,
      query.usage,
      query.visibility
    ].map((part) => part ?? null)
  )
