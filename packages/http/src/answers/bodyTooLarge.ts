/** Refuses a body by its declared length: where the body would be read, so that whoever may not send one hears that first. */
import { Effect, Stream } from "effect"
import { HttpServerError, type HttpServerRequest } from "effect/http"

/** The request with a body of which nothing can be read, and for which no client is told to go on sending. */
export const bodyTooLarge = (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest => {
  const reason = new HttpServerError.RequestParseError({ request, reason: "BodyTooLarge" })
  const error = new HttpServerError.HttpServerError({ reason })
  // The platform's other ways of reading a body are made of these two.
  return Object.create(request, {
    arrayBuffer: { value: Effect.fail(error) },
    stream: { value: Stream.fail(error) }
  }) as HttpServerRequest.HttpServerRequest
}
