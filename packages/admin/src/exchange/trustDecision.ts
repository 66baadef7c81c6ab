/** What an issuer's rules say of one request. Knows no token's signature and no storage. */
import type { TrustRule } from "../organizations/TrustRule.ts"
import { claimTexts } from "./claimTexts.ts"
import { matchesPattern } from "./claimPattern.ts"

/** What is asked for, once the scope was taken apart. */
export type Wanted =
  | { readonly kind: "organization"; readonly admin: boolean }
  | { readonly kind: "team" | "personal" | "runner"; readonly name: string }

/** The name that the rule is bound to, where it is. */
const boundName = (rule: TrustRule): string | undefined => {
  switch (rule.tokenType) {
    case "organization":
      return undefined
    case "team":
      return rule.teamName
    case "personal":
      return rule.userLogin
    case "runner":
      return rule.runnerName
  }
}

const isAbout = (rule: TrustRule, wanted: Wanted): boolean => {
  if (rule.tokenType !== wanted.kind) return false
  if (wanted.kind !== "organization") return (boundName(rule) ?? wanted.name) === wanted.name
  return rule.tokenType !== "organization" || (rule.admin ?? wanted.admin) === wanted.admin
}

/** Of a claim with several values one that matches is enough. */
const claimsMatch = (rule: TrustRule, claims: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(rule.claims).every(([path, pattern]) =>
    claimTexts(claims, path).some((text) => matchesPattern(pattern, text))
  )

/** The first rule that matches decides; where none does, no. */
export const isTrusted = (
  rules: ReadonlyArray<TrustRule>,
  wanted: Wanted,
  claims: Readonly<Record<string, unknown>>
): boolean => rules.find((rule) => isAbout(rule, wanted) && claimsMatch(rule, claims))?.decision === "allow"
