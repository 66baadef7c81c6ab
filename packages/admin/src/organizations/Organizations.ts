/** The organizations of this control plane. Set by the administration command; knows no caller and no HTTP. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Audit } from "@platform-control/core/Audit"
import type { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import { OrganizationName } from "@platform-control/core/Names"
import { checkName, organizationExists, organizationNotFound } from "../Refusals.ts"
import { checkText } from "./checkText.ts"
import { differences } from "./differences.ts"
import {
  type OrganizationProfile,
  type OrganizationRecord,
  organizationsRepository
} from "./OrganizationsRepository.ts"

export type { OrganizationProfile, OrganizationRecord } from "./OrganizationsRepository.ts"

/** What breaks the rule names nothing, and may hold what no database takes for a text. */
const isName = Schema.is(OrganizationName)

/** What names a new organization. */
export interface NewOrganization {
  readonly name: string
  /** The name when absent. */
  readonly displayName?: string
  readonly avatarUrl?: string
}

const checkProfile = Effect.fnUntraced(function* ({ avatarUrl, displayName }: OrganizationProfile) {
  if (displayName !== undefined) yield* checkText("organization", "displayName", displayName)
  if (avatarUrl !== undefined) yield* checkText("organization", "avatarUrl", avatarUrl)
})

/** A canonical name is the owner of things in other areas: it never changes, and only `OrganizationRemoval` gives it up. */
export class Organizations extends Context.Service<
  Organizations,
  {
    /** 400 for a name that could not stand in a path, 409 for one that is taken. */
    readonly create: (organization: NewOrganization) => Effect.Effect<OrganizationRecord, BadRequest | Conflict>
    readonly find: (name: string) => Effect.Effect<Option.Option<OrganizationRecord>>
    /** 404 when there is none of that name. */
    readonly get: (name: string) => Effect.Effect<OrganizationRecord, NotFound>
    /** Inside a transaction: `get`, and the organization stays until the transaction ends. */
    readonly hold: (name: string) => Effect.Effect<void, NotFound>
    /** Inside a transaction: `hold`, and whoever else wants to hold it so waits until the transaction ends. */
    readonly holdForChange: (name: string) => Effect.Effect<void, NotFound>
    /** In the order of their names, at most `limit`, beginning after the name `after`. */
    readonly list: (page: {
      readonly after?: string
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<OrganizationRecord>>
    /** Parts that are left out stay as they are. 400 for a text that is too long. */
    readonly setProfile: (name: string, profile: OrganizationProfile) => Effect.Effect<void, BadRequest | NotFound>
  }
>()("platform-control/admin/Organizations") {
  static readonly layer: Layer.Layer<Organizations, never, SqlClient.SqlClient> = Layer.effect(
    Organizations,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* organizationsRepository
      const audit = yield* Audit
      const find = (name: string) => (isName(name) ? rows.find(name) : Effect.succeedNone)
      const get = (name: string) =>
        Effect.flatMap(
          find(name),
          Option.match({ onNone: () => Effect.fail(organizationNotFound(name)), onSome: Effect.succeed })
        )

      const held = Effect.fnUntraced(function* (name: string, hold: (name: string) => Effect.Effect<boolean>) {
        if (!isName(name) || !(yield* hold(name))) return yield* organizationNotFound(name)
      })

      const create = Effect.fn("Organizations.create")(
        function* (organization: NewOrganization) {
          const name = yield* checkName(OrganizationName, "organization", "name", organization.name)
          const { avatarUrl = "", displayName = name } = organization
          yield* checkProfile({ avatarUrl, displayName })
          const record = { name, displayName, avatarUrl, createdAt: yield* Clock.currentTimeMillis }
          if (!(yield* rows.insert(record))) return yield* organizationExists(name)
          yield* audit.record({ action: "organization.create", target: name, organization: name })
          return record
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const setProfile = Effect.fn("Organizations.setProfile")(
        function* (name: string, profile: OrganizationProfile) {
          yield* checkProfile(profile)
          const { changed, details } = differences(yield* get(name), profile)
          if (details.length === 0) return
          if (!(yield* rows.setProfile(name, changed))) return yield* organizationNotFound(name)
          yield* audit.record({ action: "organization.set-profile", target: name, organization: name })
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      return Organizations.of({
        create,
        find,
        get,
        hold: (name) => held(name, rows.hold),
        holdForChange: (name) => held(name, rows.holdForChange),
        list: (page) => rows.list(page.after ?? "", page.limit),
        setProfile
      })
    })
  )
}
