/**
 * Sends requests byte for byte as they were written and gives back what came, over plain `node:http`: no path is
 * normalized, no redirect followed, no body decoded. Knows no operation and no credential.
 */
import { type IncomingMessage, type RequestOptions, Agent, request as requestHttp } from "node:http"
import { Agent as TlsAgent, request as requestHttps } from "node:https"
import type { Headers } from "./Exchange.ts"
import { Unreachable } from "./Unreachable.ts"

/** A request on its way out. */
export interface Outgoing {
  readonly method: string
  readonly url: URL
  /** The path with its query as it stands in the request line. */
  readonly rawPath: string
  readonly headers: Headers
  readonly body: string | Uint8Array | undefined
  /** Whether it may be sent twice; when it isn't known whether it was read, it can't be sent again otherwise. */
  readonly isRepeatable: boolean
}

/** No answer of this API comes near, and several are under way at a time; a body without end must not fill the memory. */
const MAX_BYTES = 16 * 1024 * 1024

/** An answer, whole. */
export interface Incoming {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

const headersOf = (message: IncomingMessage): Headers => {
  const found: Record<string, string | ReadonlyArray<string>> = {}
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    if (values !== undefined) found[name] = values.length === 1 ? values[0]! : values
  }
  return found
}

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "")

/** The connection was closed by the server without notice, so that nobody knows whether the request was read. */
export class Severed extends Error {
  override readonly name = "Severed"
}

/** Keeps connections open between requests; `close` ends them. */
export class Wire {
  readonly #timeoutMillis: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  readonly #tlsAgent = new TlsAgent({ keepAlive: true, maxSockets: 64 })
  /** Whether the server has closed a kept connection without notice; then one is kept only for what may be repeated. */
  #isAbrupt = false

  constructor(timeoutMillis: number) {
    this.#timeoutMillis = timeoutMillis
  }

  /**
   * Fails with `Unreachable` when there is no answer within the time, and with `Severed` when a kept connection was
   * closed at the moment it was used again, by a request that may not be repeated.
   */
  async send(outgoing: Outgoing): Promise<Incoming> {
    const first = await this.#attempt(outgoing, this.#isAbrupt && !outgoing.isRepeatable)
    if (first !== "stale") return first
    this.#isAbrupt = true
    if (!outgoing.isRepeatable)
      throw new Severed(`${outgoing.url.origin} closed a kept connection under a ${outgoing.method}.`)
    const second = await this.#attempt(outgoing, true)
    if (second === "stale") throw new Unreachable(outgoing.url.origin, "ECONNRESET", "")
    return second
  }

  close(): void {
    this.#agent.destroy()
    this.#tlsAgent.destroy()
  }

  #attempt({ body, headers, method, rawPath, url }: Outgoing, isFresh: boolean): Promise<Incoming | "stale"> {
    const { promise, reject, resolve } = Promise.withResolvers<Incoming | "stale">()
    const secure = url.protocol === "https:"
    const options: RequestOptions = {
      method,
      hostname: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port,
      path: rawPath,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value as string | string[]])),
      // One of its own, which is closed after the answer.
      agent: isFresh ? false : secure ? this.#tlsAgent : this.#agent
    }
    const sent = (secure ? requestHttps : requestHttp)(options)
    const deadline = setTimeout(
      () => sent.destroy(Object.assign(new Error("no whole answer in time"), { code: "ETIMEDOUT" })),
      this.#timeoutMillis
    )
    const failed = (error: Error) => {
      clearTimeout(deadline)
      if (sent.reusedSocket && codeOf(error) === "ECONNRESET") resolve("stale")
      else reject(new Unreachable(url.origin, codeOf(error), error.message))
    }
    sent.on("error", failed)
    sent.on("response", (message) => {
      const parts: Array<Buffer> = []
      let size = 0
      message.on("data", (part: Buffer) => {
        size += part.length
        if (size <= MAX_BYTES) parts.push(part)
        else sent.destroy(Object.assign(new Error("no end of the answer"), { code: "ENDLESS" }))
      })
      message.on("error", failed)
      message.on("end", () => {
        clearTimeout(deadline)
        resolve({ status: message.statusCode ?? 0, headers: headersOf(message), bytes: Buffer.concat(parts) })
      })
    })
    sent.end(body)
    return promise
  }
}
