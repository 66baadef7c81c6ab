/** The bodies of the three doors: from a request's `Authorization` header to the caller that its handler sees. */
import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import type { SqlClient } from "effect/sql"
import {
  anonymous,
  AnonymousReads,
  Authorization,
  Caller,
  type CallerValue,
  credentialOf,
  CurrentPrincipal,
  missingCredential,
  OptionalAuthorization,
  type Principal,
  ReadAuthorization
} from "@platform-control/core/Authorization"
import { Unauthorized } from "@platform-control/core/Errors"
import type { Events } from "@platform-control/core/Events"
import { Authentication } from "./Authentication.ts"

const unreadableHeader = Effect.fail(
  new Unauthorized({ message: "The Authorization header has to be `Bearer <access token>`" })
)

/** What is not open to anonymous callers asks for a credential; one that is sent has to be valid everywhere. */
export const AuthorizationLayer: Layer.Layer<
  Authorization | OptionalAuthorization | ReadAuthorization,
  never,
  SqlClient.SqlClient | Events
> = Layer.effectContext(
  Effect.gen(function* () {
    const { authenticate } = yield* Authentication
    const anonymousReads = yield* AnonymousReads

    const principalOf = (header: string): Effect.Effect<Principal, Unauthorized> => {
      const credential = credentialOf(header)
      return credential === undefined ? unreadableHeader : authenticate(credential)
    }

    const whoever = <A>(withoutHeader: Effect.Effect<A, Unauthorized>) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }): Effect.Effect<A | Principal, Unauthorized> =>
        headers.authorization === undefined ? withoutHeader : principalOf(headers.authorization)
      )

    const known = whoever<never>(missingCredential)
    const anyone = whoever<CallerValue>(Effect.succeed(anonymous))
    const reader = anonymousReads ? anyone : known

    return Context.make(Authorization, (handler) =>
      Effect.flatMap(known, (principal) => Effect.provideService(handler, CurrentPrincipal, principal))
    ).pipe(
      Context.add(OptionalAuthorization, (handler) =>
        Effect.flatMap(anyone, (caller) => Effect.provideService(handler, Caller, caller))
      ),
      Context.add(ReadAuthorization, (handler) =>
        Effect.flatMap(reader, (caller) => Effect.provideService(handler, Caller, caller))
      )
    )
  })
).pipe(Layer.provide(Authentication.layer))
