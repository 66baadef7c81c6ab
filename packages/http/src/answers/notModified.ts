/** Conditional requests (RFC 9110, section 13): an answer that the client already has is not sent again. */
import { type HttpServerRequest, HttpServerResponse } from "effect/http"

const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")

/** Weak comparison, as `If-None-Match` asks for: a compressed answer has the weak form of the same tag. */
const matches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag))

const aboutTheContent = /^content-(?:length|type|encoding|language)$/

/** The answer, or 304 when the request's `If-None-Match` names its `ETag`. */
export const notModified = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  const { etag } = response.headers
  if (etag === undefined || response.status !== 200) return response
  const ifNoneMatch = request.headers["if-none-match"]
  const isRead = request.method === "GET" || request.method === "HEAD"
  if (!isRead || ifNoneMatch === undefined || !matches(ifNoneMatch, etag)) return response
  const headers = Object.entries(response.headers).filter(([name]) => !aboutTheContent.test(name))
  return HttpServerResponse.empty({ status: 304, headers: Object.fromEntries(headers) })
}
