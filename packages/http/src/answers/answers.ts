/** The one middleware around the router: what all answers of the application have in common, in the order of its parts. */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Context, Effect, type Layer } from "effect"
import { FrontResponse } from "../front/FrontResponse.ts"
import { HttpPlatform, HttpRouter, HttpServerRequest } from "effect/http"
import { type EncodingOptions, makeEncodings } from "./encodings.ts"
import { makeRefuse, pathOf, refusal, refused, withDecidedBody } from "./Fallback.ts"
import { notModified } from "./notModified.ts"
import { RouteTable } from "./RouteTable.ts"

/** The router takes an empty part for a name, and what follows a semicolon for nothing; such paths name nothing here. */
const namesNothing = (url: string): boolean => {
  const path = pathOf(url)
  return path.includes("//") || path.includes(";") || (path.length > 1 && path.endsWith("/"))
}

/**
 * Tells the response which route it answers, for the metrics. The router leaves what it found in the fiber's context;
 * looking it up again by the path would cost as much as routing.
 */
const nameRoute = (context: Context.Context<never>, request: HttpServerRequest.HttpServerRequest): void => {
  const response = NodeHttpServerRequest.toServerResponse(request)
  if (response instanceof FrontResponse) {
    response.route = Context.getOrUndefined(context, HttpRouter.RouteContext)?.route.path
  }
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
          Effect.withFiber((fiber) => {
            const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
            if (namesNothing(request.url)) return refused(request, refusal(404))
            return Effect.matchCauseEffect(app, {
              onFailure: (cause) => {
                nameRoute(fiber.context, request)
                return refuse(request, cause)
              },
              onSuccess: (response) => {
                nameRoute(fiber.context, request)
                return response.status < 400
                  ? Effect.succeed(notModified(request, response))
                  : refused(request, withDecidedBody(response))
              }
            })
          }),
          unsupported
        )
    }),
    { global: true }
  )
