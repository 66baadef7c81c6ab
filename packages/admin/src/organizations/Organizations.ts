/** The organizations of this control plane. Set by the administration command; knows no caller and no HTTP. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import { OrganizationName } from "@platform-control/core/Names"
import { checkName, organizationExists, organizationNotFound } from "../Refusals.ts"
import { type OrganizationRecord, organizationsRepository } from "./OrganizationsRepository.ts"

export type { OrganizationRecord } from "./OrganizationsRepository.ts"

/** What breaks the rule names nothing, and may hold what no database takes for a text. */
const isName = Schema.is(OrganizationName)

/** What names a new organization. */
export interface NewOrganization {
  readonly name: string
  /** The name when absent. */
  readonly displayName?: string
  readonly avatarUrl?: string
}

/** An organization, once there, stays: its name is the owner of packages in other areas and must never change hands. */
export class Organizations extends Context.Service<
  Organizations,
  {
    /** 400 for a name that could not stand in a path, 409 for one that is taken. */
    readonly create: (organization: NewOrganization) => Effect.Effect<OrganizationRecord, BadRequest | Conflict>
    readonly find: (name: string) => Effect.Effect<Option.Option<OrganizationRecord>>
    /** 404 when there is none of that name. */
    readonly get: (name: string) => Effect.Effect<OrganizationRecord, NotFound>
    /** In the order of their names, at most `limit`, beginning after the name `after`. */
    readonly list: (page: {
      readonly after?: string
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<OrganizationRecord>>
    readonly rename: (name: string, displayName: string) => Effect.Effect<void, NotFound>
  }
>()("platform-control/admin/Organizations") {
  static readonly layer: Layer.Layer<Organizations, never, SqlClient.SqlClient> = Layer.effect(
    Organizations,
    Effect.gen(function* () {
      const rows = yield* organizationsRepository
      const find = (name: string) => (isName(name) ? rows.find(name) : Effect.succeedNone)
      return Organizations.of({
        create: Effect.fn("Organizations.create")(function* (organization) {
          const name = yield* checkName(OrganizationName, "organization", "name", organization.name)
          const record: OrganizationRecord = {
            name,
            displayName: organization.displayName ?? name,
            avatarUrl: organization.avatarUrl ?? "",
            createdAt: yield* Clock.currentTimeMillis
          }
          return (yield* rows.insert(record)) ? record : yield* organizationExists(name)
        }),
        find,
        get: (name) =>
          Effect.flatMap(
            find(name),
            Option.match({ onNone: () => Effect.fail(organizationNotFound(name)), onSome: Effect.succeed })
          ),
        list: (page) => rows.list(page.after ?? "", page.limit),
        rename: Effect.fn("Organizations.rename")(function* (name, displayName) {
          if (!(yield* rows.rename(name, displayName))) return yield* organizationNotFound(name)
        })
      })
    })
  )
}
