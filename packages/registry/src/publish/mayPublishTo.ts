/** The checks that stand before every publishing operation, in their order: source, publisher, permission. */
import type { Principal } from "@platform-control/core/Authorization"
import type { Forbidden, NotFound } from "@platform-control/core/Errors"
import { maySeePrivate, mayPublish, missingPermission, type PackageSource } from "@platform-control/core/Permissions"
import { Effect, Option } from "effect"
import { isSource } from "../packages/PackageId.ts"
import type { Publisher, Publishers } from "../Publishers.ts"
import { publisherNotFound, sourceNotFound } from "./refusals.ts"

/** A source and publisher under which the caller may publish. */
export interface PublishTarget {
  readonly source: PackageSource
  readonly publisher: Publisher
}

/**
 * 404 for a source outside the three, for an unknown publisher, and for private packages of an organization that the
 * caller can't see; 403 without RegistryPublish, which for the public sources only a registry administrator has.
 */
export const mayPublishTo = Effect.fnUntraced(function* (
  publishers: Publishers,
  principal: Principal,
  path: { readonly source: string; readonly publisher: string }
): Effect.fn.Return<PublishTarget, Forbidden | NotFound> {
  const { source } = path
  if (!isSource(source)) return yield* sourceNotFound(source)
  const publisher = yield* publishers.find(path.publisher)
  if (Option.isNone(publisher)) return yield* publisherNotFound(path.publisher)
  const { name } = publisher.value
  if (source === "private" && !maySeePrivate(principal, name)) return yield* publisherNotFound(path.publisher)
  if (!mayPublish(principal, source, name)) return yield* missingPermission("RegistryPublish", name)
  return { source, publisher: publisher.value }
})
