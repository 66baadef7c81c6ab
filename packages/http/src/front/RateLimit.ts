/**
 * How many requests a token and an address may send: token buckets in memory, each kept as one number. Effect's rate
 * limiter is not used here: it costs several microseconds a request (a fiber, a store, a clock) where this costs one,
 * and nothing bounds its memory. Counts are those of one process; a limit over several belongs to the proxy in front.
 */
import { credentialOf } from "@platform-control/core/Authorization"
import { hash } from "node:crypto"
import type { IncomingMessage } from "node:http"

/** A bucket that refills with `perSecond` requests and holds `burstSeconds` worth of them. */
export interface Bucket {
  readonly perSecond: number
  readonly burstSeconds: number
}

/** Callers that one generation remembers; together with the one before it at most twice as many. */
const GENERATION = 20_000

/** Takes one request from the bucket of `key`; 0, or the milliseconds until there is one. */
export type Take = (key: string, nowMillis: number) => number

/**
 * Buckets by key. A key's value is the time at which its bucket is full again. What was not asked for during a whole
 * generation is forgotten: its bucket is full by now, or so many callers came that memory matters more than exactness.
 */
export const makeBuckets = ({ burstSeconds, perSecond }: Bucket, generation = GENERATION): Take => {
  const interval = 1000 / perSecond
  const capacity = burstSeconds * 1000 - interval
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  return (key, nowMillis) => {
    const known = young.get(key)
    const fullAt = Math.max(known ?? old.get(key) ?? 0, nowMillis)
    const excess = Math.max(fullAt - nowMillis - capacity, 0)
    if (known === undefined && young.size >= generation) {
      old = young
      young = new Map()
    }
    young.set(key, excess > 0 ? fullAt : fullAt + interval)
    return excess
  }
}

/** The limits of one server. */
export interface RateLimits {
  readonly perToken: Bucket
  readonly perAddress: Bucket
  /** Names the caller's address. */
  readonly addressOf: (request: IncomingMessage) => string
}

/** Seconds until the request may be repeated, or 0 when it may go on. Remembers tokens only by their hash. */
export const makeRateLimit = (limits: RateLimits): ((request: IncomingMessage) => number) => {
  const takeOfAddress = makeBuckets(limits.perAddress)
  const takeOfToken = makeBuckets(limits.perToken)
  return (request) => {
    const now = performance.now()
    const credential = credentialOf(request.headers.authorization)
    const wait =
      takeOfAddress(limits.addressOf(request), now) ||
      (credential === undefined ? 0 : takeOfToken(hash("sha256", credential, "base64"), now))
    return Math.ceil(wait / 1000)
  }
}
