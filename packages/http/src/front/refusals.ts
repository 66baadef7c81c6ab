/** The decided error body for refusals that no operation declares (open points, section 1). Knows no request. */

/** Said where nothing more precise is known. A fault's message is fixed: it must not tell about the inside. */
const messages: Readonly<Record<number, string>> = {
  400: "The request is malformed",
  401: "A valid credential is required",
  403: "This is not allowed",
  404: "Nothing is at this path",
  405: "This path does not know the method",
  408: "The request took too long to arrive",
  413: "The body is too large",
  415: "The body's media type or encoding is not one that this operation reads",
  417: "Only the expectation 100-continue can be met",
  429: "Too many requests; repeat this one later",
  431: "The request line and headers are too large",
  500: "The server could not answer because of a fault of its own",
  503: "The server can't answer now; repeat the request later"
}

/** The standard sentence of a status. */
export const messageOf = (status: number): string => messages[status] ?? "The request was refused"

/** The body as JSON text. */
export const refusalBody = (status: number, message = messageOf(status)): string =>
  JSON.stringify({ code: status, message })

/** The body of a fault: fixed but for the request id, under which the log has the cause. */
export const faultBody = (requestId: string): string =>
  refusalBody(500, `${messageOf(500)}; the request id is ${requestId}`)

export const REFUSAL_TYPE = "application/json"
