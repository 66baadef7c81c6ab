/**
 * Node's server with what has to happen before the application sees a request: the request id, the answer 503 until it
 * is ready and while it drains, CORS, rate limits, and the decided error body for what Node itself would refuse.
 */
import { type IncomingMessage, Server } from "node:http"
import type { Socket } from "node:net"
import type { Cors } from "./Cors.ts"
import type { FailedCredentials } from "./FailedCredentials.ts"
import { type AnswerRules, FrontResponse } from "./FrontResponse.ts"
import { answerHalfClosed } from "./halfClosed.ts"
import { malformedAnswer, tunnelAnswer } from "./malformedAnswer.ts"
import { REQUEST_ID, requestIdOf } from "./requestId.ts"
import type { ShortWay } from "./VersionReads.ts"

/** The path that answers while the application is not ready yet: the process is alive. */
export const HEALTH_PATH = "/healthz"

/** What that path answers. */
export const HEALTH_BODY = JSON.stringify({ status: "ok" })

/** Paths of the machines that watch the server; no rate limit applies to them. */
const watchedPaths: ReadonlySet<string | undefined> = new Set([HEALTH_PATH, "/readyz", "/metrics"])

/** How often a closing server looks for connections whose last answer has ended. */
const IDLE_CHECK_MILLIS = 50

/** What is interrupted at the end of the shutdown's time may still write that it was. */
const GRACE_MILLIS = 1000

/** How often Node looks for requests that take too long; seldom enough to cost nothing, often enough to be near the bound. */
const checkingInterval = (timeoutMillis: number): number => Math.min(Math.max(timeoutMillis / 4, 250), 30_000)

/** Settings and parts of a `FrontServer`. Times are milliseconds, sizes are bytes. */
export interface FrontOptions {
  readonly maxHeaderBytes: number
  readonly requestTimeoutMillis: number
  readonly keepAliveTimeoutMillis: number
  /** How long answers that are under way may take after `close`. */
  readonly shutdownTimeoutMillis: number
  /** Whether answers may be compressed, so that they depend on `Accept-Encoding`. */
  readonly compression: boolean
  /** Seconds to wait, or 0 when the request may go on. */
  readonly admit: ((request: IncomingMessage) => number) | undefined
  readonly failedCredentials: FailedCredentials | undefined
  readonly cors: Cors | undefined
  /** Sees every answer whose head was written. */
  readonly observe: ((response: FrontResponse) => void) | undefined
}

/** Requests reach the listeners of `request` and `checkContinue` only once there are any, and until `close`. */
export class FrontServer extends Server<typeof IncomingMessage, typeof FrontResponse> {
  private readonly front: FrontOptions
  private readonly open = new Set<Socket>()
  /** Tried before the application; set once the application is ready. */
  shortWay: ShortWay | undefined = undefined
  /** Whether a credential was valid not long ago, without asking the database; set once the application is ready. */
  knows: (credential: string) => boolean = () => false
  private readonly rules: { -readonly [Name in keyof AnswerRules]: AnswerRules[Name] }

  constructor(options: FrontOptions) {
    super({
      ServerResponse: FrontResponse,
      maxHeaderSize: options.maxHeaderBytes,
      requestTimeout: options.requestTimeoutMillis,
      connectionsCheckingInterval: checkingInterval(options.requestTimeoutMillis),
      keepAliveTimeout: options.keepAliveTimeoutMillis,
      // Two credentials have to be seen as two: Node would silently keep the first.
      joinDuplicateHeaders: true,
      // Checked by `refuses`, whose answer has a body.
      requireHostHeader: false,
      // No operation speaks another protocol: the request is answered as if nobody had asked.
      shouldUpgradeCallback: () => false
    })
    this.front = options
    const { failedCredentials } = options
    this.rules = {
      vary: [...(options.compression ? ["Accept-Encoding"] : []), ...(options.cors?.vary ?? [])],
      observe: options.observe,
      answered:
        failedCredentials &&
        ((response, status) => failedCredentials.answered(response.req, response.route, status, this.knows)),
      draining: false
    }
    this.on("connection", (socket: Socket) => {
      this.open.add(socket)
      socket.once("close", () => this.open.delete(socket))
    })
    answerHalfClosed(this)
    this.on("clientError", malformedAnswer)
    this.on("connect", tunnelAnswer)
    this.on("checkExpectation", (_request: IncomingMessage, response: FrontResponse) => response.refuse(417))
  }

  /** Answers under way may end for as long as the options say; connections that idle then are not waited for. */
  override close(callback?: (error?: Error) => void): this {
    this.rules.draining = true
    const idle = setInterval(() => this.closeIdleConnections(), IDLE_CHECK_MILLIS)
    const late = setTimeout(() => this.closeAllConnections(), this.front.shutdownTimeoutMillis + GRACE_MILLIS)
    this.once("close", () => {
      clearInterval(idle)
      clearTimeout(late)
    })
    return super.close(callback)
  }

  /** Node takes an answer for sent once it has been handed to the connection: while one is on its way, none is idle. */
  override closeIdleConnections(): void {
    if ([...this.open].every(({ writableLength }) => writableLength === 0)) super.closeIdleConnections()
  }

  override emit(event: string | symbol, ...values: Array<unknown>): boolean {
    const [, response] = values
    const isRequest = event === "request" || event === "checkContinue" || event === "checkExpectation"
    if (isRequest && response instanceof FrontResponse) {
      // Behind an answer that ended the connection: nobody would hear what came of it.
      if (response.req.socket.writableEnded) return true
      this.identify(response)
      if (this.refuses(response) || (event === "request" && this.shortWay?.(response))) return true
    }
    return super.emit(event, ...values)
  }

  /** From here on everything that is said about the request carries its id. */
  private identify(response: FrontResponse): void {
    const { req: request } = response
    response.rules = this.rules
    response.requestId = request.headers[REQUEST_ID] = requestIdOf(request.headers[REQUEST_ID])
    response.cors = this.front.cors?.answerHeaders(request)
    if (this.rules.observe !== undefined) response.startedAt = performance.now()
  }

  /** Answers what the application should not see; says whether it did. */
  private refuses(response: FrontResponse): boolean {
    const { req: request } = response
    if (this.rules.draining || this.listenerCount("request") === 0) return this.refusesForNow(response)
    const { host, "transfer-encoding": coding } = request.headers
    if (host === undefined ? request.httpVersion === "1.1" : host.includes(",")) {
      response.refuse(400, { message: "The header Host is required, once" })
      return true
    }
    if (coding !== undefined && coding.toLowerCase() !== "chunked") {
      response.refuse(400, { message: "The transfer encoding has to be chunked, and nothing else" })
      return true
    }
    const seconds = watchedPaths.has(request.url) ? 0 : this.secondsToWait(request)
    if (seconds === 0) return this.answersPreflight(response)
    response.refuse(429, { headers: { "retry-after": String(seconds) } })
    return true
  }

  private secondsToWait(request: IncomingMessage): number {
    return this.front.admit?.(request) || (this.front.failedCredentials?.waitOf(request, this.knows) ?? 0)
  }

  private refusesForNow(response: FrontResponse): true {
    if (response.req.url === HEALTH_PATH && !this.rules.draining) {
      response.answer(200, { "content-type": "application/json", "content-length": HEALTH_BODY.length }, HEALTH_BODY)
    } else {
      response.refuse(503)
    }
    return true
  }

  private answersPreflight(response: FrontResponse): boolean {
    const headers = this.front.cors?.preflightHeaders(response.req)
    if (headers === undefined) return false
    response.answer(204, headers)
    return true
  }
}
