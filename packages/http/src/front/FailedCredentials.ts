/**
 * Slows down whoever tries credentials: an address that had many of them refused has to wait before it may try another.
 * Credentials that are known to be valid go on, so that one caller's mistakes stop nobody else behind the same address.
 */
import { credentialOf } from "@platform-control/core/Authorization"
import type { IncomingMessage } from "node:http"
import { type Bucket, makeBuckets } from "./RateLimit.ts"

/** Where credentials are sent in the body. */
const EXCHANGE_PATH = "/api/oauth/token"

/** Addresses that are remembered as waiting; past that the one that waits longest already is forgotten. */
const CAPACITY = 20_000

/** Looks at requests before they are answered, and at the status with which they were. */
export interface FailedCredentials {
  /** Seconds that the request's address has to wait before this credential is looked at; 0 when it is. */
  readonly waitOf: (request: IncomingMessage, isKnown: (credential: string) => boolean) => number
  /** Counts the answers that refuse a credential. */
  readonly answered: (request: IncomingMessage, status: number) => void
}

const isExchange = ({ method, url }: IncomingMessage): boolean => method === "POST" && url === EXCHANGE_PATH

/** `bucket` is what of refused credentials one address may send. */
export const makeFailedCredentials = (
  bucket: Bucket,
  addressOf: (request: IncomingMessage) => string,
  now: () => number = () => performance.now()
): FailedCredentials => {
  const take = makeBuckets(bucket)
  const waiting = new Map<string, number>()

  const fail = (address: string) => {
    const wait = take(address, now())
    if (wait === 0) return
    waiting.delete(address)
    if (waiting.size >= CAPACITY) waiting.delete(waiting.keys().next().value!)
    waiting.set(address, now() + wait)
  }

  return {
    waitOf: (request, isKnown) => {
      if (waiting.size === 0) return 0
      const credential = credentialOf(request.headers.authorization)
      const tries = request.headers.authorization !== undefined || isExchange(request)
      if (!tries || (credential !== undefined && isKnown(credential))) return 0
      const address = addressOf(request)
      const wait = (waiting.get(address) ?? 0) - now()
      if (wait > 0) return Math.ceil(wait / 1000)
      waiting.delete(address)
      return 0
    },
    answered: (request, status) => {
      const refused = status === 401 ? request.headers.authorization !== undefined : isExchange(request)
      if (refused) fail(addressOf(request))
    }
  }
}
