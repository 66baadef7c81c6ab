/** What organizations may do with a pack (open points, section 5). Knows no SQL. */
import type { CallerValue } from "@platform-control/core/Authorization"
import { maySeePrivate } from "@platform-control/core/Permissions"
import { enforcementLevels } from "../contract/AppPolicy.ts"
import type { AccessLevel, RegistryPolicyPack } from "../contract/PolicyPack.ts"
import type { PackRow } from "../store/PackRows.ts"
import { registryVersion } from "../store/versionText.ts"

/** What an organization has said of a pack: of a public one that it uses it, of any that it must not be used. */
export type AccessState = "added" | "denied"

/** What the organizations from which a pack is seen have said of it, by organization. */
export type AccessStates = ReadonlyMap<string, AccessState>

const levelFor = (organization: string, pack: Pick<PackRow, "organization">, states: AccessStates): AccessLevel => {
  const state = states.get(organization)
  if (state === "denied") return "deny"
  if (organization === pack.organization) return "full"
  return state === "added" ? "view-only" : "deny"
}

/** The best that any of these organizations has. */
export const accessLevel = (
  viewers: ReadonlyArray<string>,
  pack: Pick<PackRow, "organization">,
  states: AccessStates
): AccessLevel => {
  const levels = new Set(viewers.map((viewer) => levelFor(viewer, pack, states)))
  return levels.has("full") ? "full" : levels.has("view-only") ? "view-only" : "deny"
}

/**
 * The organizations from which a caller sees packs: the one that was named, if the caller sees it, else all of the caller's
 * own. An organization that the caller can't see is as one that there is not.
 */
export const viewersOf = (caller: CallerValue, organization: string | undefined): ReadonlyArray<string> => {
  if (organization !== undefined) return maySeePrivate(caller, organization) ? [organization] : []
  if (caller._tag === "Anonymous") return []
  return [...caller.memberships.keys()].filter((name) => maySeePrivate(caller, name))
}

/** Public packs everybody sees, private ones those who see their publisher. */
export const maySee = (caller: CallerValue, pack: PackRow): boolean =>
  pack.visibility === "public" || maySeePrivate(caller, pack.organization)

/** A version of a pack as the registry shows it, without its policies. */
export const registryPack = (
  pack: Pick<PackRow, "id" | "name" | "organization">,
  version: { readonly number: number; readonly tag: string | null; readonly displayName: string },
  level: AccessLevel
): RegistryPolicyPack => ({
  id: pack.id,
  source: "private",
  publisher: pack.organization,
  name: pack.name,
  version: registryVersion(version),
  displayName: version.displayName,
  accessLevel: level,
  enforcementLevels: level === "deny" ? [] : enforcementLevels
})

/** The pack by its newest complete version; undefined when it has none. */
export const latestRegistryPack = (pack: PackRow, level: AccessLevel): RegistryPolicyPack | undefined =>
  pack.latest_number === null
    ? undefined
    : registryPack(
        pack,
        { number: pack.latest_number, tag: pack.latest_tag, displayName: pack.latest_display_name ?? "" },
        level
      )
