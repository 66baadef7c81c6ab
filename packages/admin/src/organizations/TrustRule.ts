/**
 * What an organization says of an issuer: the rules by which identity tokens can be traded (open points, section 2).
 * One account of their form, for the file, for the command and for what is stored. Knows no token.
 */
import { Schema } from "effect"
import { UserLogin } from "@platform-control/core/Names"
import { IssuerName, RunnerName, TeamName } from "./names.ts"

/** Longest pattern of a claim, in characters. */
export const MAX_PATTERN_LENGTH = 256

/** Rules of one issuer at most. */
export const MAX_RULES = 100

/** Claims of one rule at most. */
export const MAX_CLAIMS = 20

/** Lifetime of an exchanged token where its issuer says nothing else, in seconds. */
export const DEFAULT_MAX_EXPIRATION_SECONDS = 25 * 3600

/** No issuer may allow more, in seconds. */
export const LONGEST_MAX_EXPIRATION_SECONDS = 365 * 24 * 3600

const noNull = Schema.makeFilter((text: string) => !text.includes("\0") || "Expected no character U+0000")

const pattern = Schema.String.annotate({
  description: "Matches a claim: `*` is any run of characters, `?` is one character or none."
}).pipe(
  Schema.check(
    Schema.isMaxLength(MAX_PATTERN_LENGTH, { message: `Expected at most ${MAX_PATTERN_LENGTH} characters` }),
    noNull
  )
)

const isClaimPath = (text: string): boolean => text !== "" && text.length <= MAX_PATTERN_LENGTH && !text.includes("\0")

/** Keys are checked apart: a record would drop those that do not fit, and the rule would then ask for less. */
const claims = Schema.Record(Schema.String, pattern)
  .annotate({
    description: "What the identity token has to say, by the path of each claim; all of them have to match."
  })
  .pipe(
    Schema.check(
      Schema.isMaxProperties(MAX_CLAIMS, { message: `Expected at most ${MAX_CLAIMS} claims` }),
      Schema.makeFilter(
        (record: Readonly<Record<string, string>>) =>
          Object.keys(record).every(isClaimPath) ||
          `Expected names of claims with 1 to ${MAX_PATTERN_LENGTH} characters, without U+0000`
      )
    )
  )

const common = {
  decision: Schema.Literals(["allow", "deny"]).annotate({
    description: "The first rule that matches decides; where none does, the exchange is denied."
  }),
  claims
}

/** A rule matches a request for this kind of token, under this name where it has one, if all claims match. */
export const TrustRule = Schema.Union([
  Schema.Struct({
    ...common,
    tokenType: Schema.Literal("organization"),
    admin: Schema.optionalKey(Schema.Boolean).annotate({
      description: "`true`: requests with the scope `admin` only; `false`: requests without it only; absent: both."
    })
  }),
  Schema.Struct({
    ...common,
    tokenType: Schema.Literal("team"),
    teamName: Schema.optionalKey(TeamName).annotate({ description: "The only team; absent: every team." })
  }),
  Schema.Struct({
    ...common,
    tokenType: Schema.Literal("personal"),
    userLogin: Schema.optionalKey(UserLogin).annotate({ description: "The only user; absent: every member." })
  }),
  Schema.Struct({
    ...common,
    tokenType: Schema.Literal("runner"),
    runnerName: Schema.optionalKey(RunnerName).annotate({ description: "The only runner; absent: every runner." })
  })
]).annotate({
  identifier: "TrustRule",
  message: "Expected a rule whose tokenType is organization, team, personal or runner"
})
export type TrustRule = typeof TrustRule.Type

/** The rules of one issuer, in their order. */
export const TrustRules = Schema.Array(TrustRule).pipe(
  Schema.check(Schema.isMaxLength(MAX_RULES, { message: `Expected at most ${MAX_RULES} rules` }))
)

const publicParts: Readonly<Record<string, ReadonlyArray<string>>> = {
  RSA: ["n", "e"],
  EC: ["crv", "x", "y"],
  OKP: ["crv", "x"]
}

/** A secret must not be handed over here, and a symmetric key can't tell the issuer from us. */
const isPublicKey = (key: Readonly<Record<string, unknown>>): boolean => {
  const parts = typeof key.kty === "string" && Object.hasOwn(publicParts, key.kty) ? publicParts[key.kty] : undefined
  return parts !== undefined && parts.every((part) => typeof key[part] === "string") && !("d" in key) && !("k" in key)
}

const Jwk = Schema.Record(Schema.String, Schema.Unknown).pipe(
  Schema.check(
    Schema.makeFilter(
      (key) =>
        isPublicKey(key) || "Expected a public key (kty RSA with n and e, EC with crv, x and y, or OKP with crv and x)"
    )
  )
)

/** Keys that are given instead of discovered (RFC 7517). */
export const IssuerKeys = Schema.Struct({
  keys: Schema.Array(Jwk).pipe(
    Schema.check(
      Schema.isMinLength(1, { message: "Expected a key" }),
      Schema.isMaxLength(50, { message: "Expected at most 50 keys" })
    )
  )
}).annotate({
  identifier: "IssuerKeys",
  description: "The issuer's public keys as a JWK set, instead of those that its address leads to."
})
export type IssuerKeys = typeof IssuerKeys.Type

/** Of RFC 3986, so that a character is a byte and stands in `iss` in one way only. */
const urlCharacters = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/u

const isIssuerUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) return false
  return url.username === "" && url.password === "" && url.search === "" && url.hash === "" && !/[?#\s]/.test(text)
}

/** The address of an issuer, letter by letter as its identity tokens say it in `iss`. */
export const IssuerUrl = Schema.String.annotate({
  description: "Exactly as the claim `iss` of its identity tokens has it."
}).pipe(
  Schema.check(
    Schema.isMaxLength(1024, { message: "Expected at most 1024 characters" }),
    Schema.isPattern(urlCharacters, {
      message:
        "Expected only the ASCII characters of URLs (RFC 3986); others are written as %C3%A9, or as xn--… in a host's name"
    }),
    Schema.makeFilter(
      (text: string) => isIssuerUrl(text) || "Expected an https URL without query, exactly as the claim `iss` has it"
    )
  )
)

/** Everything that is said of an issuer. */
export const IssuerDefinition = Schema.Struct({
  name: IssuerName,
  url: IssuerUrl,
  jwks: Schema.optionalKey(IssuerKeys),
  maxExpirationSeconds: Schema.optionalKey(
    Schema.Int.annotate({
      description: `Longest lifetime of a token, in seconds; absent: ${DEFAULT_MAX_EXPIRATION_SECONDS}.`
    }).pipe(
      Schema.check(
        Schema.isBetween(
          { minimum: 60, maximum: LONGEST_MAX_EXPIRATION_SECONDS },
          { message: `Expected 60 to ${LONGEST_MAX_EXPIRATION_SECONDS} seconds` }
        )
      )
    )
  ),
  rules: Schema.optionalKey(TrustRules).annotate({
    description: "The first rule that matches decides; absent or empty: everything is denied."
  })
}).annotate({ identifier: "Issuer" })
export type IssuerDefinition = typeof IssuerDefinition.Type
