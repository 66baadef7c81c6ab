/** The one place that decides what a caller may do. */
import { Effect } from "effect"
import type { CallerValue, Membership, Principal } from "./Authorization.ts"
import { Forbidden, NotFound } from "./Errors.ts"

/** The sources under which packages are published (Spec A, What the service does). */
export type PackageSource = "platform" | "bridged" | "private"

const siteAdministrator: Membership = { role: "admin", grants: new Set(["RegistryPublish"]) }

/** The caller's standing in an organization; site administrators stand in every organization as administrators. */
export const membershipIn = (principal: Principal, organization: string): Membership | undefined =>
  principal.siteAdmin ? siteAdministrator : principal.memberships.get(organization)

/** RegistryPublish on a publisher, and for the public sources a registry administrator as well (open points, section 3). */
export const mayPublish = (principal: Principal, source: PackageSource, publisher: string): boolean => {
  const membership = membershipIn(principal, publisher)
  const holds = membership !== undefined && (membership.role === "admin" || membership.grants.has("RegistryPublish"))
  return source === "private" ? holds : holds && (principal.registryAdmin || principal.siteAdmin)
}

/** Whether the caller sees what is private to an organization. */
export const maySeePrivate = (caller: CallerValue, organization: string): boolean =>
  caller._tag === "Principal" && membershipIn(caller, organization) !== undefined

/** 403 that names what is missing. */
export const missingPermission = (permission: string, on: string): Forbidden =>
  new Forbidden({ message: `The permission ${permission} on ${on} is missing` })

/** The caller's membership, or 404: an organization that the caller can't see is not revealed (open points, section 1). */
export const requireMembership = (principal: Principal, organization: string): Effect.Effect<Membership, NotFound> => {
  const membership = membershipIn(principal, organization)
  return membership === undefined
    ? Effect.fail(
        new NotFound({
          message: `Organization ${organization} not found`,
          errors: [{ resource: "organization", errorType: "not_found" }]
        })
      )
    : Effect.succeed(membership)
}
