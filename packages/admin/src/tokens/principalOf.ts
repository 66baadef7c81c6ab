/** Who a valid token speaks for, and with which rights. Knows no storage and does not ask whether it is still valid. */
import type { Grant, Membership, Principal, Role, TokenKind } from "@platform-control/core/Authorization"
import { isRole } from "@platform-control/core/Permissions"
import type { StoredCredential, StoredHolder, StoredMembership } from "./CredentialsRepository.ts"

type Holder = Pick<Principal, "userId" | "delegated" | "login" | "siteAdmin" | "registryAdmin" | "memberships">

type OrganizationHolder = Extract<StoredHolder, { _tag: "Organization" }>

const noGrants: ReadonlySet<Grant> = new Set()
const publishes: ReadonlySet<Grant> = new Set(["RegistryPublish"])

const toMembership = (stored: StoredMembership): readonly [string, Membership] => {
  const { organization, registryPublish, role, teams } = stored
  const membership = { role, grants: registryPublish ? publishes : noGrants }
  return [organization, teams.length === 0 ? membership : { ...membership, teams: new Map(teams) }]
}

/**
 * A user's token reaches what its user reaches. One that is bound to an organization was issued on that
 * organization's word: it must not reach another one, nor carry rights over the whole control plane.
 */
const ofUser = ({ user, boundTo }: Extract<StoredHolder, { _tag: "User" }>, delegated: boolean): Holder => ({
  userId: user.id,
  delegated,
  login: user.login,
  siteAdmin: user.siteAdmin && boundTo === null,
  registryAdmin: user.registryAdmin && boundTo === null,
  memberships: new Map(
    user.memberships.filter(({ organization }) => boundTo === null || organization === boundTo).map(toMembership)
  )
})

/** A team's token does what a member of the team does; one that was narrowed down does no more than its role. */
const membershipOf = ({ admin, roleId, team }: OrganizationHolder): Membership => {
  const role: Role = admin ? "admin" : roleId !== null && isRole(roleId) ? roleId : "member"
  const membership = { role, grants: noGrants }
  return team === null ? membership : { ...membership, teams: new Map([[team, "member"]]) }
}

/** An organization's own token outlives whoever made it: nothing of any user is in it (Spec B, Authentication). */
const ofOrganization = (holder: OrganizationHolder): Holder => ({
  userId: undefined,
  delegated: false,
  login: holder.organization,
  siteAdmin: false,
  registryAdmin: false,
  memberships: new Map([[holder.organization, membershipOf(holder)]])
})

/** `kind` is the credential's own kind, known to be one that can authenticate. */
export const principalOf = ({ tokenId, holder, issuedFrom }: StoredCredential, kind: TokenKind): Principal => ({
  _tag: "Principal",
  tokenKind: kind,
  tokenId,
  ...(holder._tag === "User"
    ? ofUser(holder, kind !== "personal" || holder.boundTo !== null || issuedFrom !== null)
    : ofOrganization(holder))
})
