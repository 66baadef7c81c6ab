/** The one middleware around the router: what all answers of the application have in common, in the order of its parts. */
import { Effect, type Layer } from "effect"
import { HttpPlatform, HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { type EncodingOptions, makeEncodings } from "./encodings.ts"
import { makeRefuse, pathOf, refusal, withDecidedBody } from "./Fallback.ts"
import { notModified } from "./notModified.ts"
import { RouteTable } from "./RouteTable.ts"

/** A path with an empty part names nothing, though the router would take that part for a name. */
const hasEmptyPart = (url: string): boolean => {
  const path = pathOf(url)
  return path.includes("//") || (path.length > 1 && path.endsWith("/"))
}

const logged = (
  { method, url }: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const line = `${method} ${pathOf(url)} was refused with ${response.status}`
  return Effect.as(response.status >= 500 ? Effect.logError(line) : Effect.logDebug(line), response)
}

/** Bounds in bytes. Stands around every route, whenever it is added. */
export const layer = (
  options: EncodingOptions
): Layer.Layer<never, never, HttpRouter.HttpRouter | HttpPlatform.HttpPlatform | RouteTable> =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      const refuse = makeRefuse(yield* RouteTable, options.maxBodyBytes)
      const behindEncodings = makeEncodings(yield* HttpPlatform.HttpPlatform, options)
      const unsupported = Effect.succeed(
        refusal(415, "A body may be compressed with gzip only, and once", { "accept-encoding": "gzip" })
      )
      return (app) =>
        behindEncodings(
          Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
            hasEmptyPart(request.url)
              ? Effect.succeed(refusal(404))
              : Effect.matchCauseEffect(app, {
                  onFailure: (cause) => refuse(request, cause),
                  onSuccess: (response) =>
                    response.status < 400
                      ? Effect.succeed(notModified(request, response))
                      : logged(request, withDecidedBody(response))
                })
          ),
          unsupported
        )
    }),
    { global: true }
  )
