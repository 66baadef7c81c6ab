/**
 * Fetches JSON from an address that somebody else named, so that it can't be turned against the inside: https, public
 * addresses only, checked after the name was resolved and connected to as checked, no redirects, bounded in size and time.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { lookup } from "node:dns/promises"
import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http"
import { request as requestHttps } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { ExchangeSettings } from "./ExchangeSettings.ts"
import { makeMayConnect, type MayConnect } from "./PublicAddresses.ts"

/** Larger answers are not read, in bytes. */
export const MAX_FETCHED_BYTES = 512 * 1024

/** `message` is for the log: it says what the network looks like from here, which is nothing for callers. */
export class FetchRefused extends Schema.TaggedError<FetchRefused>()("FetchRefused", {
  url: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.url} was not fetched: ${this.reason}`
  }
}

interface Address {
  readonly address: string
  readonly family: number
}

/** Where several addresses were tried in vain, Node gives an error without words. */
const reasonOf = (cause: unknown): string => {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join("; ")
  return cause instanceof Error ? cause.message : String(cause)
}

/** The addresses of the URL's host that may be asked; a refusal where there are none. */
const allowedAddresses = async (url: URL, mayConnect: MayConnect): Promise<ReadonlyArray<Address>> => {
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const family = isIP(host)
  const found = family === 0 ? await lookup(host, { all: true }) : [{ address: host, family }]
  const allowed = found.filter(({ address }) => mayConnect(address))
  if (allowed.length > 0) return allowed
  throw new Error(
    `its address (${found.map(({ address }) => address).join(", ")}) is not public, nor in an allowed network`
  )
}

/** Answers every name with what was checked, so that resolving it once more can't lead elsewhere. */
const alreadyResolved =
  (addresses: ReadonlyArray<Address>): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses
    if (options.all === true || first === undefined) callback(null, [...addresses])
    else callback(null, first.address, first.family)
  }

/** The body, or why there is none. */
type Outcome = { readonly body: string } | { readonly reason: string }

const readBounded = (response: IncomingMessage, finish: (outcome: Outcome) => void): void => {
  const parts: Array<Buffer> = []
  let size = 0
  response.on("data", (part: Buffer) => {
    size += part.length
    parts.push(part)
    if (size > MAX_FETCHED_BYTES) response.destroy(new Error(`it is larger than ${MAX_FETCHED_BYTES} bytes`))
  })
  response.on("error", ({ message }) => finish({ reason: message }))
  response.on("end", () => finish({ body: Buffer.concat(parts).toString() }))
}

const get = (url: URL, addresses: ReadonlyArray<Address>): Effect.Effect<string, string> =>
  Effect.callback<string, string>((resume) => {
    const finish = (outcome: Outcome) =>
      resume("body" in outcome ? Effect.succeed(outcome.body) : Effect.fail(outcome.reason))
    const options: RequestOptions = {
      agent: false,
      lookup: alreadyResolved(addresses),
      headers: { accept: "application/json", "accept-encoding": "identity" }
    }
    const send = url.protocol === "https:" ? requestHttps : requestHttp
    const sent = send(url, options, (response) => {
      if (response.statusCode === 200) return readBounded(response, finish)
      response.destroy()
      finish({ reason: `it answered ${response.statusCode}, and 200 is expected; redirects are not followed` })
    })
    sent.on("error", (cause) => finish({ reason: reasonOf(cause) }))
    sent.end()
    return Effect.sync(() => sent.destroy())
  })

/** Fails with a reason for the log; nothing of an answer that is not as it has to be gets out. */
export class GuardedFetch extends Context.Service<
  GuardedFetch,
  { readonly json: (url: string) => Effect.Effect<unknown, FetchRefused> }
>()("platform-control/admin/GuardedFetch") {
  static readonly layer: Layer.Layer<GuardedFetch> = Layer.effect(
    GuardedFetch,
    Effect.map(ExchangeSettings, ({ allowHttp, allowedNetworks, fetchTimeoutMillis }) => {
      const mayConnect = makeMayConnect(allowedNetworks)

      const fetchText = Effect.fnUntraced(function* (text: string) {
        const url = URL.canParse(text) ? new URL(text) : undefined
        const isAllowed = url?.protocol === "https:" || (allowHttp && url?.protocol === "http:")
        if (url === undefined || !isAllowed) return yield* Effect.fail("it is no https URL")
        if (url.username !== "" || url.password !== "") return yield* Effect.fail("it holds a password")
        const addresses = yield* Effect.tryPromise({
          try: () => allowedAddresses(url, mayConnect),
          catch: reasonOf
        })
        return yield* get(url, addresses)
      })

      return GuardedFetch.of({
        json: (url) =>
          fetchText(url).pipe(
            Effect.flatMap((body) =>
              Effect.try({ try: (): unknown => JSON.parse(body), catch: () => "it is no JSON" })
            ),
            Effect.timeoutOrElse({
              duration: fetchTimeoutMillis,
              orElse: () => Effect.fail(`it took longer than ${fetchTimeoutMillis} ms`)
            }),
            Effect.mapError((reason) => new FetchRefused({ url, reason }))
          )
      })
    })
  )
}
