/** The teams of an organization and who belongs to them. Set by the administration command; knows no caller and no HTTP. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Audit } from "@platform-control/core/Audit"
import type { TeamRole } from "@platform-control/core/Authorization"
import type { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import type { Events } from "@platform-control/core/Events"
import {
  checkName,
  memberNotFound,
  teamExists,
  teamMemberExists,
  teamMemberNotFound,
  teamNotFound,
  teamOwnsServices
} from "../Refusals.ts"
import { PrincipalCache } from "../tokens/PrincipalCache.ts"
import { checkText } from "./checkText.ts"
import { endedTokens } from "./endedTokens.ts"
import { Members } from "./Members.ts"
import { TeamName } from "./names.ts"
import { Organizations } from "./Organizations.ts"
import { type Outcome, outcomeOf } from "./Outcome.ts"
import { type TeamMemberRecord, type TeamRecord, teamsRepository } from "./TeamsRepository.ts"
import { Users } from "./Users.ts"

export type { TeamMemberRecord, TeamRecord } from "./TeamsRepository.ts"

/** What names a new team. */
export interface NewTeam {
  readonly name: string
  /** The name when absent. */
  readonly displayName?: string
}

interface Page {
  readonly after?: string
  readonly limit: number
}

const isName = Schema.is(TeamName)

/**
 * What changes here holds from the next request on (in other processes as soon as they hear of it). Changes of one
 * organization's members and teams wait for each other.
 */
export class Teams extends Context.Service<
  Teams,
  {
    /** 400 for a name that could not stand in a path, 404 for an unknown organization, 409 for a name that is taken. */
    readonly create: (
      organization: string,
      team: NewTeam
    ) => Effect.Effect<TeamRecord, BadRequest | NotFound | Conflict>
    readonly find: (organization: string, name: string) => Effect.Effect<Option.Option<TeamRecord>>
    /** Inside a transaction: `find`, and the team stays until the transaction ends. */
    readonly hold: (organization: string, name: string) => Effect.Effect<Option.Option<TeamRecord>>
    /** In the order of their names, at most `limit`, beginning after the name `after`. 404 without organization. */
    readonly list: (organization: string, page: Page) => Effect.Effect<ReadonlyArray<TeamRecord>, NotFound>
    readonly rename: (
      organization: string,
      name: string,
      displayName: string
    ) => Effect.Effect<void, BadRequest | NotFound>
    /** 409 for a team that can't be removed yet. */
    readonly checkRemoval: (organization: string, name: string) => Effect.Effect<void, Conflict>
    /** With the team go its tokens, for ever. 409 while it owns services. */
    readonly remove: (organization: string, name: string) => Effect.Effect<void, NotFound | Conflict>
    /** 404 for who is no member of the organization, 409 for who belongs to the team already. */
    readonly addMember: (
      organization: string,
      team: string,
      login: string,
      role: TeamRole
    ) => Effect.Effect<void, NotFound | Conflict>
    readonly setRole: (
      organization: string,
      team: string,
      login: string,
      role: TeamRole
    ) => Effect.Effect<void, NotFound>
    readonly removeMember: (organization: string, team: string, login: string) => Effect.Effect<void, NotFound>
    /** In the order of their logins, at most `limit`, beginning after the login `after`. 404 without team. */
    readonly members: (
      organization: string,
      team: string,
      page: Page
    ) => Effect.Effect<ReadonlyArray<TeamMemberRecord>, NotFound>
  }
>()("platform-control/admin/Teams") {
  static readonly layer: Layer.Layer<Teams, never, SqlClient.SqlClient | Events> = Layer.effect(
    Teams,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* teamsRepository
      const audit = yield* Audit
      const organizations = yield* Organizations
      const users = yield* Users
      const memberships = yield* Members
      const cache = yield* PrincipalCache
      const tokens = yield* endedTokens

      const transaction = <A, E>(body: Effect.Effect<A, E>) =>
        body.pipe(sql.withTransaction, Effect.catchTag("SqlError", Effect.die)) as Effect.Effect<A, E>

      const find = (organization: string, name: string) =>
        isName(name) ? rows.find(organization, name) : Effect.succeedNone

      const require = Effect.fnUntraced(function* (organization: string, name: string) {
        yield* organizations.get(organization)
        const found = yield* find(organization, name)
        return Option.isSome(found) ? found.value : yield* teamNotFound(organization, name)
      })

      const create = Effect.fn("Teams.create")(function* (organization: string, team: NewTeam) {
        const name = yield* checkName(TeamName, "team", "name", team.name)
        const displayName = yield* checkText("team", "displayName", team.displayName ?? name)
        yield* organizations.hold(organization)
        const record: TeamRecord = { organization, name, displayName, createdAt: yield* Clock.currentTimeMillis }
        if (!(yield* rows.insert(record))) return yield* teamExists(organization, name)
        yield* audit.record({ action: "team.create", target: name, organization })
        return record
      }, transaction)

      const rename = Effect.fn("Teams.rename")(function* (organization: string, name: string, displayName: string) {
        const wanted = yield* checkText("team", "displayName", displayName)
        yield* organizations.hold(organization)
        const team = yield* require(organization, name)
        if (team.displayName === wanted) return
        yield* rows.rename(organization, name, wanted)
        yield* audit.record({ action: "team.rename", target: name, organization })
      }, transaction)

      const checkRemoval = Effect.fnUntraced(function* (organization: string, name: string) {
        const services = yield* rows.ownedServices(organization, name)
        if (services > 0) return yield* teamOwnsServices(name, services)
      })

      const remove = Effect.fn("Teams.remove")(function* (organization: string, name: string) {
        yield* organizations.holdForChange(organization)
        yield* require(organization, name)
        yield* rows.holdAlone(organization, name)
        yield* checkRemoval(organization, name)
        const people = yield* rows.members(organization, name, "", Number.MAX_SAFE_INTEGER)
        yield* tokens.ofTeam(organization, name)
        yield* rows.remove(organization, name)
        yield* audit.record({ action: "team.remove", target: name, organization })
        yield* Effect.forEach(people, ({ userId }) => cache.userChanged(userId), { discard: true })
      }, transaction)

      const setTeamRole = Effect.fnUntraced(function* (
        organization: string,
        team: string,
        userId: string,
        role: TeamRole
      ): Effect.fn.Return<Outcome> {
        const before = yield* rows.holdRole(organization, team, userId)
        if (before === undefined) return "refused"
        if (before === role) return "unchanged"
        yield* rows.setRole(organization, team, userId, role)
        return "changed"
      })

      /** Changes one person's row in a team, and lets every token of theirs be read again. */
      const change = <E>(
        place: { readonly organization: string; readonly team: string; readonly login: string },
        verb: "add" | "set-role" | "remove",
        apply: (userId: string) => Effect.Effect<Outcome>,
        refusal: (organization: string, team: string, login: string) => E
      ) => {
        const { login, organization, team } = place
        return Effect.gen(function* () {
          yield* organizations.holdForChange(organization)
          yield* require(organization, team)
          const { id } = yield* users.hold(login)
          const belongs = yield* memberships.organizationsOf(id)
          if (!belongs.some(({ name }) => name === organization)) return yield* memberNotFound(organization, login)
          const outcome = yield* apply(id)
          if (outcome === "refused") return yield* Effect.fail(refusal(organization, team, login))
          if (outcome === "unchanged") return
          yield* audit.record({ action: `team-member.${verb}`, target: `${team}/${login}`, organization })
          yield* cache.userChanged(id)
        }).pipe(transaction)
      }

      return Teams.of({
        create,
        find,
        hold: (organization, name) => (isName(name) ? rows.hold(organization, name) : Effect.succeedNone),
        list: Effect.fn("Teams.list")(function* (organization, page) {
          yield* organizations.get(organization)
          return yield* rows.list(organization, page.after ?? "", page.limit)
        }),
        rename,
        checkRemoval,
        remove,
        addMember: (organization, team, login, role) =>
          change(
            { organization, team, login },
            "add",
            (userId) => outcomeOf(rows.addMember(organization, team, userId, role)),
            teamMemberExists
          ),
        setRole: (organization, team, login, role) =>
          change(
            { organization, team, login },
            "set-role",
            (userId) => setTeamRole(organization, team, userId, role),
            teamMemberNotFound
          ),
        removeMember: (organization, team, login) =>
          change(
            { organization, team, login },
            "remove",
            (userId) => outcomeOf(rows.removeMember(organization, team, userId)),
            teamMemberNotFound
          ),
        members: Effect.fn("Teams.members")(function* (organization, team, page) {
          yield* require(organization, team)
          return yield* rows.members(organization, team, page.after ?? "", page.limit)
        })
      })
    })
  ).pipe(Layer.provide([Organizations.layer, Users.layer, Members.layer, PrincipalCache.layer]))
}
