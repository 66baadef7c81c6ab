/** The checks that stand before every change of a pack in the registry, in their order: source, publisher, permission. */
import type { Principal } from "@platform-control/core/Authorization"
import type { Forbidden, NotFound } from "@platform-control/core/Errors"
import { holds, maySeePrivate, missingPermission } from "@platform-control/core/Permissions"
import { Effect } from "effect"
import type { PolicyOrganizations } from "../PolicyOrganizations.ts"
import { publisherNotFound, sourceNotFound } from "../refusals.ts"
import type { PackName } from "../store/PackRows.ts"

/** A pack as the registry's paths name it; any texts. */
export interface RegistryPath {
  readonly source: string
  readonly publisher: string
  readonly name: string
}

/** Currently the only source of policy packs (Spec A, Policy packs, registry-scoped). */
export const SOURCE = "private"

/** 404 for another source, and for a publisher that there is not or that the caller can't see; 403 without RegistryPublish. */
export const mayChange = Effect.fnUntraced(function* (
  organizations: PolicyOrganizations,
  principal: Principal,
  path: RegistryPath
): Effect.fn.Return<PackName, Forbidden | NotFound> {
  const { name, publisher, source } = path
  if (source !== SOURCE) return yield* sourceNotFound(source)
  const visible = maySeePrivate(principal, publisher) && (yield* organizations.exists(publisher))
  if (!visible) return yield* publisherNotFound(publisher)
  if (!holds(principal, "RegistryPublish", publisher)) return yield* missingPermission("RegistryPublish", publisher)
  return { organization: publisher, name }
})
