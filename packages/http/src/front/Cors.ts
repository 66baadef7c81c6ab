/** Which origins' pages may call the server from a browser (Fetch standard). Off unless origins are set. */
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http"

/** Seconds for which a browser may keep a preflight's answer. */
const PREFLIGHT_SECONDS = 600

/** Header names of every operation; the list is fixed, so that a preflight can't make the server echo. */
const ALLOWED_HEADERS =
  "accept, authorization, content-encoding, content-type, if-none-match, last-event-id, x-request-id"

const ALLOWED_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE"

const EXPOSED_HEADERS = "etag, link, retry-after, x-request-id"

/** The CORS part of a server's answers. */
export interface Cors {
  /** Request headers on which every answer depends. */
  readonly vary: ReadonlyArray<string>
  readonly answerHeaders: (request: IncomingMessage) => OutgoingHttpHeaders | undefined
  /** The headers of a preflight's answer, or `undefined` for any other request. */
  readonly preflightHeaders: (request: IncomingMessage) => OutgoingHttpHeaders | undefined
}

/** CORS for these origins; `*` among them lets in all. Credentials are never cookies here, so none are allowed. */
export const makeCors = (origins: ReadonlyArray<string>): Cors => {
  const everyone = origins.includes("*")
  const known = new Set(origins)
  const isAllowed = (origin: string | undefined): origin is string =>
    origin !== undefined && (everyone || known.has(origin))
  return {
    vary: everyone ? [] : ["Origin"],
    answerHeaders: ({ headers: { origin } }) =>
      isAllowed(origin)
        ? {
            "access-control-allow-origin": everyone ? "*" : origin,
            "access-control-expose-headers": EXPOSED_HEADERS
          }
        : undefined,
    preflightHeaders: ({ headers, method }) => {
      if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return undefined
      return isAllowed(headers.origin)
        ? {
            "access-control-allow-methods": ALLOWED_METHODS,
            "access-control-allow-headers": ALLOWED_HEADERS,
            "access-control-max-age": String(PREFLIGHT_SECONDS)
          }
        : {}
    }
  }
}
