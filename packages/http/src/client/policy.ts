/** The typed client of one area, for programs that want no more: policy packs. Runs in browsers. */
import { BaseApi } from "@platform-control/core/ApiId"
import { PolicyPacksGroup, RegistryPolicyPacksGroup } from "@platform-control/policy/contract"
import { Context, Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { type ClientOptions, credentials } from "./credentials.ts"

class PolicyApi extends BaseApi.add(PolicyPacksGroup).add(RegistryPolicyPacksGroup) {}

/** A client over the HTTP client of the caller's choice. */
export const make = (options: ClientOptions) =>
  HttpApiClient.make(PolicyApi, { baseUrl: options.url }).pipe(Effect.provide(credentials(options)))

/** Every operation of the area; refusals are typed failures. */
export class PolicyClient extends Context.Service<PolicyClient, Effect.Success<ReturnType<typeof make>>>()(
  "platform-control/http/client/PolicyClient"
) {
  /** Over fetch. */
  static readonly layer = (options: ClientOptions): Layer.Layer<PolicyClient> =>
    Layer.effect(PolicyClient, make(options)).pipe(Layer.provide(FetchHttpClient.layer))
}
