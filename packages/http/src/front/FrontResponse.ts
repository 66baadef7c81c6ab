/**
 * Node's response, with what stands on every answer whoever wrote it: request id, security headers, CORS, `Vary`, and the
 * challenge of a 401. Done here because one more object per answer costs less than one more layer of Effect.
 */
import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http"
import { keepOpen } from "./connectionState.ts"
import { endGently } from "./endGently.ts"
import { REFUSAL_TYPE, refusalBody } from "./refusals.ts"
import { REQUEST_ID } from "./requestId.ts"

/** The scheme by which a 401 asks for a credential (RFC 6750). */
const CHALLENGE = "Bearer"

/** Seconds after which to try again, where nothing more precise is known. */
const RETRY_SECONDS = "1"

/** What the answers of one server have in common. */
export interface AnswerRules {
  /** Request headers on which every answer depends. */
  readonly vary: ReadonlyArray<string>
  /** Called once an answer's head has been written. */
  readonly observe: ((response: FrontResponse) => void) | undefined
  /** Called with what an answer says about the credential that was sent. */
  readonly answered: ((response: FrontResponse, status: number) => void) | undefined
  /** Whether connections are to end with the answer. */
  readonly draining: boolean
}

const plainRules: AnswerRules = { vary: [], observe: undefined, answered: undefined, draining: false }

const withVary = (vary: OutgoingHttpHeader | undefined, names: ReadonlyArray<string>): string => {
  const text = vary === undefined ? "" : String(vary)
  const known = text.toLowerCase()
  const missing = names.filter((name) => !known.includes(name.toLowerCase()))
  return [...(text === "" ? [] : [text]), ...missing].join(", ")
}

/** How much of a body is passed over to keep a connection, in bytes; the application's answers keep to the same bound. */
const MAX_PASSED_OVER = 256 * 1024

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined

/** Who asks before sending may then send nothing, and what comes next could be taken for the body. */
const isPassedOver = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] === undefined &&
  headers.expect === undefined &&
  Number(headers["content-length"]) <= MAX_PASSED_OVER

/** A response for which a `FrontServer` has filled in the fields. */
export class FrontResponse extends ServerResponse {
  rules: AnswerRules = plainRules
  requestId = ""
  /** Milliseconds of the process's monotonic clock at which the request had come; 0 where nobody observes answers. */
  startedAt = 0
  /** The template of the route that answers, once the router has found one. */
  route: string | undefined = undefined
  /** Headers of this answer for the origin that asks. */
  cors: OutgoingHttpHeaders | undefined = undefined

  override writeHead(
    status: number,
    second?: string | OutgoingHttpHeaders | Array<OutgoingHttpHeader>,
    third?: OutgoingHttpHeaders | Array<OutgoingHttpHeader>
  ): this {
    const [message, given] = typeof second === "string" ? [second, third] : [undefined, second ?? third]
    super.writeHead(status, message, Array.isArray(given) ? given : this.withCommon(status, given))
    this.rules.answered?.(this, status)
    this.rules.observe?.(this)
    return this
  }

  private withCommon(status: number, given: OutgoingHttpHeaders | undefined): OutgoingHttpHeaders {
    const { draining, vary } = this.rules
    const headers: OutgoingHttpHeaders = {
      ...given,
      [REQUEST_ID]: this.requestId,
      "x-content-type-options": "nosniff",
      ...this.cors
    }
    if (vary.length > 0) headers.vary = withVary(given?.vary, vary)
    if (status === 401) headers["www-authenticate"] ??= CHALLENGE
    if (status === 429 || status === 503) headers["retry-after"] ??= RETRY_SECONDS
    if (draining) headers.connection = "close"
    return headers
  }

  /** Answers without the request's body; whoever calls this is the answer's only writer. */
  answer(status: number, headers: OutgoingHttpHeaders, body?: string): void {
    const { req: request } = this
    if (hasBody(request)) {
      // Before Node's own listener, which closes with the body unread.
      this.prependListener("finish", () => {
        if (!request.complete && keepOpen(this)) endGently(request.socket)
      })
      this.writeHead(status, isPassedOver(request) ? headers : { ...headers, connection: "close" })
    } else {
      this.writeHead(status, headers)
    }
    this.end(body)
  }

  /** Answers with the decided error body. */
  refuse(status: number, options: { readonly message?: string; readonly headers?: OutgoingHttpHeaders } = {}): void {
    const body = refusalBody(status, options.message)
    this.answer(
      status,
      { "content-type": REFUSAL_TYPE, "content-length": Buffer.byteLength(body), ...options.headers },
      body
    )
  }
}
