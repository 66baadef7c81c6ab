/**
 * Port: what other areas keep under an organization's name. As long as they keep anything, the organization can't go: one
 * of the same name that is made later would inherit it. The composition root plugs the areas in here.
 */
import { Context, Effect } from "effect"

/** What one area keeps, for example `{ what: "packages", count: 3 }`. */
export interface Holding {
  /** In the plural, as people read it. */
  readonly what: string
  /** At least 1. */
  readonly count: number
}

export interface OrganizationHoldings {
  /** Asked inside the transaction that removes the organization. Empty when nothing is kept. */
  readonly of: (organization: string) => Effect.Effect<ReadonlyArray<Holding>>
}

/** Unless plugged, nothing is kept anywhere. */
export const OrganizationHoldings = Context.Reference<OrganizationHoldings>(
  "platform-control/admin/OrganizationHoldings",
  { defaultValue: () => ({ of: () => Effect.succeed([]) }) }
)
