/** The access tokens of an organization, as said on the wire (Spec B, Access tokens). */
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "@platform-control/core/Authorization"
import { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import { PathName } from "@platform-control/core/Names"
import { Needs, needs, OrganizationDoor } from "@platform-control/core/Needs"
import { RequestErrors } from "@platform-control/core/RequestErrors"
import { AccessTokenList, CreatedAccessToken } from "./AccessToken.ts"
import { NewOrganizationAccessToken, OrganizationTokensQuery, ReasonQuery } from "./TokenRequests.ts"

const PATH = "/api/orgs/:orgName/tokens"

const params = { orgName: PathName }

const list = HttpApiEndpoint.get("list", PATH, {
  params,
  query: OrganizationTokensQuery,
  success: AccessTokenList,
  error: [BadRequest, NotFound]
})
  .annotate(Needs, needs.organization("TokensRead"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "List an organization's access tokens",
      description:
        "Its own tokens and those of its teams and runners, except those that were only exchanged. Values are never returned."
    })
  )

const create = HttpApiEndpoint.post("create", PATH, {
  params,
  query: ReasonQuery,
  payload: NewOrganizationAccessToken,
  success: CreatedAccessToken,
  error: [BadRequest, NotFound, Conflict]
})
  .annotate(Needs, needs.organization("TokensManage"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Create an organization's access token",
      description:
        "Takes an administrator's own personal token. The new token belongs to the organization and goes on working when people leave."
    })
  )

const remove = HttpApiEndpoint.delete("delete", `${PATH}/:tokenId`, {
  params: { ...params, tokenId: PathName },
  success: HttpApiSchema.NoContent,
  error: NotFound
})
  .annotate(Needs, needs.organization("TokensManage"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Revoke an organization's access token",
      description: "At once, on every server, and for ever. Its name stays taken."
    })
  )

/** The operations on an organization's tokens. */
export class OrganizationTokensGroup extends HttpApiGroup.make("organizationTokens")
  .add(list, create, remove)
  .middleware(RequestErrors)
  .middleware(OrganizationDoor)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Organization tokens",
      description: "Credentials for automation, which outlive people."
    })
  ) {}
