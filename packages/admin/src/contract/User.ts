/** The caller as `GET /api/user` shows them (Spec B, User; open points, section 6). */
import { Schema } from "effect"

/** The caller's part in an organization. */
export const OrganizationRoleName = Schema.Literals([
  "none",
  "member",
  "admin",
  "potential-member",
  "stack-collaborator",
  "billing-manager"
])

/** An organization of the caller. */
export const OrganizationSummaryWithRole = Schema.Struct({
  /** The display name. */
  name: Schema.String,
  /** The canonical name, which stands in paths. */
  scmLogin: Schema.String,
  avatarUrl: Schema.String,
  email: Schema.optionalKey(Schema.String),
  role: OrganizationRoleName
}).annotate({ identifier: "OrganizationSummaryWithRole" })
export type OrganizationSummaryWithRole = typeof OrganizationSummaryWithRole.Type

/** What a token that belongs to no user says of itself. */
export const TokenInfo = Schema.Struct({
  name: Schema.String,
  organization: Schema.String,
  /** Empty for tokens of no team. */
  team: Schema.String
}).annotate({ identifier: "TokenInfo" })
export type TokenInfo = typeof TokenInfo.Type

/** A user, or the token that stands in for one. */
export const User = Schema.Struct({
  id: Schema.String,
  scmLogin: Schema.String,
  name: Schema.String,
  email: Schema.String,
  avatarUrl: Schema.String,
  organizations: Schema.Array(OrganizationSummaryWithRole),
  potentialOrganizations: Schema.optionalKey(Schema.Array(OrganizationSummaryWithRole)),
  identities: Schema.Array(Schema.String),
  siteAdmin: Schema.optionalKey(Schema.Boolean),
  registryAdmin: Schema.optionalKey(Schema.Boolean),
  tokenInfo: Schema.optionalKey(TokenInfo),
  hasMFA: Schema.Boolean,
  isOrgManaged: Schema.Boolean,
  isManagedByMultiOrg: Schema.Boolean,
  isAgent: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "User" })
export type User = typeof User.Type
