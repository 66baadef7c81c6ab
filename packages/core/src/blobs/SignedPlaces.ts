/** Signs and checks the addresses of single uploads and downloads. Knows no store, no clock and no HTTP. */
import { Result } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"

/** Leave to send one blob, repeatedly, until the place expires. */
export interface UploadGrant {
  readonly method: "PUT"
  readonly key: string
  readonly expiresAtSeconds: number
  readonly maxBytes: number
}

/** Leave to fetch one blob, repeatedly, until the place expires. */
export interface DownloadGrant {
  readonly method: "GET"
  readonly key: string
  readonly expiresAtSeconds: number
  readonly contentType: string
}

/** What a place allows; expiry in seconds since 1970. */
export type PlaceGrant = UploadGrant | DownloadGrant

/** Why a place does not open: it was never signed like that, or its time has passed. */
export type PlaceRefusal = "unsigned" | "expired"

/** The purpose under which the signing key is derived from the server key. */
export const SIGNED_PLACE_PURPOSE = "signed-place"

const integer = /^(?:0|[1-9]\d{0,15})$/

/** Over the texts as they stand in the address, so that no other spelling of a value is accepted. */
const signatureOf = (signingKey: Uint8Array, parts: ReadonlyArray<string>): string =>
  createHmac("sha256", signingKey).update(JSON.stringify(parts)).digest("base64url")

const isSignature = (expected: string, sent: string): boolean => {
  const [left, right] = [Buffer.from(expected), Buffer.from(sent)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The query that carries a grant and its signature (HMAC-SHA-256); the key stands in the path. */
export const signPlace = (signingKey: Uint8Array, grant: PlaceGrant): URLSearchParams => {
  const expires = String(grant.expiresAtSeconds)
  const [name, value] =
    grant.method === "PUT" ? (["maxBytes", String(grant.maxBytes)] as const) : (["type", grant.contentType] as const)
  const signature = signatureOf(signingKey, [grant.method, grant.key, expires, value])
  return new URLSearchParams({ expires, [name]: value, signature })
}

const read = <Grant extends PlaceGrant>(
  signingKey: Uint8Array,
  nowSeconds: number,
  query: URLSearchParams,
  parts: { readonly method: string; readonly key: string; readonly value: string | null },
  grant: (expiresAtSeconds: number, value: string) => Grant | undefined
): Result.Result<Grant, PlaceRefusal> => {
  const expires = query.get("expires")
  const signature = query.get("signature")
  if (expires === null || signature === null || parts.value === null) return Result.fail("unsigned")
  if (!isSignature(signatureOf(signingKey, [parts.method, parts.key, expires, parts.value]), signature)) {
    return Result.fail("unsigned")
  }
  const granted = integer.test(expires) ? grant(Number(expires), parts.value) : undefined
  if (granted === undefined) return Result.fail("unsigned")
  return nowSeconds < granted.expiresAtSeconds ? Result.succeed(granted) : Result.fail("expired")
}

/** The grant of an upload place, when it was signed with this key and has not expired. */
export const openUploadPlace = (
  signingKey: Uint8Array,
  nowSeconds: number,
  key: string,
  query: URLSearchParams
): Result.Result<UploadGrant, PlaceRefusal> =>
  read(signingKey, nowSeconds, query, { method: "PUT", key, value: query.get("maxBytes") }, (expiresAtSeconds, value) =>
    integer.test(value) ? { method: "PUT", key, expiresAtSeconds, maxBytes: Number(value) } : undefined
  )

/** The grant of a download place, when it was signed with this key and has not expired. */
export const openDownloadPlace = (
  signingKey: Uint8Array,
  nowSeconds: number,
  key: string,
  query: URLSearchParams
): Result.Result<DownloadGrant, PlaceRefusal> =>
  read(
    signingKey,
    nowSeconds,
    query,
    { method: "GET", key, value: query.get("type") },
    (expiresAtSeconds, contentType) => ({ method: "GET", key, expiresAtSeconds, contentType })
  )
