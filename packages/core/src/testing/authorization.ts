/** The three authorization doors with a fixed table of tokens, for the tests of an area that owns no tokens. */
import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import {
  anonymous,
  Authorization,
  Caller,
  credentialOf,
  CurrentPrincipal,
  type Membership,
  missingCredential,
  OptionalAuthorization,
  type Principal,
  ReadAuthorization
} from "../Authorization.ts"
import { Unauthorized } from "../Errors.ts"

/** A user with a personal token and these memberships. */
export const testPrincipal = (
  login: string,
  memberships: Readonly<Record<string, Membership>>,
  options: { readonly siteAdmin?: boolean; readonly registryAdmin?: boolean; readonly delegated?: boolean } = {}
): Principal => ({
  _tag: "Principal",
  tokenKind: "personal",
  tokenId: `token-${login}`,
  userId: `user-${login}`,
  delegated: options.delegated ?? false,
  login,
  siteAdmin: options.siteAdmin ?? false,
  registryAdmin: options.registryAdmin ?? false,
  memberships: new Map(Object.entries(memberships))
})

/** Lets a request in when its credential is a key of `principals`. */
export const layerTestAuthorization = (
  principals: Readonly<Record<string, Principal>>
): Layer.Layer<Authorization | OptionalAuthorization | ReadAuthorization> => {
  const find = (request: HttpServerRequest.HttpServerRequest) => {
    const credential = credentialOf(request.headers.authorization)
    const principal = credential === undefined ? undefined : principals[credential]
    return principal === undefined
      ? Effect.fail(new Unauthorized({ message: "The credential is unknown" }))
      : Effect.succeed(principal)
  }
  return Layer.mergeAll(
    Layer.succeed(Authorization, (effect) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        Effect.flatMap(request.headers.authorization === undefined ? missingCredential : find(request), (principal) =>
          Effect.provideService(effect, CurrentPrincipal, principal)
        )
      )
    ),
    Layer.succeed(OptionalAuthorization, (effect) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        request.headers.authorization === undefined
          ? Effect.provideService(effect, Caller, anonymous)
          : Effect.flatMap(find(request), (principal) => Effect.provideService(effect, Caller, principal))
      )
    ),
    Layer.succeed(ReadAuthorization, (effect) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        Effect.flatMap(request.headers.authorization === undefined ? missingCredential : find(request), (principal) =>
          Effect.provideService(effect, Caller, principal)
        )
      )
    )
  )
}
