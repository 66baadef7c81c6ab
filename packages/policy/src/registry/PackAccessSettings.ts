/** What organizations say of packs: which public ones they add, and which ones they deny. Set by the administration command. */
import { Audit } from "@platform-control/core/Audit"
import { type BadRequest, Conflict, type NotFound } from "@platform-control/core/Errors"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { PolicyOrganizations } from "../PolicyOrganizations.ts"
import { invalid, organizationNotFound, packNotFound } from "../refusals.ts"
import { lockPack } from "../store/lockPack.ts"
import { type PackName, packRows, packText } from "../store/PackRows.ts"
import { accessLevel, type AccessState } from "./access.ts"
import { accessRepository } from "./AccessRepository.ts"

const inUse = (organization: string, pack: PackName): Conflict =>
  new Conflict({
    message: `Policy groups of ${organization} use ${packText(pack)}: take it out of them first`,
    errors: [{ resource: "policyPack", errorType: "custom", customMessage: "Used by policy groups" }]
  })

const notPublic = (pack: PackName): BadRequest =>
  invalid([
    {
      resource: "policyPack",
      errorType: "invalid",
      customMessage: `${packText(pack)} is no public pack of another organization, so there is nothing to add`
    }
  ])

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const organizations = yield* PolicyOrganizations
  const rows = yield* packRows
  const repository = yield* accessRepository

  const find = Effect.fnUntraced(function* (organization: string, pack: PackName) {
    const found = yield* rows.findPack(pack)
    // A private pack of another organization is not revealed.
    if (Option.isNone(found) || (found.value.visibility === "private" && pack.organization !== organization))
      return yield* packNotFound(packText(pack))
    return found.value
  })

  const set = Effect.fnUntraced(function* (organization: string, name: PackName, state: AccessState | undefined) {
    if (!(yield* organizations.hold(organization))) return yield* organizationNotFound(organization)
    yield* lockPack(sql, name)
    const pack = yield* find(organization, name)
    if (state === "added" && (pack.visibility !== "public" || pack.organization === organization))
      return yield* notPublic(name)
    const stays = accessLevel([organization], pack, new Map(state === undefined ? [] : [[organization, state]]))
    if (stays === "deny" && (yield* repository.uses(organization, pack.id))) return yield* inUse(organization, name)
    yield* repository.set(organization, pack, state)
    const verb = state === undefined ? "reset" : state === "added" ? "add" : "deny"
    yield* audit.record({ action: `policy-pack-access.${verb}`, target: packText(name), organization })
  })

  return PackAccessSettings.of({
    set: (organization, pack, state) =>
      Effect.catchIf(sql.withTransaction(set(organization, pack, state)), SqlError.isSqlError, (error) =>
        Effect.die(error)
      ) as Effect.Effect<void, BadRequest | Conflict | NotFound>,
    require: Effect.fnUntraced(function* (organization, name) {
      const pack = yield* find(organization, name)
      const states = yield* repository.states([pack.id], [organization])
      if (accessLevel([organization], pack, states.get(pack.id) ?? new Map()) === "deny")
        return yield* packNotFound(packText(name))
    })
  })
})

export class PackAccessSettings extends Context.Service<
  PackAccessSettings,
  {
    /**
     * Adds a public pack, denies a pack, or (undefined) forgets what was said of it. 400 for adding what is not public or
     * one's own, 404, 409 when groups of the organization use the pack and it would be denied.
     */
    readonly set: (
      organization: string,
      pack: PackName,
      state: AccessState | undefined
    ) => Effect.Effect<void, BadRequest | Conflict | NotFound>
    /** 404 unless the organization may use the pack: made or added it, and has not denied it. */
    readonly require: (organization: string, pack: PackName) => Effect.Effect<void, NotFound>
  }
>()("platform-control/policy/registry/PackAccessSettings") {
  static readonly layerNoDeps: Layer.Layer<PackAccessSettings, never, SqlClient.SqlClient> = Layer.effect(
    PackAccessSettings,
    make
  )
}
