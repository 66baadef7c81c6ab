/** What a caller may do with services: whose each is, and which items the caller has a part in. Knows no storage. */
import type { Principal } from "@platform-control/core/Authorization"
import { holds, type Permission, teamRoleIn } from "@platform-control/core/Permissions"
import type { ServiceItemType, ServiceMemberType } from "../contract/index.ts"

/** `owner` may do everything, `member` may change what the service says of itself and its items. */
export type Standing = "owner" | "member" | "other"

/** A user or a team, as far as that decides who may act for it. */
export interface Somebody {
  readonly type: ServiceMemberType
  readonly name: string
  /** Null for a team, and for a user who is gone. */
  readonly userId: string | null
}

/** Whether the caller is that user or belongs to that team. */
export const isOrBelongsTo = (principal: Principal, organization: string, { name, type, userId }: Somebody): boolean =>
  type === "user"
    ? userId !== null && principal.userId === userId
    : teamRoleIn(principal, organization, name) !== undefined

/** The caller's part in a service; administrators have the owner's. */
export const standingIn = (
  principal: Principal,
  organization: string,
  owner: Somebody,
  members: ReadonlyArray<Somebody>
): Standing => {
  if (holds(principal, "ServicesManage", organization) || isOrBelongsTo(principal, organization, owner)) return "owner"
  return members.some((member) => isOrBelongsTo(principal, organization, member)) ? "member" : "other"
}

/** What it takes to see items of a type, and to attach and detach them. */
export const itemPermissions: Readonly<
  Record<ServiceItemType, { readonly read: Permission; readonly write: Permission }>
> = {
  stack: { read: "StacksRead", write: "StacksWrite" },
  environment: { read: "EnvironmentsRead", write: "EnvironmentsWrite" }
}

const itemTypes: ReadonlyArray<ServiceItemType> = ["environment", "stack"]

/** The types of items that the caller sees. */
export const visibleItemTypes = (principal: Principal, organization: string): ReadonlyArray<ServiceItemType> =>
  itemTypes.filter((type) => holds(principal, itemPermissions[type].read, organization))
