/** Port: how many stacks use a package. Whoever knows stacks plugs it in; the registry only adds up and sorts. */
import { Context } from "effect"

/** Whole numbers from 0; the last three add up to at most `totalStacks` (Spec A, PackageUsageStats). */
export interface UsageFigures {
  readonly totalStacks: number
  readonly onLatest: number
  readonly onOlder: number
  readonly versionUnresolved: number
}

export interface PackageUsage {
  /**
   * The packages that an organization's stacks use, by `<source>/<publisher>/<name>`. Asked for on every read, so it is
   * answered from memory, without waiting.
   */
  readonly inOrganization: (organization: string) => ReadonlyMap<string, UsageFigures>
}

const nothing: ReadonlyMap<string, UsageFigures> = new Map()

/** Unless plugged, no use of any package is known. */
export const PackageUsage = Context.Reference<PackageUsage>("platform-control/registry/PackageUsage", {
  defaultValue: () => ({ inOrganization: () => nothing })
})
