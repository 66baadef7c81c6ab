/** Port: which organizations exist. Another area owns them; the composition root plugs it in here. */
import { OrganizationName } from "@platform-control/core/Names"
import { Context, Effect, Schema } from "effect"

export interface PolicyOrganizations {
  /** Whether there is an organization of exactly this name, which may be any text. */
  readonly exists: (name: string) => Effect.Effect<boolean>
  /**
   * Asked inside a transaction, before it locks or writes anything: whether there still is the organization, which then
   * stays until the transaction ends. What `exists` said before may be over.
   */
  readonly hold: (name: string) => Effect.Effect<boolean>
}

const isOrganizationName = Schema.is(OrganizationName)

/** Unless plugged, every well-formed name is an organization. */
export const PolicyOrganizations = Context.Reference<PolicyOrganizations>("platform-control/policy/Organizations", {
  defaultValue: () => ({
    exists: (name) => Effect.succeed(isOrganizationName(name)),
    hold: (name) => Effect.succeed(isOrganizationName(name))
  })
})
