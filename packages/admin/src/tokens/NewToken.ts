/** What a token is made of, and the rules that hold before it is made. Knows no storage. */
import { Result } from "effect"
import type { BadRequest } from "@platform-control/core/Errors"
import { invalid } from "../Refusals.ts"

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
  readonly admin: boolean
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

/** PostgreSQL keeps no text with this character. */
const hasNull = (text: string | undefined): boolean => text?.includes("\0") ?? false

/** The token, or the 400 that names the first rule it breaks. */
export const checkNewToken = <Token extends NewToken>(
  token: Token,
  nowMilliseconds: number
): Result.Result<Token, BadRequest> => {
  const name = "name" in token ? token.name : undefined
  if (name !== undefined && (!isTokenName(name) || hasNull(name))) {
    return Result.fail(invalid("token", "name", `Expected 1 to ${MAX_NAME_LENGTH} characters that are not all blank`))
  }
  if (hasNull(token.description)) return Result.fail(invalid("token", "description", "Expected a text without U+0000"))
  if (hasNull(token.reason)) return Result.fail(invalid("token", "reason", "Expected a text without U+0000"))
  if (!isExpiry(token.expiresAt, nowMilliseconds)) {
    return Result.fail(
      invalid(
        "token",
        "expires",
        `Expected Unix seconds from now up to ${MAX_LIFETIME_YEARS} years on, or 0 for a token that never expires`
      )
    )
  }
  return Result.succeed(token)
}
