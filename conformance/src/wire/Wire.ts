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
}

/** No answer of this API comes near; a body without end must not fill the memory. */
const MAX_BYTES = 64 * 1024 * 1024

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

/** Keeps connections open between requests; `close` ends them. */
export class Wire {
  readonly #timeoutMillis: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })
  readonly #tlsAgent = new TlsAgent({ keepAlive: true, maxSockets: 64 })

  constructor(timeoutMillis: number) {
    this.#timeoutMillis = timeoutMillis
  }

  /** Fails with `Unreachable` when there is no answer within the time. */
  async send(outgoing: Outgoing): Promise<Incoming> {
    const first = await this.#attempt(outgoing)
    // A kept connection may be closed by the server at the moment it is used again; the request was not read then.
    const outcome = first === "stale" ? await this.#attempt(outgoing) : first
    if (outcome === "stale") throw new Unreachable(outgoing.url.origin, "ECONNRESET", "")
    return outcome
  }

  close(): void {
    this.#agent.destroy()
    this.#tlsAgent.destroy()
  }

  #attempt({ body, headers, method, rawPath, url }: Outgoing): Promise<Incoming | "stale"> {
    const { promise, reject, resolve } = Promise.withResolvers<Incoming | "stale">()
    const secure = url.protocol === "https:"
    const options: RequestOptions = {
      method,
      hostname: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port,
      path: rawPath,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value as string | string[]])),
      agent: secure ? this.#tlsAgent : this.#agent
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
