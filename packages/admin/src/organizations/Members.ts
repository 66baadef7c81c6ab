/** Who belongs to which organization, and what they may do there. Knows no caller and no HTTP. */
import { Array, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Audit } from "@platform-control/core/Audit"
import type { OrganizationRole } from "@platform-control/core/Authorization"
import type { Conflict, NotFound } from "@platform-control/core/Errors"
import type { Events } from "@platform-control/core/Events"
import { UserLogin } from "@platform-control/core/Names"
import { memberExists, memberNotFound } from "../Refusals.ts"
import { PrincipalCache } from "../tokens/PrincipalCache.ts"
import { differences } from "./differences.ts"
import { type MemberRecord, membersRepository, type OrganizationOfUser, type Standing } from "./MembersRepository.ts"
import { recordingAll } from "./inParts.ts"
import { Organizations } from "./Organizations.ts"
import { type Outcome, outcomeOf } from "./Outcome.ts"
import { Users } from "./Users.ts"

export type { MemberRecord, OrganizationOfUser } from "./MembersRepository.ts"

/** Somebody who is to be a member. */
export interface NewMember extends Standing {
  readonly login: string
}

/** What breaks the rule names nobody, and may hold what no database takes for a text. */
const isLogin = Schema.is(UserLogin)

/**
 * What changes here holds from the next request on (in other processes as soon as they hear of it). Changes of one
 * organization's members and teams wait for each other.
 */
export class Members extends Context.Service<
  Members,
  {
    /** A new member has no grants. 404 for an unknown organization or user, 409 for who is a member already. */
    readonly add: (
      organization: string,
      login: string,
      role: OrganizationRole
    ) => Effect.Effect<void, NotFound | Conflict>
    /** `add` for several, with their grants: all of them or none. */
    readonly addAll: (
      organization: string,
      members: ReadonlyArray<NewMember>
    ) => Effect.Effect<void, NotFound | Conflict>
    readonly setRole: (organization: string, login: string, role: OrganizationRole) => Effect.Effect<void, NotFound>
    /** The grant RegistryPublish, which administrators have without it. */
    readonly setRegistryPublish: (
      organization: string,
      login: string,
      granted: boolean
    ) => Effect.Effect<void, NotFound>
    readonly remove: (organization: string, login: string) => Effect.Effect<void, NotFound>
    /** Inside a transaction: the id of the member of that login, who then stays one until it ends; undefined without. */
    readonly hold: (organization: string, login: string) => Effect.Effect<string | undefined>
    /** In the order of their logins, at most `limit`, beginning after the login `after`. 404 without organization. */
    readonly list: (
      organization: string,
      page: { readonly after?: string; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<MemberRecord>, NotFound>
    /** Every organization of a user, in the order of their names. */
    readonly organizationsOf: (userId: string) => Effect.Effect<ReadonlyArray<OrganizationOfUser>>
  }
>()("platform-control/admin/Members") {
  static readonly layer: Layer.Layer<Members, never, SqlClient.SqlClient | Events> = Layer.effect(
    Members,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* membersRepository
      const organizations = yield* Organizations
      const users = yield* Users
      const audit = yield* Audit
      const cache = yield* PrincipalCache
      const recordAll = yield* recordingAll

      const addAll = Effect.fn("Members.addAll")(
        function* (organization: string, members: ReadonlyArray<NewMember>) {
          yield* organizations.holdForChange(organization)
          const people = yield* users.holdAll(members.map(({ login }) => login))
          const added = Array.zipWith(people, members, ({ id }, member) => ({ ...member, userId: id }))
          const inserted = yield* rows.insert(organization, added)
          const known = added.find(({ userId }) => !inserted.has(userId))
          if (known !== undefined) return yield* memberExists(organization, known.login)
          yield* recordAll(
            added.flatMap(({ login, registryPublish }) => [
              { action: "member.add", target: login, organization },
              ...(registryPublish ? [{ action: "member.grant-publish", target: login, organization } as const] : [])
            ])
          )
          yield* cache.usersChanged(added.map(({ userId }) => userId))
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const setStanding = Effect.fnUntraced(function* (
        organization: string,
        userId: string,
        wanted: Partial<Standing>
      ): Effect.fn.Return<Outcome> {
        const before = yield* rows.holdStanding(organization, userId)
        if (before === undefined) return "refused"
        if (differences<Standing>(before, wanted).details.length === 0) return "unchanged"
        yield* rows.setStanding(organization, userId, { ...before, ...wanted })
        return "changed"
      })

      /** Changes one member's row, and lets every token of theirs be read again. */
      const change = <E>(
        organization: string,
        login: string,
        verb: "set-role" | "grant-publish" | "revoke-publish" | "remove",
        apply: (userId: string) => Effect.Effect<Outcome>,
        refusal: () => E
      ) =>
        Effect.gen(function* () {
          yield* organizations.holdForChange(organization)
          const { id } = yield* users.hold(login)
          const outcome = yield* apply(id)
          if (outcome === "refused") return yield* Effect.fail(refusal())
          if (outcome === "unchanged") return
          yield* audit.record({ action: `member.${verb}`, target: login, organization })
          yield* cache.userChanged(id)
        }).pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die))

      return Members.of({
        add: (organization, login, role) => addAll(organization, [{ login, role, registryPublish: false }]),
        addAll,
        setRole: (organization, login, role) =>
          change(
            organization,
            login,
            "set-role",
            (userId) => setStanding(organization, userId, { role }),
            () => memberNotFound(organization, login)
          ),
        setRegistryPublish: (organization, login, granted) =>
          change(
            organization,
            login,
            granted ? "grant-publish" : "revoke-publish",
            (userId) => setStanding(organization, userId, { registryPublish: granted }),
            () => memberNotFound(organization, login)
          ),
        remove: (organization, login) =>
          change(
            organization,
            login,
            "remove",
            (userId) => outcomeOf(rows.remove(organization, userId)),
            () => memberNotFound(organization, login)
          ),
        hold: (organization, login) => (isLogin(login) ? rows.hold(organization, login) : Effect.succeed(undefined)),
        list: Effect.fn("Members.list")(function* (organization, page) {
          yield* organizations.get(organization)
          return yield* rows.list(organization, page.after ?? "", page.limit)
        }),
        organizationsOf: rows.organizationsOf
      })
    })
  ).pipe(Layer.provide([Organizations.layer, Users.layer, PrincipalCache.layer]))
}
