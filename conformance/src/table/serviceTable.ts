/** The operations of services, by hand from the specification (Spec B, Services; open points, section 6). */
import type { Operation } from "./Operation.ts"
import * as shape from "./Shape.ts"

const { arrayOf, mapOf, nullable, optional, record, required } = shape

const member = record("ServiceMember", {
  type: required(shape.string),
  name: required(shape.string),
  avatarUrl: required(shape.string)
})

const property = record("ServiceProperty", {
  key: required(shape.string),
  value: required(shape.string),
  type: required(shape.string),
  order: required(shape.integer)
})

const service = record("Service", {
  organizationName: required(shape.string),
  owner: required(member),
  name: required(shape.string),
  description: required(shape.string),
  created: optional(shape.timestamp),
  members: required(arrayOf(member)),
  itemCountSummary: required(mapOf(shape.count)),
  properties: required(arrayOf(property))
})

const item = record("ServiceItem", {
  organizationName: required(shape.string),
  type: required(shape.string),
  name: required(shape.string),
  version: optional(shape.string),
  created: required(shape.timestamp),
  lastUpdate: optional(
    record("ServiceItemUpdate", {
      timestamp: required(shape.timestamp),
      message: required(shape.string),
      success: optional(shape.boolean)
    })
  ),
  addedByUser: optional(member),
  cloudCount: required(shape.count)
})

const addedItem = record("AddServiceItem", { type: required(shape.string), name: required(shape.string) })

const added = record("AddServiceItems", { items: required(arrayOf(addedItem)) })

const withItems = record("ServiceWithItems", {
  service: required(service),
  items: required(arrayOf(item)),
  // Absent or null means no more results (Part A, Endpoints); of the list of services it is said that it is absent.
  continuationToken: nullable(shape.string)
})

const open = (of: shape.Shape) => ({ shape: of, closed: false })
const closed = (of: shape.Shape) => ({ shape: of, closed: true })

const page = { continuationToken: open(shape.string), maxResults: closed(shape.integer) }

const common = { profile: "admin/services", group: "services", access: "credential", query: {} } as const

const SERVICES = "/api/orgs/{orgName}/services"
const SERVICE = `${SERVICES}/{ownerType}/{ownerName}/{serviceName}`
const ITEM = "{itemType}/{itemName}"

/** HEAD is asked for by its rules: where this table is compared, HEAD counts as GET. */
export const serviceTable: ReadonlyArray<Operation> = [
  {
    ...common,
    id: "services.list",
    method: "GET",
    path: SERVICES,
    query: page,
    success: {
      status: 200,
      body: record("ServiceList", { services: required(arrayOf(service)), continuationToken: optional(shape.string) })
    },
    refusals: []
  },
  {
    ...common,
    id: "services.create",
    method: "POST",
    path: SERVICES,
    body: record("NewService", {
      ownerType: required(shape.string),
      ownerName: required(shape.string),
      name: required(shape.string),
      description: required(shape.string),
      items: required(arrayOf(addedItem)),
      properties: required(arrayOf(property))
    }),
    success: { status: 200, body: service },
    refusals: [400, 404, 409]
  },
  {
    ...common,
    id: "services.get",
    method: "GET",
    path: SERVICE,
    query: page,
    success: { status: 200, body: withItems },
    refusals: [404]
  },
  {
    ...common,
    id: "services.update",
    method: "PATCH",
    path: SERVICE,
    body: record("ServiceChange", {
      name: optional(shape.string),
      description: optional(shape.string),
      properties: optional(arrayOf(property)),
      members: optional(
        arrayOf(record("ServiceMemberRef", { type: required(shape.string), name: required(shape.string) }))
      )
    }),
    success: { status: 200, body: service },
    refusals: [400, 404, 409]
  },
  {
    ...common,
    id: "services.delete",
    method: "DELETE",
    path: SERVICE,
    query: { force: closed(shape.boolean) },
    success: { status: 204 },
    refusals: [400, 404, 412]
  },
  {
    ...common,
    id: "services.addItemsDeprecated",
    method: "POST",
    path: `${SERVICE}/items`,
    query: { maxResults: page.maxResults },
    body: added,
    success: { status: 200, body: withItems },
    refusals: [400]
  },
  {
    ...common,
    id: "services.removeItemDeprecated",
    method: "DELETE",
    path: `${SERVICE}/items/${ITEM}`,
    query: { maxResults: page.maxResults },
    success: { status: 200, body: withItems },
    refusals: [400]
  },
  {
    ...common,
    id: "services.addItems",
    method: "POST",
    path: `${SERVICE}/v2/items`,
    body: added,
    success: { status: 204 },
    refusals: [400]
  },
  {
    ...common,
    id: "services.removeItem",
    method: "DELETE",
    path: `${SERVICE}/v2/items/${ITEM}`,
    success: { status: 204 },
    refusals: [400]
  }
]
