/** Who sees which packages: those of the public sources everyone, private ones the members of their publisher. */
import type { CallerValue } from "@platform-control/core/Authorization"
import { maySeePrivate } from "@platform-control/core/Permissions"
import type { PackageVisibility } from "../contract/PackageMetadata.ts"
import type { PackageId } from "./PackageId.ts"

/** The scope of public packages. No organization can have this name. */
export const PUBLIC_SCOPE = "*"

export const visibilityOf = (id: PackageId): PackageVisibility => (id.source === "private" ? "private" : "public")

/** The circle that sees a package: everyone, or the members of one organization. */
export const scopeOf = (id: PackageId): string => (id.source === "private" ? id.publisher : PUBLIC_SCOPE)

export const maySee = (caller: CallerValue, id: PackageId): boolean =>
  id.source !== "private" || maySeePrivate(caller, id.publisher)

/** A part of all packages that a caller sees as a whole: one scope, or every private package. */
export type Region = { readonly scope: string } | "everyPrivate"

/** What narrows a list down before it is searched. */
export interface RegionFilter {
  readonly publisher: string | undefined
  readonly visibility: PackageVisibility | undefined
}

const privateRegions = (caller: CallerValue, publisher: string | undefined): ReadonlyArray<Region> => {
  if (publisher !== undefined) return maySeePrivate(caller, publisher) ? [{ scope: publisher }] : []
  if (caller._tag === "Anonymous") return []
  return caller.siteAdmin ? ["everyPrivate"] : [...caller.memberships.keys()].map((scope) => ({ scope }))
}

/** The regions that together hold every package the caller sees and the filter lets pass, without overlap. */
export const visibleRegions = (caller: CallerValue, filter: RegionFilter): ReadonlyArray<Region> => [
  ...(filter.visibility === "private" ? [] : [{ scope: PUBLIC_SCOPE }]),
  ...(filter.visibility === "public" ? [] : privateRegions(caller, filter.publisher))
]
