/** A server as the commands reach it: the typed client with its token, and plain requests for signed places. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { BaseApi } from "@platform-control/core/ApiId"
import { Authorization, OptionalAuthorization, ReadAuthorization } from "@platform-control/core/Authorization"
import { PackagesGroup, PublishGroup } from "@platform-control/registry/contract"
import { Effect, Layer, Option, Redacted } from "effect"
import { type HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { type Advice, explain } from "./explain.ts"
import type { Refusal } from "./Refusal.ts"

class Api extends BaseApi.add(PackagesGroup).add(PublishGroup) {}

export interface ConnectionOptions {
  readonly url: string
  readonly token: Option.Option<Redacted.Redacted>
}

const makeClient = (options: ConnectionOptions) => {
  const withToken = ({ next, request }: any) =>
    next(
      Option.match(options.token, {
        onNone: () => request,
        onSome: (token) => HttpClientRequest.bearerToken(request, token)
      })
    )
  return HttpApiClient.make(Api, { baseUrl: options.url }).pipe(
    Effect.provide(
      Layer.mergeAll(
        HttpApiMiddleware.layerClient(Authorization, withToken),
        HttpApiMiddleware.layerClient(OptionalAuthorization, withToken),
        HttpApiMiddleware.layerClient(ReadAuthorization, withToken)
      )
    )
  )
}

/** The typed client of a server. */
export type Client = Effect.Success<ReturnType<typeof makeClient>>

/** Uses a server. Every failure is explained: by `advice` where the operation knows better, else in general words. */
export const connected = <A, E, R>(
  options: ConnectionOptions,
  advice: Advice,
  use: (client: Client) => Effect.Effect<A, E, R | HttpClient.HttpClient>
): Effect.Effect<A, Refusal, Exclude<R, HttpClient.HttpClient>> =>
  Effect.flatMap(makeClient(options), use).pipe(
    Effect.mapError((error) => explain(options.url, error, advice)),
    Effect.provide(NodeHttpClient.layerNodeHttp)
  )
