/** Who a valid token speaks for, and with which rights. Knows no storage and does not ask whether it is still valid. */
import type { Grant, Membership, Principal, TokenKind } from "@platform-control/core/Authorization"
import type { StoredCredential, StoredHolder, StoredMembership } from "./CredentialsRepository.ts"

type Holder = Pick<Principal, "userId" | "delegated" | "login" | "siteAdmin" | "registryAdmin" | "memberships">

const noGrants: ReadonlySet<Grant> = new Set()
const publishes: ReadonlySet<Grant> = new Set(["RegistryPublish"])

const toMembership = ({ organization, role, registryPublish }: StoredMembership): readonly [string, Membership] => [
  organization,
  { role, grants: registryPublish ? publishes : noGrants }
]

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

/** An organization's own token outlives whoever made it: nothing of any user is in it (Spec B, Authentication). */
const ofOrganization = ({ organization, admin }: Extract<StoredHolder, { _tag: "Organization" }>): Holder => ({
  userId: undefined,
  delegated: false,
  login: organization,
  siteAdmin: false,
  registryAdmin: false,
  memberships: new Map([[organization, { role: admin ? "admin" : "member", grants: noGrants }]])
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
