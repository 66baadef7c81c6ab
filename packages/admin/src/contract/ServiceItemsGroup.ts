/** The items of services, as said on the wire, in both generations (Spec B, Services, rows 7 to 10). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "@platform-control/core/Authorization"
import { BadRequest, Forbidden, NotFound } from "@platform-control/core/Errors"
import { Needs, needs, OrganizationDoor } from "@platform-control/core/Needs"
import { RequestErrors } from "@platform-control/core/RequestErrors"
import { ServiceWithItems } from "./Service.ts"
import {
  AddServiceItems,
  FirstPageQuery,
  SERVICE_PATH,
  ServiceItemName,
  ServiceItemPath,
  ServicePath
} from "./ServiceRequests.ts"

const DEPRECATED_PATH = `${SERVICE_PATH}/items` as const
const PATH = `${SERVICE_PATH}/v2/items` as const

const error = [BadRequest, Forbidden, NotFound] as const

const itemName = ServiceItemName.annotate({ description: "`project/name`, percent-encoded or with a raw slash." })

const named = { params: { ...ServiceItemPath, itemName }, error }

/**
 * To the router a parameter ends at a slash, and only a wildcard takes in a raw one. It is read by the handler: a refusal
 * names the item, and no star. Without one the path ends before the name.
 */
const namedRaw = { params: { ...ServiceItemPath, "*": Schema.optionalKey(Schema.String) }, error }

const answersService = { query: FirstPageQuery, success: ServiceWithItems }

const add = HttpApiEndpoint.post("add", PATH, {
  params: ServicePath,
  payload: AddServiceItems,
  success: HttpApiSchema.NoContent,
  error
}).annotateMerge(
  OpenApi.annotations({
    summary: "Attach items to a service",
    description: "All of them or none. An item that is attached already stays as it is."
  })
)

const remove = HttpApiEndpoint.delete("remove", `${PATH}/:itemType/:itemName`, {
  ...named,
  success: HttpApiSchema.NoContent
}).annotateMerge(
  OpenApi.annotations({
    summary: "Detach an item from a service",
    description: "Succeeds without an effect where the item is not attached."
  })
)

const removeByRawName = HttpApiEndpoint.delete("removeByRawName", `${PATH}/:itemType/*`, {
  ...namedRaw,
  success: HttpApiSchema.NoContent
}).annotate(OpenApi.Exclude, true)

const addDeprecated = HttpApiEndpoint.post("addDeprecated", DEPRECATED_PATH, {
  params: ServicePath,
  payload: AddServiceItems,
  ...answersService,
  error
}).annotateMerge(
  OpenApi.annotations({
    deprecated: true,
    summary: "Attach items to a service (use v2)",
    description: "Answers with the first page of all items, and with a `Deprecation` header."
  })
)

const removeDeprecated = HttpApiEndpoint.delete("removeDeprecated", `${DEPRECATED_PATH}/:itemType/:itemName`, {
  ...named,
  ...answersService
}).annotateMerge(
  OpenApi.annotations({
    deprecated: true,
    summary: "Detach an item from a service (use v2)",
    description: "Answers with the first page of the items that stay, and with a `Deprecation` header."
  })
)

const removeDeprecatedByRawName = HttpApiEndpoint.delete(
  "removeDeprecatedByRawName",
  `${DEPRECATED_PATH}/:itemType/*`,
  { ...namedRaw, ...answersService }
).annotate(OpenApi.Exclude, true)

/** The operations on what is attached to a service. */
export class ServiceItemsGroup extends HttpApiGroup.make("serviceItems")
  .add(add, remove, removeByRawName, addDeprecated, removeDeprecated, removeDeprecatedByRawName)
  .annotateEndpoints(Needs, needs.organization("ServicesWrite"))
  .middleware(RequestErrors)
  .middleware(OrganizationDoor)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({ title: "Service items", description: "The stacks and environments that a service is for." })
  ) {}
