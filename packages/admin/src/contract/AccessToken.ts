/** Access tokens as the wire shows them: everything but their values (Spec B, Access tokens; open points, section 6). */
import { Schema } from "effect"
import { isRole, roles } from "@platform-control/core/Permissions"
import { Timestamp } from "@platform-control/core/Timestamps"

const RoleIdentifier = Schema.Literals(Object.keys(roles).filter(isRole))

/** The role to which an organization's token is narrowed down. */
export const AccessTokenRole = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  defaultIdentifier: RoleIdentifier
}).annotate({ identifier: "AccessTokenRole" })
export type AccessTokenRole = typeof AccessTokenRole.Type

/** The kinds that have a name on the wire. */
export const AccessTokenType = Schema.Literals(["personal", "refresh", "organization", "team"])
export type AccessTokenType = typeof AccessTokenType.Type

const unixSeconds = (meaning: string) => Schema.Int.annotate({ description: `Unix seconds; ${meaning}.` })

/** One access token. */
export const AccessToken = Schema.Struct({
  id: Schema.String,
  name: Schema.String.annotate({ description: "Empty for tokens of users, which have none." }),
  description: Schema.String,
  created: Timestamp,
  lastUsed: unixSeconds("0 if it was never used. Written a little later than the use, at most once a minute"),
  expires: unixSeconds("0 if it never expires"),
  admin: Schema.Boolean.annotate({ description: "Whether it may do everything in its organization." }),
  createdBy: Schema.String.annotate({ description: "Login of whoever made it." }),
  role: Schema.optionalKey(AccessTokenRole),
  type: Schema.optionalKey(AccessTokenType)
}).annotate({ identifier: "AccessToken" })
export type AccessToken = typeof AccessToken.Type

/** Tokens, oldest first; all of them, unless a page was asked for. */
export const AccessTokenList = Schema.Struct({
  tokens: Schema.Array(AccessToken),
  continuationToken: Schema.optionalKey(
    Schema.String.annotate({ description: "Asks for the next page; absent on the last one." })
  )
}).annotate({ identifier: "AccessTokenList" })
export type AccessTokenList = typeof AccessTokenList.Type

/** A new token. */
export const CreatedAccessToken = Schema.Struct({
  id: Schema.String,
  tokenValue: Schema.String.annotate({ description: "The credential. Kept nowhere: it is never shown again." })
}).annotate({ identifier: "CreatedAccessToken" })
export type CreatedAccessToken = typeof CreatedAccessToken.Type
