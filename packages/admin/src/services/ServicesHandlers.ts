/** Takes the requests of the services group apart and hands them on. */
import { Effect, Layer } from "effect"
import { BaseApi } from "@platform-control/core/ApiId"
import { CurrentPrincipal } from "@platform-control/core/Authorization"
import { handlerGroup } from "@platform-control/core/handlerGroup"
import { ServicesGroup } from "../contract/ServicesGroup.ts"
import { ServiceReads } from "./ServiceReads.ts"
import { Services } from "./Services.ts"

export const ServicesHandlers = handlerGroup(
  BaseApi.add(ServicesGroup),
  "services",
  Effect.fnUntraced(function* (handlers) {
    const services = yield* Services
    const reads = yield* ServiceReads
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query }) {
        return yield* reads.list(yield* CurrentPrincipal, params.orgName, query)
      }),
      create: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* services.create(yield* CurrentPrincipal, params.orgName, payload)
      }),
      get: Effect.fnUntraced(function* ({ params, query }) {
        return yield* reads.get(yield* CurrentPrincipal, params, query)
      }),
      exists: ({ params }) => reads.require(params),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* services.update(yield* CurrentPrincipal, params, payload)
      }),
      delete: Effect.fnUntraced(function* ({ params, query }) {
        yield* services.remove(yield* CurrentPrincipal, params, { force: query.force ?? false })
      })
    })
  })
).pipe(Layer.provide([Services.layer, ServiceReads.layer]))
