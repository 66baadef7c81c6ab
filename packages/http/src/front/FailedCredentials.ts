/**
 * Slows down whoever tries credentials: an address that had many of them refused has to wait before it may try another.
 * Credentials that are known to be valid go on, so that one caller's mistakes stop nobody else behind the same address.
 */
import { credentialOf } from "@platform-control/core/Authorization"
import { FindMyWay } from "effect/http"
import type { IncomingMessage } from "node:http"
import { routerConfig } from "../answers/RouteTable.ts"
import { type Bucket, makeBuckets } from "./RateLimit.ts"

/** Where credentials are sent in the body; a token in the header is none of them. */
const EXCHANGE_ROUTE = "/api/oauth/token"

/** Addresses that are remembered as waiting; past that the one that waits longest already is forgotten. */
const CAPACITY = 20_000

/** How often a credential that was of use is made known, in milliseconds: a digest for every request would cost too much. */
const KNOWN_EVERY_MILLIS = 20

type IsKnown = (credential: string) => boolean

/** Looks at requests before they are answered, and at the status with which they were. */
export interface FailedCredentials {
  /** Seconds that the request's address has to wait before this credential is looked at; 0 when it is. */
  readonly waitOf: (request: IncomingMessage, isKnown: IsKnown) => number
  /** Counts the answers that refuse a credential, and shows the others to `isKnown` from time to time. */
  readonly answered: (request: IncomingMessage, route: string | undefined, status: number, isKnown: IsKnown) => void
}

const exchange = FindMyWay.make<true>(routerConfig)
exchange.on("POST", EXCHANGE_ROUTE, true)

/** However the path is spelt: as the router finds it, of which the host has been taken off first. */
const isExchange = ({ method = "", url = "" }: IncomingMessage): boolean =>
  exchange.find(method, URL.parse(url)?.pathname ?? url) !== undefined

const isKnownIn = ({ headers }: IncomingMessage, isKnown: IsKnown): boolean => {
  const credential = credentialOf(headers.authorization)
  return credential !== undefined && isKnown(credential)
}

/** `bucket` is what of refused credentials one address may send. */
export const makeFailedCredentials = (
  bucket: Bucket,
  addressOf: (request: IncomingMessage) => string,
  now: () => number = () => performance.now()
): FailedCredentials => {
  const take = makeBuckets(bucket)
  const waiting = new Map<string, number>()
  let nextKnownAt = Number.NEGATIVE_INFINITY

  const fail = (address: string) => {
    const wait = take(address, now())
    if (wait === 0) return
    waiting.delete(address)
    if (waiting.size >= CAPACITY) waiting.delete(waiting.keys().next().value!)
    waiting.set(address, now() + wait)
  }

  const tries = (request: IncomingMessage, isKnown: IsKnown): boolean =>
    isExchange(request) || (request.headers.authorization !== undefined && !isKnownIn(request, isKnown))

  return {
    waitOf: (request, isKnown) => {
      if (waiting.size === 0) return 0
      const address = addressOf(request)
      const until = waiting.get(address)
      if (until === undefined || !tries(request, isKnown)) return 0
      const wait = until - now()
      if (wait > 0) return Math.ceil(wait / 1000)
      waiting.delete(address)
      return 0
    },
    answered: (request, route, status, isKnown) => {
      const sent = request.headers.authorization !== undefined
      if (status === 401 ? sent : status === 400 && route === EXCHANGE_ROUTE) {
        fail(addressOf(request))
      } else if (sent && status !== 401 && now() >= nextKnownAt) {
        nextKnownAt = now() + KNOWN_EVERY_MILLIS
        isKnownIn(request, isKnown)
      }
    }
  }
}
