/** Identity tokens that must not be believed. Knows no request. */
import { createHmac, generateKeyPairSync, sign } from "node:crypto"

/** A token with what is wrong about it. */
export interface SpoiltToken {
  readonly what: string
  readonly token: string
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const read = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"))
    return typeof value === "object" && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const strangersKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey

const signedByStranger = (header: object, claims: string): string => {
  const text = `${part({ ...header, alg: "ES256" })}.${claims}`
  const signature = sign("sha256", Buffer.from(text), { key: strangersKey, dsaEncoding: "ieee-p1363" })
  return `${text}.${signature.toString("base64url")}`
}

const withSecret = (header: object, claims: string, secret: string): string => {
  const text = `${part({ ...header, alg: "HS256" })}.${claims}`
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`
}

/** From a right token: what can be done to it without the issuer's key. */
export const spoiltFrom = (token: string): ReadonlyArray<SpoiltToken> => {
  const [head = "", claims = "", signature = ""] = token.split(".")
  const header = read(head)
  const other = part({ ...read(claims), sub: "somebody-else" })
  const lastLetter = signature.slice(0, 1) === "A" ? "B" : "A"
  return [
    { what: "no JWT", token: "not-a-token" },
    { what: "empty", token: "" },
    { what: "two parts", token: `${head}.${claims}` },
    { what: "alg none without a signature", token: `${part({ ...header, alg: "none" })}.${claims}.` },
    { what: "alg None with the old signature", token: `${part({ ...header, alg: "None" })}.${claims}.${signature}` },
    { what: "another payload under the old signature", token: `${head}.${other}.${signature}` },
    { what: "a changed signature", token: `${head}.${claims}.${lastLetter}${signature.slice(1)}` },
    { what: "no signature", token: `${head}.${claims}.` },
    { what: "signed with a stranger's key", token: signedByStranger(header, claims) },
    { what: "signed with an empty secret", token: withSecret(header, claims, "") },
    {
      what: "signed with the key's name as a secret",
      token: withSecret(header, claims, JSON.stringify(header["kid"] ?? ""))
    }
  ]
}

const HOUR = 3600

/** Claims that the issuer signs and that must not be believed, with the clock at `nowSeconds`. */
export const spoiltClaims = (
  nowSeconds: number
): ReadonlyArray<{ readonly what: string; readonly claims: Readonly<Record<string, unknown>> }> => [
  {
    what: "expired an hour ago",
    claims: { iat: nowSeconds - 2 * HOUR, nbf: nowSeconds - 2 * HOUR, exp: nowSeconds - HOUR }
  },
  { what: "not valid before an hour from now", claims: { nbf: nowSeconds + HOUR, exp: nowSeconds + 2 * HOUR } },
  { what: "of an issuer that nobody trusts", claims: { iss: "https://stranger.conformance.invalid" } },
  { what: "for another audience", claims: { aud: "urn:svc:org:conformance-nobody" } },
  { what: "for no audience", claims: { aud: null } },
  { what: "without an issuer", claims: { iss: null } }
]
