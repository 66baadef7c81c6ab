/** What a token is made of, and the rules that hold before it is made. Knows no storage. */
import { Result } from "effect"
import type { Role } from "@platform-control/core/Authorization"
import type { BadRequest } from "@platform-control/core/Errors"
import { isRole } from "@platform-control/core/Permissions"
import { invalid } from "../Refusals.ts"
import { withoutTokenValues } from "./TokenValue.ts"

interface Stated {
  readonly description: string
  /** Unix seconds; 0 for a token that never expires. */
  readonly expiresAt: number
  /** The login of whoever makes it. */
  readonly createdBy: string
  /** Why it is made, for the audit log. */
  readonly reason?: string
}

/** A token that speaks for a user. */
export interface NewUserToken extends Stated {
  readonly kind: "personal" | "refresh" | "agent"
  readonly userId: string
  /** The only organization that it reaches; all of the user's when absent. */
  readonly organization?: string
  /** The refresh token that it is exchanged for: revoking that one revokes this one. */
  readonly issuedFrom?: string
}

interface NewOwnedToken extends Stated {
  readonly organization: string
  /** Unique among all tokens that the organization ever had. */
  readonly name?: string
}

/** A token that speaks for an organization. */
export interface NewOrganizationToken extends NewOwnedToken {
  readonly kind: "organization"
  /** Whether it may do everything there; what its role says when absent. */
  readonly admin?: boolean
  /** `member` when absent, or `admin` for one that may do everything. */
  readonly roleId?: string
}

/** A token that speaks for a team. */
export interface NewTeamToken extends NewOwnedToken {
  readonly kind: "team"
  readonly team: string
}

/** A token of an organization's runner. */
export interface NewRunnerToken extends NewOwnedToken {
  readonly kind: "runner"
}

/** Every token that can be made. */
export type NewToken = NewUserToken | NewOrganizationToken | NewTeamToken | NewRunnerToken

/** Longest name of an organization's token, in characters (Spec B, Limits). */
export const MAX_NAME_LENGTH = 40

/** A token expires within this time or never (Spec B, Limits). */
export const MAX_LIFETIME_YEARS = 2

const latestExpiry = (nowMilliseconds: number): number => {
  const latest = new Date(nowMilliseconds)
  latest.setUTCFullYear(latest.getUTCFullYear() + MAX_LIFETIME_YEARS)
  return Math.floor(latest.getTime() / 1000)
}

const isExpiry = (expiresAt: number, nowMilliseconds: number): boolean =>
  expiresAt === 0 ||
  (Number.isSafeInteger(expiresAt) && expiresAt * 1000 > nowMilliseconds && expiresAt <= latestExpiry(nowMilliseconds))

const isTokenName = (name: string): boolean => name.trim() !== "" && Array.from(name).length <= MAX_NAME_LENGTH

/** Longest description and longest reason, in characters. */
export const MAX_TEXT_LENGTH = 1024

/** PostgreSQL keeps no U+0000, neither database half of a surrogate pair, and a token's value is kept nowhere. */
const isPlain = (text: string): boolean =>
  !text.includes("\0") && text.isWellFormed() && withoutTokenValues(text) === text

const plainText = (attribute: "description" | "reason", text: string | undefined): BadRequest | undefined =>
  text === undefined || (Array.from(text).length <= MAX_TEXT_LENGTH && isPlain(text))
    ? undefined
    : invalid(
        "token",
        attribute,
        `Expected at most ${MAX_TEXT_LENGTH} characters of valid Unicode without U+0000 and without an access token`
      )

const nameRule = (name: string | undefined): BadRequest | undefined =>
  name === undefined || (isTokenName(name) && isPlain(name))
    ? undefined
    : invalid(
        "token",
        "name",
        `Expected 1 to ${MAX_NAME_LENGTH} characters of valid Unicode without U+0000, not all blank`
      )

const expiryRule = (expiresAt: number, nowMilliseconds: number): BadRequest | undefined =>
  isExpiry(expiresAt, nowMilliseconds)
    ? undefined
    : invalid(
        "token",
        "expires",
        `Expected Unix seconds from now up to ${MAX_LIFETIME_YEARS} years on, or 0 for a token that never expires`
      )

/** What of the two is stated has to agree: an administrator's token has the role `admin` and no other has. */
const roleRule = (token: NewToken): BadRequest | undefined => {
  if (token.kind !== "organization" || token.roleId === undefined) return undefined
  if (!isRole(token.roleId))
    return invalid("token", "roleID", "Expected the id of a role, for example member or stack-read")
  return token.admin === undefined || token.admin === (token.roleId === "admin")
    ? undefined
    : invalid("token", "roleID", "Expected the role admin for a token with admin, and no other token to have it")
}

/** The token, or the 400 that names the first rule it breaks. */
export const checkNewToken = <Token extends NewToken>(
  token: Token,
  nowMilliseconds: number
): Result.Result<Token, BadRequest> => {
  const refusal =
    nameRule("name" in token ? token.name : undefined) ??
    plainText("description", token.description) ??
    plainText("reason", token.reason) ??
    expiryRule(token.expiresAt, nowMilliseconds) ??
    roleRule(token)
  return refusal === undefined ? Result.succeed(token) : Result.fail(refusal)
}

/** The role that an organization's token was narrowed down to; null for ordinary ones and for administrators'. */
export const roleOf = (token: NewToken): Role | null =>
  token.kind === "organization" && token.roleId !== undefined && isRole(token.roleId) ? token.roleId : null

/** Whether a checked token may do everything in its organization. */
export const isAdministrators = (token: NewToken): boolean =>
  token.kind === "organization" && (token.admin ?? token.roleId === "admin")
