/** What a caller can ask about themselves. */
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "@platform-control/core/Authorization"
import { Needs, needs } from "@platform-control/core/Needs"
import { RequestErrors } from "@platform-control/core/RequestErrors"
import { User } from "./User.ts"

/** Clients sign in with `get`: it succeeds with every valid credential (open points, section 6). */
export const UserGroup = HttpApiGroup.make("user")
  .add(
    HttpApiEndpoint.get("get", "/api/user", { success: User })
      .annotate(Needs, needs.token)
      .annotateMerge(OpenApi.annotations({ summary: "The caller, with the organizations they belong to" }))
  )
  .middleware(RequestErrors)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "User", description: "Who the caller is." }))
