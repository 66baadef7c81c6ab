/** The answers of the application where no operation gives one: unknown paths, wrong methods, unreadable bodies, faults. */
import { Cause, Effect } from "effect"
import { HttpServerError, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { SqlError } from "effect/sql"
import { faultBody, messageOf, REFUSAL_TYPE, refusalBody } from "../front/refusals.ts"
import { REQUEST_ID } from "../front/requestId.ts"
import { withoutTokens, withoutTokenValues } from "../withoutTokens.ts"
import type { RouteTable } from "./RouteTable.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** The decided error body as a response. */
export const refusal = (status: number, message?: string, headers: Record<string, string> = {}): Response =>
  HttpServerResponse.text(refusalBody(status, message), { status, contentType: REFUSAL_TYPE, headers })

/** Without the query, which may carry the signature of a place. */
export const pathOf = (url: string): string => {
  const end = url.search(/[?#]/)
  return end === -1 ? url : url.slice(0, end)
}

/** The path as a log may show it. */
export const loggedPath = (url: string): string => withoutTokens(pathOf(url))

const errorIn = <A>(cause: Cause.Cause<unknown>, is: (error: unknown) => error is A): A | undefined => {
  for (const reason of cause.reasons) {
    const error = reason._tag === "Fail" ? reason.error : reason._tag === "Die" ? reason.defect : undefined
    if (is(error)) return error
  }
  return undefined
}

/** Whether the database let others go first, and took nothing of what the request wanted. */
const isBusy = (cause: Cause.Cause<unknown>): boolean => errorIn(cause, SqlError.isSqlError)?.isRetryable === true

/** The cause is for the log alone; the caller gets the id under which it stands there. */
const fault = (request: Request, cause: Cause.Cause<unknown>): Effect.Effect<Response> =>
  Effect.as(
    Effect.logError(`${request.method} ${loggedPath(request.url)} failed`, cause),
    HttpServerResponse.text(faultBody(request.headers[REQUEST_ID] ?? ""), { status: 500, contentType: REFUSAL_TYPE })
  )

/** The refusal, after it was logged: at `Debug`, since callers make most of them, but where the server is to blame. */
export const refused = ({ method, url }: Request, response: Response): Effect.Effect<Response> => {
  const line = `${method} ${loggedPath(url)} was refused with ${response.status}`
  return Effect.as(response.status >= 500 ? Effect.logError(line) : Effect.logDebug(line), response)
}

/** 404, or 405 where the path has other methods. */
const noRoute = (request: Request, allowed: ReadonlyArray<string>): Response => {
  if (allowed.length === 0) return refusal(404)
  const allow = allowed.join(", ")
  return refusal(405, `This path does not know the method ${request.method}; it knows ${allow}`, { allow })
}

const hasClientGone = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason.annotations.has(HttpServerError.ClientAbort.key))

/** What a request is answered that ended in `cause`; fails with it again where nobody is left to be answered. */
export const makeRefuse =
  (table: RouteTable["Service"], maxBodyBytes: number) =>
  <E>(request: Request, cause: Cause.Cause<E>): Effect.Effect<Response, E> => {
    const reason = errorIn(cause, HttpServerError.isHttpServerError)?.reason
    if (reason?._tag === "RouteNotFound") return refused(request, noRoute(request, table.methodsOf(request.url)))
    if (reason?._tag === "RequestParseError") {
      const tooLarge = reason.reason === "BodyTooLarge"
      return refused(
        request,
        tooLarge
          ? refusal(413, `${messageOf(413)}: at most ${maxBodyBytes} bytes`)
          : refusal(400, "The body broke off or can't be decoded")
      )
    }
    if (isBusy(cause)) return refused(request, refusal(503, "The database is busy: try again"))
    if (!Cause.hasInterruptsOnly(cause)) return fault(request, cause)
    return hasClientGone(cause) ? Effect.failCause(cause) : Effect.succeed(refusal(503))
  }

/** A refusal repeats the names that were asked for, and callers put tokens in their places. */
const withoutTokenIn = (response: Response): Response => {
  if (response.body._tag !== "Uint8Array") return response
  const text = Buffer.from(response.body.body).toString()
  const shown = withoutTokenValues(text)
  return shown === text
    ? response
    : HttpServerResponse.setBody(response, HttpServerResponse.text(shown, { contentType: REFUSAL_TYPE }).body)
}

/** The framework refuses some requests itself, with no body or a line of text. */
export const withDecidedBody = (response: Response): Response => {
  if (response.status < 400) return response
  return response.headers["content-type"]?.startsWith(REFUSAL_TYPE) === true
    ? withoutTokenIn(response)
    : HttpServerResponse.setBody(response, refusal(response.status).body)
}
