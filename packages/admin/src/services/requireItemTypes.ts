/** Whether the caller may attach or detach items of some types. Knows no storage. */
import { Effect } from "effect"
import type { Principal } from "@platform-control/core/Authorization"
import type { Forbidden } from "@platform-control/core/Errors"
import { holds } from "@platform-control/core/Permissions"
import type { AddServiceItem } from "../contract/index.ts"
import { itemTypeNotYours } from "./refusals.ts"
import { itemPermissions } from "./serviceRights.ts"

/** 403 that names the permission for the first type that the caller has no part in. */
export const requireItemTypes = (
  caller: Principal,
  organization: string,
  items: ReadonlyArray<Pick<AddServiceItem, "type">>
): Effect.Effect<void, Forbidden> => {
  const missing = items.find(({ type }) => !holds(caller, itemPermissions[type].write, organization))
  return missing === undefined
    ? Effect.void
    : Effect.fail(itemTypeNotYours(itemPermissions[missing.type].write, missing.type, organization))
}
