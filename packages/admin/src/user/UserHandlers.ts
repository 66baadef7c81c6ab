/** Takes the requests of the group "user" apart; the answers are made elsewhere. */
import { Effect, Layer } from "effect"
import { BaseApi } from "@platform-control/core/ApiId"
import { CurrentPrincipal } from "@platform-control/core/Authorization"
import { handlerGroup } from "@platform-control/core/handlerGroup"
import { UserGroup } from "../contract/UserGroup.ts"
import { CurrentUser } from "./CurrentUser.ts"

/** Needs the bodies of the doors in front of the group, besides a database. */
export const UserHandlers = handlerGroup(
  BaseApi.add(UserGroup),
  "user",
  Effect.fnUntraced(function* (handlers) {
    const currentUser = yield* CurrentUser
    return handlers.handleAll({ get: () => Effect.flatMap(CurrentPrincipal, currentUser.describe) })
  })
).pipe(Layer.provide(CurrentUser.layer))
