/** The rules of reading and deleting policy packs in the registry. Knows no HTTP and no SQL. */
import type { CallerValue, Principal } from "@platform-control/core/Authorization"
import type { BadRequest, Conflict, Forbidden, NotFound } from "@platform-control/core/Errors"
import { PageTokens } from "@platform-control/core/PageTokens"
import { Context, Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import type { RegistryPolicyPack, RegistryPolicyPackList } from "../contract/PolicyPack.ts"
import { PACK_PAGE_SIZE, type PackListRequest } from "../contract/RegistryPolicyPacksGroup.ts"
import { withPolicies } from "../packs/versionJson.ts"
import { PolicyOrganizations } from "../PolicyOrganizations.ts"
import { packNotFound, versionNotFound } from "../refusals.ts"
import { type PackName, type PackRow, packRows, packText } from "../store/PackRows.ts"
import { Removals } from "../store/Removals.ts"
import { LATEST, versionName } from "../store/versionText.ts"
import { accessLevel, latestRegistryPack, maySee, registryPack, viewersOf } from "./access.ts"
import { accessRepository } from "./AccessRepository.ts"
import { mayChange, type RegistryPath, SOURCE } from "./mayChange.ts"

const PACK_LIST = "policy-packs"
const VERSION_LIST = "policy-pack-versions"

/** Everything that decides what a list shows, in one short text; a continuation token holds for this text only. */
const listShape = (request: Required<Pick<PackListRequest, "access">> & PackListRequest): string =>
  createHash("sha256")
    .update(JSON.stringify([request.access, request.orgLogin ?? null, request.ids ?? null]))
    .digest("base64url")

const make = Effect.gen(function* () {
  const tokens = yield* PageTokens
  const organizations = yield* PolicyOrganizations
  const rows = yield* packRows
  const access = yield* accessRepository
  const removals = yield* Removals

  const levelOf = Effect.fnUntraced(function* (caller: CallerValue, pack: PackRow) {
    const own = viewersOf(caller, pack.organization)
    const viewers = [...new Set([...own, ...viewersOf(caller, undefined)])]
    const states = yield* access.states([pack.id], viewers)
    return accessLevel(viewers, pack, states.get(pack.id) ?? new Map())
  })

  const list = Effect.fnUntraced(function* (caller: CallerValue, sent: PackListRequest, token: string | undefined) {
    const request = { ...sent, access: sent.access ?? "enabled" } as const
    const shape = listShape(request)
    const after = token === undefined ? undefined : yield* Effect.fromResult(tokens.open(PACK_LIST, shape, token))
    const viewers = viewersOf(caller, request.orgLogin)
    const filter = { access: request.access, viewers, ids: request.ids }
    const found = yield* access.page(filter, { after, limit: PACK_PAGE_SIZE + 1 })
    const page = found.slice(0, PACK_PAGE_SIZE)
    const states = yield* access.states(
      page.map(({ id }) => id),
      viewers
    )
    const last = found.length > PACK_PAGE_SIZE ? page.at(-1) : undefined
    return {
      policyPacks: page.flatMap(
        (pack) => latestRegistryPack(pack, accessLevel(viewers, pack, states.get(pack.id) ?? new Map())) ?? []
      ),
      ...(last === undefined
        ? {}
        : { continuationToken: tokens.seal(PACK_LIST, shape, [last.name, last.organization]) })
    }
  })

  const visible = Effect.fnUntraced(function* (caller: CallerValue, { name, publisher, source }: RegistryPath) {
    const found = source === SOURCE ? yield* rows.findPack({ organization: publisher, name }) : Option.none()
    if (Option.isNone(found) || found.value.latest_number === null || !maySee(caller, found.value))
      return yield* packNotFound(`${publisher}/${name}`)
    return found.value
  })

  const versions = Effect.fnUntraced(function* (caller: CallerValue, path: RegistryPath, token: string | undefined) {
    const pack = yield* visible(caller, path)
    const after = token === undefined ? undefined : yield* Effect.fromResult(tokens.open(VERSION_LIST, pack.id, token))
    const below = Number(after?.[0] ?? Number.MAX_SAFE_INTEGER)
    const found = yield* rows.completeVersions(pack.id, below, PACK_PAGE_SIZE + 1)
    const page = found.slice(0, PACK_PAGE_SIZE)
    const level = yield* levelOf(caller, pack)
    const last = found.length > PACK_PAGE_SIZE ? page.at(-1) : undefined
    return {
      policyPacks: page.map((version) => registryPack(pack, { ...version, displayName: version.display_name }, level)),
      ...(last === undefined ? {} : { continuationToken: tokens.seal(VERSION_LIST, pack.id, [last.number]) })
    }
  })

  const complete = Effect.fnUntraced(function* (pack: PackName, text: string) {
    const found = yield* rows.findVersion(pack, text)
    if (Option.isNone(found) || found.value.completed_at === null) return yield* versionNotFound(packText(pack), text)
    return found.value
  })

  return RegistryPacks.of({
    list,
    versions,
    get: Effect.fnUntraced(function* (caller, path) {
      const pack = yield* visible(caller, path)
      const version = yield* complete(pack, path.version)
      const policies = yield* rows.policies(version)
      if (Option.isNone(policies)) return yield* versionNotFound(packText(pack), path.version)
      const shown = registryPack(pack, { ...version, displayName: version.display_name }, yield* levelOf(caller, pack))
      return `{"policyPack":${withPolicies(shown, policies.value)}}`
    }),
    ofOrganization: Effect.fnUntraced(function* (caller, name, tag = LATEST) {
      const found = yield* rows.findPack(name)
      if (Option.isNone(found)) return yield* packNotFound(packText(name))
      // A number names a version elsewhere, but it is no tag.
      if (versionName(tag)?._tag === "Number") return yield* versionNotFound(packText(name), tag)
      const version = yield* complete(name, tag)
      const level = yield* levelOf(caller, found.value)
      return registryPack(found.value, { ...version, displayName: version.display_name }, level)
    }),
    removePack: Effect.fn("RegistryPacks.removePack")(function* (principal, path) {
      yield* removals.removePack(yield* mayChange(organizations, principal, path))
    }),
    remove: Effect.fn("RegistryPacks.remove")(function* (principal, path) {
      yield* removals.removeVersion(yield* mayChange(organizations, principal, path), path.version)
    })
  })
})

export class RegistryPacks extends Context.Service<
  RegistryPacks,
  {
    /** One page of packs as they are seen from an organization; `enabled` ones where no access is named. */
    readonly list: (
      caller: CallerValue,
      request: PackListRequest,
      continuationToken: string | undefined
    ) => Effect.Effect<RegistryPolicyPackList, BadRequest>
    /** One page of a pack's complete versions, newest first; 404 also when the caller can't see the pack. */
    readonly versions: (
      caller: CallerValue,
      path: RegistryPath,
      continuationToken: string | undefined
    ) => Effect.Effect<RegistryPolicyPackList, BadRequest | NotFound>
    /** A complete version with its policies, as JSON. */
    readonly get: (
      caller: CallerValue,
      path: RegistryPath & { readonly version: string }
    ) => Effect.Effect<string, NotFound>
    /** An organization's pack by a version tag; the newest complete version without one. */
    readonly ofOrganization: (
      caller: CallerValue,
      pack: PackName,
      tag: string | undefined
    ) => Effect.Effect<RegistryPolicyPack, NotFound>
    readonly removePack: (
      principal: Principal,
      path: RegistryPath
    ) => Effect.Effect<void, BadRequest | Forbidden | NotFound>
    readonly remove: (
      principal: Principal,
      path: RegistryPath & { readonly version: string }
    ) => Effect.Effect<void, BadRequest | Conflict | Forbidden | NotFound>
  }
>()("platform-control/policy/registry/RegistryPacks") {
  static readonly layerNoDeps: Layer.Layer<RegistryPacks, never, PageTokens | Removals | SqlClient.SqlClient> =
    Layer.effect(RegistryPacks, make)
}
