/** Services, as said on the wire (Spec B, Services, rows 1 to 6). */
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "@platform-control/core/Authorization"
import { BadRequest, Conflict, Forbidden, NotFound, PreconditionFailed } from "@platform-control/core/Errors"
import { Needs, needs, OrganizationDoor } from "@platform-control/core/Needs"
import { RequestErrors } from "@platform-control/core/RequestErrors"
import { Service, ServiceList, ServiceWithItems } from "./Service.ts"
import {
  NewService,
  RemoveServiceQuery,
  SERVICE_PATH,
  ServiceChange,
  ServicePageQuery,
  ServicePath,
  SERVICES_PATH,
  ServicesPath
} from "./ServiceRequests.ts"

const list = HttpApiEndpoint.get("list", SERVICES_PATH, {
  params: ServicesPath,
  query: ServicePageQuery,
  success: ServiceList,
  error: [BadRequest, NotFound]
})
  .annotate(Needs, needs.organization("ServicesRead"))
  .annotateMerge(OpenApi.annotations({ summary: "List services", description: "In the order of their names." }))

const create = HttpApiEndpoint.post("create", SERVICES_PATH, {
  params: ServicesPath,
  payload: NewService,
  success: Service,
  error: [BadRequest, Forbidden, NotFound, Conflict]
})
  .annotate(Needs, needs.organization("ServicesWrite"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Create a service",
      description:
        "Owned by the caller or by one of their teams; administrators may name any member or team as the owner. The name is unique within the organization."
    })
  )

const get = HttpApiEndpoint.get("get", SERVICE_PATH, {
  params: ServicePath,
  query: ServicePageQuery,
  success: ServiceWithItems,
  error: [BadRequest, NotFound]
})
  .annotate(Needs, needs.organization("ServicesRead"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Read a service and a page of its items",
      description: "Items in the order of type and name, as far as the caller may see them."
    })
  )

const exists = HttpApiEndpoint.head("exists", SERVICE_PATH, {
  params: ServicePath,
  success: HttpApiSchema.NoContent,
  error: NotFound
})
  .annotate(Needs, needs.organization("ServicesRead"))
  .annotateMerge(OpenApi.annotations({ summary: "Ask whether a service exists" }))

const update = HttpApiEndpoint.patch("update", SERVICE_PATH, {
  params: ServicePath,
  payload: ServiceChange,
  success: Service,
  error: [BadRequest, Forbidden, NotFound, Conflict]
})
  .annotate(Needs, needs.organization("ServicesWrite"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Change a service",
      description:
        "All of it or nothing. Members may change description and properties; a new name, under which the service then stands, and other members take its owner or an administrator."
    })
  )

const remove = HttpApiEndpoint.delete("delete", SERVICE_PATH, {
  params: ServicePath,
  query: RemoveServiceQuery,
  success: HttpApiSchema.NoContent,
  error: [BadRequest, Forbidden, NotFound, PreconditionFailed]
})
  .annotate(Needs, needs.organization("ServicesWrite"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Delete a service",
      description:
        "With its access tokens, which stop working at once, and what they were permitted. 412 names the members besides the owner; `force=true` deletes it all the same."
    })
  )

/** The operations on services. */
export class ServicesGroup extends HttpApiGroup.make("services")
  .add(list, create, get, exists, update, remove)
  .middleware(RequestErrors)
  .middleware(OrganizationDoor)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Services",
      description: "Service accounts: owned by a user or a team, with access tokens of their own."
    })
  ) {}
