/**
 * The rules of policy groups: which packs and versions apply to an organization's stacks, how they are enforced and how
 * they are configured. Set by the administration command; knows no caller and no HTTP.
 */
import { Audit } from "@platform-control/core/Audit"
import type { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { AppPolicy } from "../contract/AppPolicy.ts"
import { PolicyGroupName } from "../contract/PolicyNames.ts"
import { PolicyOrganizations } from "../PolicyOrganizations.ts"
import { groupExists, groupNotFound, incomplete, invalid, organizationNotFound, versionNotFound } from "../refusals.ts"
import { PackAccessSettings } from "../registry/PackAccessSettings.ts"
import { lockPack } from "../store/lockPack.ts"
import { type PackName, packRows, packText } from "../store/PackRows.ts"
import { checkSettings, type GroupSettings } from "./groupSettings.ts"
import { type AppliedPack, type GroupName, groupsRepository } from "./GroupsRepository.ts"

export type { AppliedPack, GroupName } from "./GroupsRepository.ts"
export type { GroupSettings } from "./groupSettings.ts"

/** A group with what it applies. */
export interface PolicyGroup {
  readonly name: string
  readonly packs: ReadonlyArray<AppliedPack>
}

const isGroupName = Schema.is(PolicyGroupName)

const requireName = (group: string): Effect.Effect<void, BadRequest> =>
  isGroupName(group)
    ? Effect.void
    : Effect.fail(
        invalid([
          {
            resource: "policyGroup",
            attribute: "name",
            errorType: "invalid",
            customMessage: "Expected 1 to 100 of A-Z a-z 0-9 . _ -"
          }
        ])
      )

const groupText = ({ group, organization }: GroupName): string => `${organization}/${group}`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const organizations = yield* PolicyOrganizations
  const repository = yield* groupsRepository
  const rows = yield* packRows
  const access = yield* PackAccessSettings

  const transaction = <A, E>(effect: Effect.Effect<A, E | SqlError.SqlError>) =>
    Effect.catchIf(sql.withTransaction(effect), SqlError.isSqlError, (error) => Effect.die(error)) as Effect.Effect<
      A,
      E
    >

  const recorded = (verb: "apply" | "create" | "delete" | "withdraw", group: GroupName, pack?: string) =>
    audit.record({
      action: `policy-group.${verb}`,
      target: pack === undefined ? groupText(group) : `${groupText(group)}: ${pack}`,
      organization: group.organization
    })

  const requireOrganization = (name: string) =>
    Effect.flatMap(organizations.exists(name), (exists) => (exists ? Effect.void : organizationNotFound(name)))

  const create = Effect.fnUntraced(function* (group: GroupName) {
    if (!(yield* organizations.hold(group.organization))) return yield* organizationNotFound(group.organization)
    yield* requireName(group.group)
    if (!(yield* repository.insert(group, yield* Clock.currentTimeMillis))) return yield* groupExists(groupText(group))
    yield* recorded("create", group)
  })

  const remove = Effect.fnUntraced(function* (group: GroupName) {
    if (!(yield* repository.remove(group))) return yield* groupNotFound(groupText(group))
    yield* recorded("delete", group)
  })

  /** Outside of any transaction: what publishers wrote takes its time, and on SQLite all writers would wait for it. */
  const examine = Effect.fnUntraced(function* (pack: PackName, text: string, settings: GroupSettings) {
    const found = yield* rows.findVersion(pack, text)
    if (Option.isNone(found) || found.value.completed_at === null) return undefined
    const policies = yield* rows.policies(found.value)
    if (Option.isNone(policies)) return undefined
    const { id, number } = found.value
    const checked = yield* Effect.result(
      checkSettings(JSON.parse(policies.value) as ReadonlyArray<AppPolicy>, settings)
    )
    return { id, number, checked }
  })

  /** None when the text names another version by now than the one that was examined. */
  const applyExamined = Effect.fnUntraced(function* (
    group: GroupName,
    pack: PackName,
    text: string,
    examined: Effect.Success<ReturnType<typeof examine>>
  ) {
    if (!(yield* repository.lock(group))) return yield* groupNotFound(groupText(group))
    yield* lockPack(sql, pack)
    yield* access.require(group.organization, pack)
    const found = yield* rows.findVersion(pack, text)
    if (Option.isNone(found)) return yield* versionNotFound(packText(pack), text)
    const { completed_at, id, number } = found.value
    if (completed_at === null) return yield* incomplete(number)
    // A version never changes, so what was found of it holds.
    if (examined?.id !== id || examined.number !== number) return Option.none<number>()
    const checked = yield* Effect.fromResult(examined.checked)
    yield* repository.apply(group, found.value, JSON.stringify(checked))
    yield* recorded("apply", group, `${packText(pack)}@${number}`)
    return Option.some(number)
  })

  const apply = Effect.fnUntraced(function* (group: GroupName, pack: PackName, text: string, settings: GroupSettings) {
    while (true) {
      const examined = yield* examine(pack, text, settings)
      const applied = yield* transaction(applyExamined(group, pack, text, examined))
      if (Option.isSome(applied)) return applied.value
    }
  })

  const withdraw = Effect.fnUntraced(function* (group: GroupName, pack: PackName) {
    const found = yield* rows.findPack(pack)
    if (Option.isNone(found) || !(yield* repository.withdraw(group, found.value.id)))
      return yield* groupNotFound(`${groupText(group)} with pack ${packText(pack)}`)
    yield* recorded("withdraw", group, packText(pack))
  })

  return PolicyGroups.of({
    create: (group) => transaction(create(group)),
    remove: (group) => transaction(remove(group)),
    apply: (group, pack, version, settings = { enforcementLevels: {}, configuration: {} }) =>
      apply(group, pack, version, settings),
    withdraw: (group, pack) => transaction(withdraw(group, pack)),
    list: (organization) =>
      Effect.andThen(requireOrganization(organization), Effect.orDie(repository.list(organization)))
  })
})

/** A pack is enabled while any group applies a version of it; a version is applied while any group applies that one. */
export class PolicyGroups extends Context.Service<
  PolicyGroups,
  {
    /** An empty group. 400 for a name that breaks the rule of names, 404 without organization, 409 when it is there. */
    readonly create: (group: GroupName) => Effect.Effect<void, BadRequest | Conflict | NotFound>
    readonly remove: (group: GroupName) => Effect.Effect<void, NotFound>
    /**
     * Applies a complete version (number, tag or `latest` as it is now) in place of the group's other version of the pack,
     * and gives its number. 400 for settings that the version's policies do not allow; 404 for what is not there, and for
     * a pack that the organization may not use.
     */
    readonly apply: (
      group: GroupName,
      pack: PackName,
      version: string,
      settings?: GroupSettings
    ) => Effect.Effect<number, BadRequest | NotFound>
    /** Takes a pack out of a group; 404 when it is not in it. */
    readonly withdraw: (group: GroupName, pack: PackName) => Effect.Effect<void, NotFound>
    readonly list: (organization: string) => Effect.Effect<ReadonlyArray<PolicyGroup>, NotFound>
  }
>()("platform-control/policy/groups/PolicyGroups") {
  static readonly layerNoDeps: Layer.Layer<PolicyGroups, never, PackAccessSettings | SqlClient.SqlClient> =
    Layer.effect(PolicyGroups, make)
}
