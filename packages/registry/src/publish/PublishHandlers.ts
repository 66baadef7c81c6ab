/** Takes the requests of the publish group apart and hands them on. */
import { BaseApi } from "@platform-control/core/ApiId"
import { CurrentPrincipal } from "@platform-control/core/Authorization"
import { handlerGroup } from "@platform-control/core/handlerGroup"
import { Effect } from "effect"
import { PublishGroup } from "../contract/PublishGroup.ts"
import { Publish } from "./Publish.ts"

export const PublishHandlers = handlerGroup(
  BaseApi.add(PublishGroup),
  "publish",
  Effect.fnUntraced(function* (handlers) {
    const publish = yield* Publish
    return handlers.handleAll({
      start: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* publish.start(yield* CurrentPrincipal, params, payload)
      }),
      complete: Effect.fnUntraced(function* ({ params, payload }) {
        yield* publish.complete(yield* CurrentPrincipal, params, payload.operationID)
        return {}
      })
    })
  })
)
