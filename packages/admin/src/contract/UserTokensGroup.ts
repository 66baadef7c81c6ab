/** The access tokens of the caller, as said on the wire (Spec B, Access tokens). */
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "@platform-control/core/Authorization"
import { BadRequest, NotFound } from "@platform-control/core/Errors"
import { PathName } from "@platform-control/core/Names"
import { Needs, needs, UserDoor } from "@platform-control/core/Needs"
import { RequestErrors } from "@platform-control/core/RequestErrors"
import { AccessTokenList, CreatedAccessToken } from "./AccessToken.ts"
import { NewPersonalAccessToken, ReasonQuery, UserTokensQuery } from "./TokenRequests.ts"

const PATH = "/api/user/tokens"

const list = HttpApiEndpoint.get("list", PATH, {
  query: UserTokensQuery,
  success: AccessTokenList,
  error: BadRequest
})
  .annotate(Needs, needs.user)
  .annotateMerge(
    OpenApi.annotations({
      summary: "List the caller's access tokens",
      description: "Personal and refresh tokens, except those that were only exchanged. Values are never returned."
    })
  )

const create = HttpApiEndpoint.post("create", PATH, {
  query: ReasonQuery,
  payload: NewPersonalAccessToken,
  success: CreatedAccessToken,
  error: BadRequest
})
  .annotate(Needs, needs.person)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Create a personal access token",
      description: "It reaches everything that the caller does."
    })
  )

const remove = HttpApiEndpoint.delete("delete", `${PATH}/:tokenId`, {
  params: { tokenId: PathName },
  success: HttpApiSchema.NoContent,
  error: NotFound
})
  .annotate(Needs, needs.person)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Revoke one of the caller's access tokens",
      description:
        "Of any kind, at once, on every server, and for ever; with a refresh token all that it was exchanged for."
    })
  )

/** The operations on the caller's own tokens. */
export class UserTokensGroup extends HttpApiGroup.make("userTokens")
  .add(list, create, remove)
  .middleware(RequestErrors)
  .middleware(UserDoor)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Personal tokens", description: "The caller's own credentials." })) {}
