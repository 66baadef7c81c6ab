/** Sends requests as somebody, for a rule, and records every exchange. Knows no operation. */
import { bytesText } from "../wire/bytesText.ts"
import { now } from "../wire/clock.ts"
import { type Exchange, headerOf, type Headers } from "../wire/Exchange.ts"
import { type Incoming, type Outgoing, Severed } from "../wire/Wire.ts"
import type { Trial } from "./Trial.ts"

/** What stands in a query; a list repeats its name. */
export type Query = Readonly<Record<string, boolean | number | string | ReadonlyArray<string> | undefined>>

/** What is sent beside method and path. */
export interface Sending {
  readonly query?: Query
  /** Appended to the path as it is, in the place of `query`. */
  readonly rawQuery?: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is. */
  readonly rawBody?: string
  readonly headers?: Headers
}

/** A query with every value percent-encoded. */
export const queryText = (query: Query): string =>
  Object.entries(query)
    .flatMap(([name, value]) => {
      if (value === undefined) return []
      const values = Array.isArray(value) ? value : [value]
      return values.map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(`${one}`)}`)
    })
    .join("&")

/** Asked twice, these do what they do once, and are answered the same. */
const harmless = new Set(["GET", "HEAD", "OPTIONS", "PUT"])

/** A target that limits its rate says how long; a longer wait is none that a run can take, nor is it repeated for ever. */
const MAX_WAIT_SECONDS = 30
const MAX_REPEATS = 10
const WAIT_SECONDS = 1

/** Seconds that a 429 asks for: a number or a date; a moment where it does not say. */
const waitOf = (exchange: Exchange): number => {
  const text = headerOf(exchange, "retry-after")
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? WAIT_SECONDS : Math.max(0.1, seconds)
}

/** One identity in one rule. */
export class Caller {
  readonly trial: Trial
  readonly identity: string
  readonly #authorization: string | ReadonlyArray<string> | undefined

  constructor(trial: Trial, identity: string, authorization: string | ReadonlyArray<string> | undefined) {
    this.trial = trial
    this.identity = identity
    this.#authorization = authorization
  }

  get(path: string, query: Query = {}): Promise<Exchange> {
    return this.send("GET", path, { query })
  }

  post(path: string, body: unknown): Promise<Exchange> {
    return this.send("POST", path, { body })
  }

  delete(path: string): Promise<Exchange> {
    return this.send("DELETE", path)
  }

  /** The path is below the base URL, and already encoded. */
  send(method: string, path: string, sending: Sending = {}): Promise<Exchange> {
    const { base, basePath } = this.trial.context
    const query = sending.rawQuery ?? queryText(sending.query ?? {})
    const target = query === "" ? path : `${path}?${query}`
    const body = sending.body === undefined ? sending.rawBody : JSON.stringify(sending.body)
    const headers: Headers = {
      host: base.host,
      accept: "application/json",
      ...(this.#authorization === undefined ? {} : { authorization: this.#authorization }),
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": `${Buffer.byteLength(body)}` }),
      ...sending.headers
    }
    return this.#exchange({ method, url: base, rawPath: `${basePath}${target}`, headers, body }, target)
  }

  /** Bytes to an absolute address that was handed out by the target, without credential. */
  upload(address: string, body: string | Uint8Array, headers: Headers): Promise<Exchange> {
    const url = new URL(address)
    return this.#exchange(
      {
        method: "PUT",
        url,
        rawPath: `${url.pathname}${url.search}`,
        headers: { host: url.host, "content-length": `${Buffer.byteLength(body)}`, ...headers },
        body
      },
      address
    )
  }

  /** A target that is asked too fast is waited for, as it says; no rule judges its limits. */
  async #exchange(outgoing: Omit<Outgoing, "isRepeatable">, target: string): Promise<Exchange> {
    const { trial } = this
    for (let repeats = 0; ; repeats += 1) {
      const exchange = await trial.context.asking(this.#once(outgoing, target))
      if (exchange.status !== 429) {
        trial.context.pace.resume()
        if (!trial.cleaning) trial.exchanges.push(exchange)
        return exchange
      }
      const seconds = waitOf(exchange)
      const isWaiting = repeats < MAX_REPEATS && seconds <= MAX_WAIT_SECONDS && trial.context.pace.pause(seconds)
      if (!isWaiting)
        throw trial.inconclusive(
          "BUDGET",
          `The target limits its rate: it answers 429 and asks for ${Math.ceil(seconds)} s.`
        )
    }
  }

  async #sent(outgoing: Outgoing): Promise<Incoming> {
    try {
      return await this.trial.context.wire.send(outgoing)
    } catch (error) {
      throw error instanceof Severed ? this.trial.inconclusive("BUDGET", error.message) : error
    }
  }

  async #once(outgoing: Omit<Outgoing, "isRepeatable">, target: string): Promise<Exchange> {
    const { trial } = this
    const { context } = trial
    if (!trial.cleaning) context.begin()
    await context.pace.next({ cleaning: trial.cleaning })
    trial.requests += 1
    const origin = { rule: trial.rule, case: trial.case, step: trial.exchanges.length + 1 }
    const headers = {
      ...outgoing.headers,
      "x-conformance": `${context.run}/${origin.rule}/${origin.case}/${origin.step}`
    }
    const startedAt = now()
    const isRepeatable = trial.cleaning || harmless.has(outgoing.method)
    const { bytes, headers: received, status } = await this.#sent({ ...outgoing, headers, isRepeatable })
    const text = bytes.toString("utf8")
    const exchange: Exchange = {
      number: context.exchanges.length + 1,
      origin,
      request: {
        method: outgoing.method,
        url: `${outgoing.url.origin}${outgoing.rawPath}`,
        target,
        headers,
        body: outgoing.body instanceof Uint8Array ? bytesText(outgoing.body) : outgoing.body,
        identity: this.identity
      },
      status,
      headers: received,
      text,
      isUtf8: Buffer.from(text).equals(bytes),
      startedAt,
      endedAt: now()
    }
    context.keep(exchange)
    return exchange
  }
}
