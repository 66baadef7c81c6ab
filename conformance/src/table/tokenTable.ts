/** The operations of access tokens, by hand from the specification (Spec B, Access tokens; open points, section 6). */
import type { Operation } from "./Operation.ts"
import * as shape from "./Shape.ts"

const { arrayOf, nullable, oneOf, optional, record, required } = shape

const role = record("AccessTokenRole", {
  id: required(shape.string),
  name: required(shape.string),
  defaultIdentifier: required(shape.string)
})

const token = record("AccessToken", {
  id: required(shape.string),
  name: required(shape.string),
  description: required(shape.string),
  created: required(shape.timestamp),
  lastUsed: required(shape.count),
  expires: required(shape.count),
  admin: required(shape.boolean),
  createdBy: required(shape.string),
  role: optional(role),
  type: optional(oneOf("personal", "refresh", "organization", "team"))
})

const list = record("AccessTokenList", { tokens: required(arrayOf(token)), continuationToken: nullable(shape.string) })

const created = record("CreatedAccessToken", { id: required(shape.string), tokenValue: required(shape.string) })

const open = (of: shape.Shape) => ({ shape: of, closed: false })
const closed = (of: shape.Shape) => ({ shape: of, closed: true })

const query = { filter: open(shape.string), continuationToken: open(shape.string), maxResults: closed(shape.integer) }

const common = { profile: "admin/tokens", access: "credential", query: {} } as const

const ORGANIZATION = "/api/orgs/{orgName}/tokens"
const USER = "/api/user/tokens"

/** Two fields that the specification lists as required may be absent by the open points; rules record it. */
export const tokenTable: ReadonlyArray<Operation> = [
  {
    ...common,
    id: "organizationTokens.list",
    group: "organizationTokens",
    method: "GET",
    path: ORGANIZATION,
    query,
    success: { status: 200, body: list },
    refusals: []
  },
  {
    ...common,
    id: "organizationTokens.create",
    group: "organizationTokens",
    method: "POST",
    path: ORGANIZATION,
    query: { reason: open(shape.string) },
    body: record("NewOrganizationAccessToken", {
      description: required(shape.string),
      name: required(shape.string),
      admin: optional(shape.boolean),
      expires: optional(shape.integer),
      roleID: optional(shape.string)
    }),
    success: { status: 200, body: created },
    refusals: [409]
  },
  {
    ...common,
    id: "organizationTokens.delete",
    group: "organizationTokens",
    method: "DELETE",
    path: `${ORGANIZATION}/{tokenId}`,
    success: { status: 204 },
    refusals: [404]
  },
  {
    ...common,
    id: "userTokens.list",
    group: "userTokens",
    method: "GET",
    path: USER,
    query,
    success: { status: 200, body: list },
    refusals: []
  },
  {
    ...common,
    id: "userTokens.create",
    group: "userTokens",
    method: "POST",
    path: USER,
    query: { reason: open(shape.string) },
    body: record("NewPersonalAccessToken", { description: required(shape.string), expires: optional(shape.integer) }),
    success: { status: 200, body: created },
    refusals: []
  },
  {
    ...common,
    id: "userTokens.delete",
    group: "userTokens",
    method: "DELETE",
    path: `${USER}/{tokenId}`,
    success: { status: 204 },
    refusals: [404]
  }
]
