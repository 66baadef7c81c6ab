/** Signs identity tokens with a key of the configuration, where an issuer is no hook of its own. Knows no rule. */
import { createPrivateKey, randomUUID, sign } from "node:crypto"
import type { HookInputs, SigningIssuer } from "../config/hooks.ts"

/** Plenty for one exchange. */
const LIFETIME_SECONDS = 600

/** The issuer's clock may be ahead of the target's. */
const EARLIER_SECONDS = 5

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const withoutNulls = (claims: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null))

/** A JWT (ES256) with the issuer's claims; those that were asked for stand above them, and null leaves one out. */
export const signIdentityToken = ({ key, url }: SigningIssuer, input: HookInputs["issuer"]): string => {
  const now = Math.floor(Date.now() / 1000) - EARLIER_SECONDS
  const claims = withoutNulls({
    iss: url,
    aud: input.audience,
    sub: `conformance:${input.organization}`,
    jti: randomUUID(),
    iat: now,
    nbf: now,
    exp: now + LIFETIME_SECONDS,
    ...input.claims
  })
  const text = `${part({ alg: "ES256", typ: "JWT", kid: key.kid })}.${part(claims)}`
  const privateKey = createPrivateKey({ key: { ...key }, format: "jwk" })
  const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" })
  return `${text}.${signature.toString("base64url")}`
}
