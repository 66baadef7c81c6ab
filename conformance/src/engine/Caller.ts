/** Sends requests as somebody, for a rule, and records every exchange. Knows no operation. */
import { bytesText } from "../wire/bytesText.ts"
import { now } from "../wire/clock.ts"
import type { Exchange, Headers } from "../wire/Exchange.ts"
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

  async #exchange(
    outgoing: { method: string; url: URL; rawPath: string; headers: Headers; body: string | Uint8Array | undefined },
    target: string
  ): Promise<Exchange> {
    const { trial } = this
    const { context } = trial
    await context.pace.next({ cleaning: trial.cleaning })
    trial.requests += 1
    const origin = { rule: trial.rule, case: trial.case, step: trial.exchanges.length + 1 }
    const headers = {
      ...outgoing.headers,
      "x-conformance": `${context.run}/${origin.rule}/${origin.case}/${origin.step}`
    }
    const startedAt = now()
    const { bytes, headers: received, status } = await context.wire.send({ ...outgoing, headers })
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
    context.exchanges.push(exchange)
    if (!trial.cleaning) trial.exchanges.push(exchange)
    return exchange
  }
}
