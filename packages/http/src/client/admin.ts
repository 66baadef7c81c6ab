/** The typed client of one area, for programs that want no more: the caller's own account, access tokens and their exchange, and services. Runs in browsers. */
import { BaseApi } from "@platform-control/core/ApiId"
import {
  ExchangeGroup,
  OrganizationTokensGroup,
  ServiceItemsGroup,
  ServicesGroup,
  UserGroup,
  UserTokensGroup
} from "@platform-control/admin/contract"
import { Context, Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { type ClientOptions, credentials } from "./credentials.ts"

class AdminApi extends BaseApi.add(UserGroup)
  .add(UserTokensGroup)
  .add(OrganizationTokensGroup)
  .add(ExchangeGroup)
  .add(ServicesGroup)
  .add(ServiceItemsGroup) {}

/** A client over the HTTP client of the caller's choice. */
export const make = (options: ClientOptions) =>
  HttpApiClient.make(AdminApi, { baseUrl: options.url }).pipe(Effect.provide(credentials(options)))

/** Every operation of the area; refusals are typed failures. */
export class AdminClient extends Context.Service<AdminClient, Effect.Success<ReturnType<typeof make>>>()(
  "platform-control/http/client/AdminClient"
) {
  /** Over fetch. */
  static readonly layer = (options: ClientOptions): Layer.Layer<AdminClient> =>
    Layer.effect(AdminClient, make(options)).pipe(Layer.provide(FetchHttpClient.layer))
}
