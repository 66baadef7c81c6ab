/** The typed client of the whole API. Runs in browsers as in servers: it knows fetch and nothing of Node. */
import { Context, Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { type ClientOptions, credentials } from "./client/credentials.ts"
import { ControlPlaneApi } from "./ControlPlaneApi.ts"

export type { ClientOptions } from "./client/credentials.ts"

/** A client over the HTTP client of the caller's choice. */
export const make = (options: ClientOptions) =>
  HttpApiClient.make(ControlPlaneApi, { baseUrl: options.url }).pipe(Effect.provide(credentials(options)))

/** Every operation of every area, by group and name; refusals are typed failures. */
export class ControlPlaneClient extends Context.Service<ControlPlaneClient, Effect.Success<ReturnType<typeof make>>>()(
  "platform-control/http/ControlPlaneClient"
) {
  /** Over fetch. */
  static readonly layer = (options: ClientOptions): Layer.Layer<ControlPlaneClient> =>
    Layer.effect(ControlPlaneClient, make(options)).pipe(Layer.provide(FetchHttpClient.layer))
}
