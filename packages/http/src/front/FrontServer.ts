/**
 * Node's server with what has to happen before the application sees a request: the request id, the answer 503 until it
 * is ready and while it drains, CORS, rate limits, and the decided error body for what Node itself would refuse.
 */
import { type IncomingMessage, Server } from "node:http"
import type { Cors } from "./Cors.ts"
import { FrontResponse } from "./FrontResponse.ts"
import { malformedAnswer } from "./malformedAnswer.ts"
import { REQUEST_ID, requestIdOf } from "./requestId.ts"

/** The path that answers while the application is not ready yet: the process is alive. */
export const HEALTH_PATH = "/healthz"

/** What that path answers. */
export const HEALTH_BODY = JSON.stringify({ status: "ok" })

/** Paths of the machines that watch the server; no rate limit applies to them. */
const watchedPaths: ReadonlySet<string | undefined> = new Set([HEALTH_PATH, "/readyz", "/metrics"])

/** Settings and parts of a `FrontServer`. Times are milliseconds, sizes are bytes. */
export interface FrontOptions {
  readonly maxHeaderBytes: number
  readonly requestTimeoutMillis: number
  readonly keepAliveTimeoutMillis: number
  /** Whether answers may be compressed, so that they depend on `Accept-Encoding`. */
  readonly compression: boolean
  /** Seconds to wait, or 0 when the request may go on. */
  readonly admit: ((request: IncomingMessage) => number) | undefined
  readonly cors: Cors | undefined
  /** Sees every answer whose head was written. */
  readonly observe: ((response: FrontResponse) => void) | undefined
}

/** Requests reach the listeners of `request` and `checkContinue` only once there are any, and until `close`. */
export class FrontServer extends Server<typeof IncomingMessage, typeof FrontResponse> {
  private readonly front: FrontOptions
  private readonly vary: ReadonlyArray<string>
  private draining = false

  constructor(options: FrontOptions) {
    super({
      ServerResponse: FrontResponse,
      maxHeaderSize: options.maxHeaderBytes,
      requestTimeout: options.requestTimeoutMillis,
      keepAliveTimeout: options.keepAliveTimeoutMillis,
      // Two credentials have to be seen as two: Node would silently keep the first.
      joinDuplicateHeaders: true,
      // Checked by `receive`, whose refusal has a body.
      requireHostHeader: false,
      // No operation speaks another protocol: the request is answered as if nobody had asked.
      shouldUpgradeCallback: () => false
    })
    this.front = options
    this.vary = [...(options.compression ? ["Accept-Encoding"] : []), ...(options.cors?.vary ?? [])]
    this.on("clientError", malformedAnswer)
    this.on("checkExpectation", (_request: IncomingMessage, response: FrontResponse) => response.refuse(417))
  }

  override close(callback?: (error?: Error) => void): this {
    this.draining = true
    return super.close(callback)
  }

  override emit(event: string | symbol, ...values: Array<unknown>): boolean {
    const [request, response] = values
    const isRequest = event === "request" || event === "checkContinue" || event === "checkExpectation"
    if (isRequest && response instanceof FrontResponse) {
      this.identify(response)
      if (this.refuses(response)) return true
    }
    return super.emit(event, request, response, ...values.slice(2))
  }

  /** From here on everything that is said about the request carries its id. */
  private identify(response: FrontResponse): void {
    const { req: request } = response
    const { cors, observe } = this.front
    response.requestId = request.headers[REQUEST_ID] = requestIdOf(request.headers[REQUEST_ID])
    response.common = {
      [REQUEST_ID]: response.requestId,
      "x-content-type-options": "nosniff",
      ...cors?.answerHeaders(request),
      ...(this.draining ? { connection: "close" } : undefined)
    }
    response.vary = this.vary
    if (observe !== undefined) {
      response.startedAt = performance.now()
      response.observe = observe
    }
  }

  /** Answers what the application should not see; says whether it did. */
  private refuses(response: FrontResponse): boolean {
    const { req: request } = response
    if (this.draining || this.listenerCount("request") === 0) return this.refuseForNow(response)
    if (request.headers.host === undefined && request.httpVersion === "1.1") {
      response.refuse(400, { message: "The header Host is required" })
      return true
    }
    if (this.front.admit === undefined || watchedPaths.has(request.url)) return this.answersPreflight(response)
    const seconds = this.front.admit(request)
    if (seconds === 0) return this.answersPreflight(response)
    response.refuse(429, { headers: { "retry-after": String(seconds) } })
    return true
  }

  private refuseForNow(response: FrontResponse): true {
    if (response.req.url === HEALTH_PATH && !this.draining) {
      response.writeHead(200, { "content-type": "application/json", "content-length": HEALTH_BODY.length })
      response.end(HEALTH_BODY)
    } else {
      response.refuse(503)
    }
    return true
  }

  private answersPreflight(response: FrontResponse): boolean {
    const headers = this.front.cors?.preflightHeaders(response.req)
    if (headers === undefined) return false
    response.writeHead(204, headers)
    response.end()
    return true
  }
}
