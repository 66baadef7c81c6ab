/** The HTTP side of every documentation answer: media type, conditional requests and caching (open points, section 1, "Accept"). */
import { negotiate } from "@platform-control/core/Accept"
import type { NotAcceptable } from "@platform-control/core/Errors"
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { DOCS_MEDIA_TYPES } from "../../contract/DocsGroup.ts"
import { LATEST } from "../../packages/versionLookup.ts"
import type { Answer, AnswerForm } from "./KeptAnswers.ts"

/** A day: what is published never changes, but it can be deleted. */
const MAX_AGE_SECONDS = 86_400

/** The asked version and where the answer stands, for links to its other form. */
export interface Place {
  readonly version: string
  /** Path and query. */
  readonly url: string
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag))

const respond = (
  request: HttpServerRequest.HttpServerRequest,
  { url, version }: Place,
  contentType: (typeof DOCS_MEDIA_TYPES)[number],
  { bytes, etag }: Answer
): HttpServerResponse.HttpServerResponse => {
  const isJson = contentType === "application/json"
  const headers = {
    etag,
    vary: "Accept",
    "cache-control": version === LATEST ? "private, no-cache" : `private, max-age=${MAX_AGE_SECONDS}`,
    ...(isJson ? { link: `<${url}>; rel="alternate"; type="text/markdown"` } : {})
  }
  return matches(request.headers["if-none-match"], etag)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.uint8Array(bytes, {
        headers,
        contentType: isJson ? contentType : `${contentType}; charset=utf-8`
      })
}

/** What `read` gives in the form that the request accepts, or 406 before anything is read. */
export const docsResponse = Effect.fnUntraced(function* <E, R>(
  request: HttpServerRequest.HttpServerRequest,
  place: Place,
  read: (form: AnswerForm) => Effect.Effect<Answer, E, R>
): Effect.fn.Return<HttpServerResponse.HttpServerResponse, E | NotAcceptable, R> {
  const contentType = yield* Effect.fromResult(negotiate(request.headers.accept, DOCS_MEDIA_TYPES))
  const answer = yield* read(contentType === "text/markdown" ? "markdown" : "json")
  return respond(request, place, contentType, answer)
})
