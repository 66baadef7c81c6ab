/** What a caller's organizations use, added up from the figures of the port. */
import type { CallerValue } from "@platform-control/core/Authorization"
import type { PackageUsage, UsageFigures } from "../PackageUsage.ts"
import { packageKey, type PackageId } from "./PackageId.ts"

/** A list looks at no more used packages than these. */
export const MAX_USED_PACKAGES = 1_000

const unused: UsageFigures = { totalStacks: 0, onLatest: 0, onOlder: 0, versionUnresolved: 0 }

const add = (a: UsageFigures, b: UsageFigures): UsageFigures => ({
  totalStacks: a.totalStacks + b.totalStacks,
  onLatest: a.onLatest + b.onLatest,
  onOlder: a.onOlder + b.onOlder,
  versionUnresolved: a.versionUnresolved + b.versionUnresolved
})

/** Whether no figure is known for this caller, so that every package's are the same. */
export const knowsNoUse = (usage: PackageUsage, caller: CallerValue): boolean =>
  caller._tag === "Anonymous" ||
  [...caller.memberships.keys()].every((organization) => usage.inOrganization(organization).size === 0)

/** The figures of one package over all of the caller's organizations; undefined for anonymous callers, who have none. */
export const usageFor = (usage: PackageUsage, caller: CallerValue, id: PackageId): UsageFigures | undefined => {
  if (caller._tag === "Anonymous") return undefined
  let sum = unused
  for (const organization of caller.memberships.keys()) {
    const known = usage.inOrganization(organization)
    const figures = known.size === 0 ? undefined : known.get(packageKey(id))
    if (figures !== undefined) sum = add(sum, figures)
  }
  return sum
}

/** The packages that at least one stack of the caller's organizations uses, and by how many. */
export const usedPackages = (usage: PackageUsage, caller: CallerValue): ReadonlyMap<string, number> => {
  const used = new Map<string, number>()
  if (caller._tag === "Anonymous") return used
  for (const organization of caller.memberships.keys()) {
    for (const [key, { totalStacks }] of usage.inOrganization(organization)) {
      const known = used.get(key)
      if (totalStacks > 0 && (known !== undefined || used.size < MAX_USED_PACKAGES)) {
        used.set(key, (known ?? 0) + totalStacks)
      }
    }
  }
  return used
}
