/** Takes the requests of the policy packs group apart and hands them on. */
import { BaseApi } from "@platform-control/core/ApiId"
import { CurrentPrincipal } from "@platform-control/core/Authorization"
import { handlerGroup } from "@platform-control/core/handlerGroup"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { PolicyPacksGroup } from "../contract/PolicyPacksGroup.ts"
import { RegistryPacks } from "../registry/RegistryPacks.ts"
import { Packs } from "./Packs.ts"

const JSON_TYPE = "application/json"

const named = (params: { readonly orgName: string; readonly policyPackName: string }) => ({
  organization: params.orgName,
  name: params.policyPackName
})

const toResponse = (body: string) => HttpServerResponse.text(body, { contentType: JSON_TYPE })

export const PacksHandlers = handlerGroup(
  BaseApi.add(PolicyPacksGroup),
  "policyPacks",
  Effect.fnUntraced(function* (handlers) {
    const packs = yield* Packs
    const registry = yield* RegistryPacks
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query }) {
        return { policyPacks: yield* packs.list(params.orgName, query.policypack) }
      }),
      create: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* packs.create(yield* CurrentPrincipal, params.orgName, payload)
      }),
      removePack: ({ params }) => packs.removePack(named(params)),
      get: ({ params }) => Effect.map(packs.get(named(params), params.version), toResponse),
      remove: ({ params }) => packs.remove(named(params), params.version),
      complete: ({ params }) => packs.complete(named(params), params.version),
      schema: ({ params }) => Effect.map(packs.schema(named(params), params.version), toResponse),
      registryGet: Effect.fnUntraced(function* ({ params, query }) {
        return { policyPack: yield* registry.ofOrganization(yield* CurrentPrincipal, named(params), query.tag) }
      })
    })
  })
)
