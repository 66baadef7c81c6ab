/** From an identity token to what it says, once it is known to be genuine, current and meant for the organization. */
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import type { Events } from "@platform-control/core/Events"
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose"
import { AUDIENCE_PREFIX, type ExchangeRefused } from "../contract/Exchange.ts"
import { type IssuerRecord, Issuers } from "../organizations/Issuers.ts"
import { invalidSubjectToken, notTrusted } from "./refusals.ts"
import { SigningKeys } from "./SigningKeys.ts"

/** Clocks may differ by this much, in seconds (open points, section 2). */
export const MAX_SKEW_SECONDS = 60

/** Asymmetric signatures only: `none` proves nothing, and with HMAC the public key would be the secret. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]

const malformed = invalidSubjectToken("The subject token is no identity token: a signed JWT is expected")

/** An identity token that was found good, with the issuer that vouches for it. */
export interface VerifiedIdentity {
  readonly issuer: IssuerRecord
  readonly claims: JWTPayload
}

/** What the token says before anything is verified: enough to know whose keys to ask. */
const peek = (token: string): Effect.Effect<string, ExchangeRefused> =>
  Effect.try({
    try: () => ({ alg: decodeProtectedHeader(token).alg, iss: decodeJwt(token).iss }),
    catch: () => malformed
  }).pipe(
    Effect.flatMap(({ alg, iss }) => {
      if (typeof alg !== "string" || !ALGORITHMS.includes(alg)) {
        return Effect.fail(
          invalidSubjectToken(`The subject token has to be signed with one of ${ALGORITHMS.join(", ")}`)
        )
      }
      return typeof iss === "string" ? Effect.succeed(iss) : Effect.fail(malformed)
    })
  )

/** Which claim is at fault, said of a token whose signature is good. */
const claimFault = (cause: unknown): ExchangeRefused | undefined => {
  if (cause instanceof errors.JWTExpired) return invalidSubjectToken("The subject token has expired")
  if (!(cause instanceof errors.JWTClaimValidationFailed)) return undefined
  if (cause.claim === "aud") return invalidSubjectToken("The subject token is meant for another audience")
  if (cause.claim === "nbf") return invalidSubjectToken("The subject token is not valid yet")
  return invalidSubjectToken(`The subject token's claim ${cause.claim} is missing or not as it has to be`)
}

/** Why a token was not verified: a fault of a claim, a missing key, or anything else, which callers are not told. */
type Unverified =
  | { readonly _tag: "Claim"; readonly refusal: ExchangeRefused }
  | { readonly _tag: "NoKey" }
  | { readonly _tag: "Other"; readonly reason: string }

const toUnverified = (cause: unknown): Unverified => {
  const refusal = claimFault(cause)
  if (refusal !== undefined) return { _tag: "Claim", refusal }
  if (cause instanceof errors.JWKSNoMatchingKey) return { _tag: "NoKey" }
  return { _tag: "Other", reason: cause instanceof Error ? cause.message : String(cause) }
}

interface Expected {
  readonly issuer: string
  readonly audience: string
  readonly nowMillis: number
}

const verifyWith = async (token: string, keys: JWTVerifyGetKey, expected: Expected): Promise<JWTPayload> => {
  const options = {
    algorithms: ALGORITHMS,
    issuer: expected.issuer,
    audience: expected.audience,
    clockTolerance: MAX_SKEW_SECONDS,
    currentDate: new Date(expected.nowMillis),
    requiredClaims: ["exp", "iat"]
  }
  try {
    return (await jwtVerify(token, keys, options)).payload
  } catch (cause) {
    if (!(cause instanceof errors.JWKSMultipleMatchingKeys)) throw cause
    // The token names no key and the issuer has several that it could be.
    for await (const key of cause) {
      try {
        return (await jwtVerify(token, key, options)).payload
      } catch (inner) {
        if (!(inner instanceof errors.JWSSignatureVerificationFailed)) throw inner
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

const verifyOnce = (token: string, keys: JWTVerifyGetKey, expected: Expected) =>
  Effect.tryPromise({ try: () => verifyWith(token, keys, expected), catch: toUnverified })

/** The library looks at `iat` only where a greatest age is set. */
const isFromTheFuture = ({ iat }: JWTPayload, nowMillis: number): boolean =>
  iat !== undefined && iat > Math.floor(nowMillis / 1000) + MAX_SKEW_SECONDS

/** Reasons that callers are not told stand in the log. Never logs a token. */
export class IdentityTokens extends Context.Service<
  IdentityTokens,
  {
    /** For the organization of this name, which need not exist. The token is not used up: a repeat succeeds again. */
    readonly verify: (organization: string, token: string) => Effect.Effect<VerifiedIdentity, ExchangeRefused>
  }
>()("platform-control/admin/IdentityTokens") {
  static readonly layerNoDeps: Layer.Layer<IdentityTokens, never, Issuers | SigningKeys> = Layer.effect(
    IdentityTokens,
    Effect.gen(function* () {
      const issuers = yield* Issuers
      const signingKeys = yield* SigningKeys

      const untrusted = (organization: string, reason: string) =>
        Effect.andThen(
          Effect.logInfo(`An identity token for organization ${organization} was refused: ${reason}`),
          Effect.fail(notTrusted(organization))
        )

      /** With the keys that are known; with newer ones when the token's is not among them. */
      const claimsOf = Effect.fnUntraced(function* (token: string, issuer: IssuerRecord, expected: Expected) {
        const known = yield* signingKeys.of(issuer)
        const first = yield* Effect.result(verifyOnce(token, known, expected))
        if (first._tag === "Success") return first.success
        const newer = first.failure._tag === "NoKey" ? yield* signingKeys.newerThan(issuer, known) : Option.none()
        return Option.isSome(newer)
          ? yield* verifyOnce(token, newer.value, expected)
          : yield* Effect.fail(first.failure)
      })

      const verify = Effect.fnUntraced(function* (organization: string, token: string) {
        const url = yield* peek(token)
        const trusted = yield* issuers.findTrusted(organization, url)
        if (Option.isNone(trusted)) return yield* untrusted(organization, "it does not trust the issuer")
        const issuer = trusted.value
        const nowMillis = yield* Clock.currentTimeMillis
        const expected = { issuer: issuer.url, audience: AUDIENCE_PREFIX + organization, nowMillis }
        const claims = yield* claimsOf(token, issuer, expected).pipe(
          Effect.catch((fault) => {
            if (fault._tag === "Claim") return Effect.fail(fault.refusal)
            if (fault._tag === "FetchRefused") return untrusted(organization, fault.message)
            return untrusted(organization, fault._tag === "NoKey" ? "its key is unknown" : fault.reason)
          })
        )
        if (isFromTheFuture(claims, nowMillis)) {
          return yield* invalidSubjectToken("The subject token was issued in the future")
        }
        return { issuer, claims }
      })

      return IdentityTokens.of({ verify })
    })
  )

  static readonly layer: Layer.Layer<IdentityTokens, never, SqlClient.SqlClient | Events> =
    IdentityTokens.layerNoDeps.pipe(Layer.provide([Issuers.layer, SigningKeys.layer]))
}
