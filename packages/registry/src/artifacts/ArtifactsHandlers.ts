/** Takes the requests of the artifacts group apart and hands them on. */
import { BaseApi } from "@platform-control/core/ApiId"
import { Caller } from "@platform-control/core/Authorization"
import { handlerGroup } from "@platform-control/core/handlerGroup"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { ArtifactsGroup } from "../contract/ArtifactsGroup.ts"
import { Artifacts } from "./Artifacts.ts"

export const ArtifactsHandlers = handlerGroup(
  BaseApi.add(ArtifactsGroup),
  "artifacts",
  Effect.fnUntraced(function* (handlers) {
    const artifacts = yield* Artifacts
    return handlers.handleAll({
      read: Effect.fnUntraced(function* ({ params }) {
        const { url } = yield* artifacts.place(yield* Caller, params)
        return HttpServerResponse.redirect(url, { status: 302, headers: { "cache-control": "no-store" } })
      })
    })
  })
)
