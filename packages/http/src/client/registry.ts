/** The typed client of one area, for programs that want no more: the package registry. Runs in browsers. */
import { BaseApi } from "@platform-control/core/ApiId"
import { DocsGroup, PackagesGroup, PublishGroup } from "@platform-control/registry/contract"
import { Context, Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { type ClientOptions, credentials } from "./credentials.ts"

class RegistryApi extends BaseApi.add(PackagesGroup).add(PublishGroup).add(DocsGroup) {}

/** A client over the HTTP client of the caller's choice. */
export const make = (options: ClientOptions) =>
  HttpApiClient.make(RegistryApi, { baseUrl: options.url }).pipe(Effect.provide(credentials(options)))

/** Every operation of the area; refusals are typed failures. */
export class RegistryClient extends Context.Service<RegistryClient, Effect.Success<ReturnType<typeof make>>>()(
  "platform-control/http/client/RegistryClient"
) {
  /** Over fetch. */
  static readonly layer = (options: ClientOptions): Layer.Layer<RegistryClient> =>
    Layer.effect(RegistryClient, make(options)).pipe(Layer.provide(FetchHttpClient.layer))
}
