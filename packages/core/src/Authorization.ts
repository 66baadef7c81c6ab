/**
 * Who is calling, and the three doors that an operation can stand behind. Names the middleware and the principal;
 * who checks a token's value is another area's business (`admin` gives these middlewares their body).
 */
import { Context, Effect } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { Unauthorized } from "./Errors.ts"

/** The kind of access token that a caller presented (Spec A, Authentication). A refresh token never gets this far. */
export type TokenKind = "personal" | "organization" | "team" | "runner" | "agent"

/** What a member may do in one organization. `admin` is every permission of that organization. */
export type OrganizationRole = "member" | "admin" | "billing-manager"

/** Every role that a credential can have in an organization; its own tokens can be narrowed down by `roleID`. */
export type Role =
  | OrganizationRole
  | `stack-${"read" | "write" | "admin"}`
  | `environment-${"read" | "write" | "admin" | "open"}`
  | `insights-account-${"read" | "write" | "admin"}`

/** What a member of a team may do with what the team owns. */
export type TeamRole = "member" | "admin"

/** Permissions that are granted apart from a role. */
export type Grant = "RegistryPublish"

/** The caller's standing in one organization. */
export interface Membership {
  readonly role: Role
  readonly grants: ReadonlySet<Grant>
  /** By name, the teams to which the caller belongs; none when absent. */
  readonly teams?: ReadonlyMap<string, TeamRole>
}

/** An authenticated caller. Immutable, and shared by every request of one token while that token's record is cached. */
export interface Principal {
  readonly _tag: "Principal"
  readonly tokenKind: TokenKind
  readonly tokenId: string
  /** The user behind the token; absent for tokens that belong to an organization. */
  readonly userId: string | undefined
  /**
   * Whether the token reaches less than its user does: bound to one organization, exchanged for another token, or an
   * agent's. Such a token can't make or revoke tokens, or it could outlive its bounds. Means nothing without a user.
   */
  readonly delegated: boolean
  /** Login name, or the organization's name for its own tokens; stands in audit entries. */
  readonly login: string
  readonly siteAdmin: boolean
  readonly registryAdmin: boolean
  /** By canonical organization name. */
  readonly memberships: ReadonlyMap<string, Membership>
}

/** A caller without a credential, where that is allowed. */
export interface Anonymous {
  readonly _tag: "Anonymous"
}

export type CallerValue = Principal | Anonymous

export const anonymous: Anonymous = { _tag: "Anonymous" }

/** Whoever calls, as the operation's door let them in. */
export class Caller extends Context.Service<Caller, CallerValue>()("platform-control/core/Caller") {}

/** The authenticated caller of an operation behind `Authorization`. */
export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Principal>()(
  "platform-control/core/CurrentPrincipal"
) {}

/** The ordinary door: a valid credential, or 401. */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: CurrentPrincipal }>()(
  "platform-control/core/Authorization",
  { requiredForClient: true, error: Unauthorized }
) {}

/** The open door: no credential is needed, but one that is sent has to be valid (Spec A, Authentication, 3). */
export class OptionalAuthorization extends HttpApiMiddleware.Service<OptionalAuthorization, { provides: Caller }>()(
  "platform-control/core/OptionalAuthorization",
  { requiredForClient: true, error: Unauthorized }
) {}

/** The reading door: like `Authorization`, unless `AnonymousReads` opens it (open points, section 3, last rows). */
export class ReadAuthorization extends HttpApiMiddleware.Service<ReadAuthorization, { provides: Caller }>()(
  "platform-control/core/ReadAuthorization",
  { requiredForClient: true, error: Unauthorized }
) {}

/** Whether callers without a token may read public packages. */
export const AnonymousReads = Context.Reference<boolean>("platform-control/core/AnonymousReads", {
  defaultValue: () => false
})

/** The credential of an `Authorization` header line, or undefined where there is none in a known scheme. */
export const credentialOf = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined
  const match = /^(?:bearer|token) +(\S+)$/i.exec(header)
  return match?.[1]
}

/** The 401 for a request that needs a credential and has none, or one in no known scheme. */
export const missingCredential = Effect.fail(
  new Unauthorized({ message: "A credential is required: send `Authorization: Bearer <access token>`" })
)
