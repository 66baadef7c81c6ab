/** The operation with which clients sign in, by hand from the specification (Spec B, User; open points, section 6). */
import type { Operation } from "./Operation.ts"
import * as shape from "./Shape.ts"

const { arrayOf, oneOf, optional, record, required } = shape

const organization = record("OrganizationSummaryWithRole", {
  name: required(shape.string),
  scmLogin: required(shape.string),
  avatarUrl: required(shape.string),
  email: optional(shape.string),
  role: required(oneOf("none", "member", "admin", "potential-member", "stack-collaborator", "billing-manager"))
})

const tokenInfo = record("TokenInfo", {
  name: required(shape.string),
  organization: required(shape.string),
  team: required(shape.string)
})

const user = record("User", {
  id: required(shape.string),
  scmLogin: required(shape.string),
  name: required(shape.string),
  email: required(shape.string),
  avatarUrl: required(shape.string),
  organizations: required(arrayOf(organization)),
  potentialOrganizations: optional(arrayOf(organization)),
  identities: required(arrayOf(shape.string)),
  siteAdmin: optional(shape.boolean),
  registryAdmin: optional(shape.boolean),
  tokenInfo: optional(tokenInfo),
  hasMFA: required(shape.boolean),
  isOrgManaged: required(shape.boolean),
  isManagedByMultiOrg: required(shape.boolean),
  isAgent: optional(shape.boolean)
})

export const userTable: ReadonlyArray<Operation> = [
  {
    id: "user.get",
    method: "GET",
    path: "/api/user",
    profile: "core",
    group: "user",
    access: "credential",
    query: {},
    success: { status: 200, body: user },
    refusals: []
  }
]
