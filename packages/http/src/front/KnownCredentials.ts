/**
 * Which credentials were found valid not long ago, for the one question of who may try: whether a credential still is
 * valid is asked elsewhere. Remembers digests only, under a key that lives as long as the process.
 */
import { hash, randomBytes } from "node:crypto"

/** How long a credential is remembered at least, in milliseconds; every use counts anew. */
const REMEMBERED_MILLIS = 600_000

/** Credentials of one generation; together with the one before it at most twice as many are remembered. */
const GENERATION = 20_000

/** Says whether a credential is valid or was, not long ago; `isValid` may know less from one moment to the next. */
export const makeKnownCredentials = (
  isValid: (credential: string) => boolean,
  now: () => number = () => performance.now()
): ((credential: string) => boolean) => {
  const key = randomBytes(32).toString("base64")
  let young = new Set<string>()
  let old = new Set<string>()
  let youngUntil = now() + REMEMBERED_MILLIS
  return (credential) => {
    if (now() >= youngUntil || young.size >= GENERATION) {
      old = young
      young = new Set()
      youngUntil = now() + REMEMBERED_MILLIS
    }
    const digest = hash("sha256", key + credential, "base64")
    if (!young.has(digest) && !old.has(digest) && !isValid(credential)) return false
    young.add(digest)
    return true
  }
}
