/** Takes the requests of the registry's policy packs group apart and hands them on. */
import { BaseApi } from "@platform-control/core/ApiId"
import { Caller, CurrentPrincipal } from "@platform-control/core/Authorization"
import { handlerGroup } from "@platform-control/core/handlerGroup"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { RegistryPolicyPacksGroup } from "../contract/RegistryPolicyPacksGroup.ts"
import { RegistryPacks } from "./RegistryPacks.ts"
import { RegistryPublish } from "./RegistryPublish.ts"

/** Since when the GET of the list is deprecated, as the header wants it (RFC 9745): 1 January 2026. */
const DEPRECATION = "@1767225600"

export const RegistryPacksHandlers = handlerGroup(
  BaseApi.add(RegistryPolicyPacksGroup),
  "registryPolicyPacks",
  Effect.fnUntraced(function* (handlers) {
    const packs = yield* RegistryPacks
    const publish = yield* RegistryPublish
    return handlers.handleAll({
      listDeprecated: Effect.fnUntraced(function* ({ query: { continuationToken, ...request } }) {
        const page = yield* packs.list(yield* Caller, request, continuationToken)
        return HttpServerResponse.jsonUnsafe(page, { headers: { deprecation: DEPRECATION } })
      }),
      list: Effect.fnUntraced(function* ({ payload, query }) {
        return yield* packs.list(yield* Caller, payload ?? {}, query.continuationToken)
      }),
      removePack: Effect.fnUntraced(function* ({ params }) {
        yield* packs.removePack(yield* CurrentPrincipal, params)
      }),
      versions: Effect.fnUntraced(function* ({ params, query }) {
        return yield* packs.versions(yield* Caller, params, query.continuationToken)
      }),
      start: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* publish.start(yield* CurrentPrincipal, params, payload)
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        const body = yield* packs.get(yield* Caller, params)
        return HttpServerResponse.text(body, { contentType: "application/json" })
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* packs.remove(yield* CurrentPrincipal, params)
      }),
      complete: Effect.fnUntraced(function* ({ params, payload }) {
        yield* publish.complete(yield* CurrentPrincipal, params, payload.operationID)
        return {}
      })
    })
  })
)
