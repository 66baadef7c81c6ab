/**
 * Node's response, with what stands on every answer whoever wrote it: request id, security headers, CORS, `Vary`, and the
 * challenge of a 401. Done here because one more object per answer costs less than one more layer of Effect.
 */
import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http"
import { REFUSAL_TYPE, refusalBody } from "./refusals.ts"

/** The scheme by which a 401 asks for a credential (RFC 6750). */
const CHALLENGE = "Bearer"

/** Seconds after which to try again, where nothing more precise is known. */
const RETRY_SECONDS = "1"

const withVary = (vary: OutgoingHttpHeader | undefined, names: ReadonlyArray<string>): string => {
  const text = vary === undefined ? "" : String(vary)
  const known = text.toLowerCase()
  const missing = names.filter((name) => !known.includes(name.toLowerCase()))
  return [...(text === "" ? [] : [text]), ...missing].join(", ")
}

/** A response whose `FrontServer` has said what stands on it. */
export class FrontResponse extends ServerResponse {
  requestId = ""
  /** Milliseconds of the process's monotonic clock at which the request had come. */
  startedAt = 0
  /** Headers of this answer, over those that its writer gives. */
  common: OutgoingHttpHeaders = {}
  /** Request headers on which every answer depends. */
  vary: ReadonlyArray<string> = []
  /** The template of the route that answers, once the router has found one. */
  route: string | undefined = undefined
  /** Called once, when the head of the answer has been written. */
  observe: ((response: FrontResponse) => void) | undefined = undefined

  override writeHead(
    status: number,
    second?: string | OutgoingHttpHeaders | Array<OutgoingHttpHeader>,
    third?: OutgoingHttpHeaders | Array<OutgoingHttpHeader>
  ): this {
    const [message, given] = typeof second === "string" ? [second, third] : [undefined, second ?? third]
    super.writeHead(status, message, Array.isArray(given) ? given : this.withCommon(status, given))
    this.observe?.(this)
    return this
  }

  private withCommon(status: number, given: OutgoingHttpHeaders | undefined): OutgoingHttpHeaders {
    const headers = { ...given, ...this.common }
    if (this.vary.length > 0) headers.vary = withVary(given?.vary, this.vary)
    if (status === 401) headers["www-authenticate"] ??= CHALLENGE
    if (status === 429 || status === 503) headers["retry-after"] ??= RETRY_SECONDS
    return headers
  }

  /** Answers with the decided error body; whoever calls this is the answer's only writer. */
  refuse(status: number, options: { readonly message?: string; readonly headers?: OutgoingHttpHeaders } = {}): void {
    const body = refusalBody(status, options.message)
    this.writeHead(status, {
      "content-type": REFUSAL_TYPE,
      "content-length": Buffer.byteLength(body),
      ...options.headers
    })
    this.end(body)
  }
}
