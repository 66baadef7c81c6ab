/** The one place that decides what a caller may do: roles, permissions, and who holds which. */
import { Effect } from "effect"
import type { CallerValue, Membership, Principal, Role, TeamRole } from "./Authorization.ts"
import { Forbidden, NotFound } from "./Errors.ts"

/** The sources under which packages are published (Spec A, What the service does). */
export type PackageSource = "platform" | "bridged" | "private"

/** Every role, with what it is called where people read it. Also the ids of the roles that `roleID` names. */
export const roles: Readonly<Record<Role, string>> = {
  member: "Member",
  admin: "Administrator",
  "billing-manager": "Billing manager",
  "stack-read": "Reads stacks",
  "stack-write": "Writes stacks",
  "stack-admin": "Administers stacks",
  "environment-read": "Reads environments",
  "environment-write": "Writes environments",
  "environment-admin": "Administers environments",
  "environment-open": "Opens environments",
  "insights-account-read": "Reads insights accounts",
  "insights-account-write": "Writes insights accounts",
  "insights-account-admin": "Administers insights accounts"
}

/** Whether a text is the id of a role; unlike `in` it is not fooled by `toString`. */
export const isRole = (text: string): text is Role => Object.hasOwn(roles, text)

interface Permitted {
  /** What it allows, for people. */
  readonly allows: string
  /** The roles that hold it besides `admin`, which holds all. */
  readonly roles: ReadonlyArray<Role> | "every role"
  /** Held by people only, and only with a token that reaches as far as they do. */
  readonly inPerson?: boolean
}

const worksWithServices: ReadonlyArray<Role> = [
  "member",
  "stack-read",
  "stack-write",
  "stack-admin",
  "environment-read",
  "environment-write",
  "environment-admin",
  "environment-open"
]

/** What can be allowed in one organization. A new permission is a line here; operations name it in `core/Needs`. */
export const permissions = {
  OrganizationRead: { allows: "see the organization and its private packages", roles: "every role" },
  RegistryPublish: { allows: "publish and delete packages and policy packs", roles: [] },
  TokensRead: { allows: "list the organization's access tokens", roles: [] },
  TokensManage: { allows: "create and revoke the organization's access tokens", roles: [], inPerson: true },
  ServicesRead: { allows: "see services and their items", roles: worksWithServices },
  ServicesWrite: {
    allows: "create services, and change those of one's own and of one's teams",
    roles: ["member", "stack-write", "stack-admin", "environment-write", "environment-admin"]
  },
  ServicesManage: { allows: "change and delete every service", roles: [] },
  StacksRead: { allows: "see the stacks of services", roles: ["member", "stack-read", "stack-write", "stack-admin"] },
  StacksWrite: {
    allows: "attach stacks to services and detach them",
    roles: ["member", "stack-write", "stack-admin"]
  },
  EnvironmentsRead: {
    allows: "see the environments of services",
    roles: ["member", "environment-read", "environment-write", "environment-admin", "environment-open"]
  },
  EnvironmentsWrite: {
    allows: "attach environments to services and detach them",
    roles: ["member", "environment-write", "environment-admin"]
  }
} as const satisfies Readonly<Record<string, Permitted>>

export type Permission = keyof typeof permissions

/** In the order of the documentation. */
export const permissionNames = Object.keys(permissions) as ReadonlyArray<Permission>

/** Whether a role alone holds a permission. */
export const roleHolds = (role: Role, permission: Permission): boolean => {
  const { roles: holders }: Permitted = permissions[permission]
  return role === "admin" || holders === "every role" || holders.includes(role)
}

const siteAdministrator: Membership = { role: "admin", grants: new Set(["RegistryPublish"]) }

/** The caller's standing in an organization; site administrators stand in every organization as administrators. */
export const membershipIn = (principal: Principal, organization: string): Membership | undefined =>
  principal.siteAdmin ? siteAdministrator : principal.memberships.get(organization)

/** Whether the caller is a person whose token reaches as far as they do. */
export const isInPerson = (principal: Principal): boolean => principal.userId !== undefined && !principal.delegated

const isGranted = ({ grants, role }: Membership, permission: Permission): boolean =>
  roleHolds(role, permission) || (permission === "RegistryPublish" && grants.has(permission))

/** Whether the caller holds a permission in an organization, which need not exist. */
export const holds = (principal: Principal, permission: Permission, organization: string): boolean => {
  const membership = membershipIn(principal, organization)
  const { inPerson = false }: Permitted = permissions[permission]
  return membership !== undefined && isGranted(membership, permission) && (!inPerson || isInPerson(principal))
}

/** RegistryPublish on a publisher, and for the public sources a registry administrator as well (open points, section 3). */
export const mayPublish = (principal: Principal, source: PackageSource, publisher: string): boolean =>
  holds(principal, "RegistryPublish", publisher) &&
  (source === "private" || principal.registryAdmin || principal.siteAdmin)

/** Whether the caller sees what is private to an organization. */
export const maySeePrivate = (caller: CallerValue, organization: string): boolean =>
  caller._tag === "Principal" && holds(caller, "OrganizationRead", organization)

/** The caller's role in a team of an organization; administrators of the organization administer its teams. */
export const teamRoleIn = (principal: Principal, organization: string, team: string): TeamRole | undefined => {
  const membership = membershipIn(principal, organization)
  return membership?.role === "admin" ? "admin" : membership?.teams?.get(team)
}

/** 403 that names what is missing. */
export const missingPermission = (permission: string, on: string): Forbidden =>
  new Forbidden({ message: `The permission ${permission} on ${on} is missing` })

/** 404 for an organization that does not exist, or that the caller can't see: the two are not told apart. */
export const organizationNotVisible = (organization: string): NotFound =>
  new NotFound({
    message: `Organization ${organization} not found`,
    errors: [{ resource: "organization", errorType: "not_found" }]
  })

/** The caller's membership, or 404: an organization that the caller can't see is not revealed (open points, section 1). */
export const requireMembership = (principal: Principal, organization: string): Effect.Effect<Membership, NotFound> => {
  const membership = membershipIn(principal, organization)
  return membership === undefined ? Effect.fail(organizationNotVisible(organization)) : Effect.succeed(membership)
}

/** 404 when the caller can't see the organization, 403 when they do and lack the permission there. */
export const requirePermission = (
  principal: Principal,
  permission: Permission,
  organization: string
): Effect.Effect<void, Forbidden | NotFound> => {
  if (holds(principal, permission, organization)) return Effect.void
  return Effect.andThen(
    requireMembership(principal, organization),
    Effect.fail(missingPermission(permission, organization))
  )
}
