/** What `platform-control team …` does. */
import { type TeamMemberRecord, type TeamRecord, Teams } from "@platform-control/admin/server"
import type { TeamRole } from "@platform-control/core/Authorization"
import { toTimestamp } from "@platform-control/core/Timestamps"
import { Console, Effect, Option } from "effect"
import { printList, printRecord } from "../output/print.ts"
import { onDatabase, type OnDatabase } from "./onDatabase.ts"
import { wholeList } from "./wholeList.ts"

interface OfOrganization extends OnDatabase {
  readonly organization: string
}

interface OfTeam extends OfOrganization {
  readonly team: string
}

interface OfMember extends OfTeam {
  readonly login: string
}

interface Page {
  readonly after?: string
  readonly limit: number
}

const shown = ({ createdAt, displayName, name }: TeamRecord) => ({ name, displayName, created: toTimestamp(createdAt) })

const shownMember = ({ login, name, role }: TeamMemberRecord) => ({ login, name, role })

/** Prints the new team. */
export const create = onDatabase(
  Effect.fnUntraced(function* (
    input: OfTeam & { readonly displayName: Option.Option<string>; readonly json: boolean }
  ) {
    const teams = yield* Teams
    const record = yield* teams.create(input.organization, {
      name: input.team,
      ...Option.match(input.displayName, { onNone: () => ({}), onSome: (displayName) => ({ displayName }) })
    })
    yield* printRecord(input.json, shown(record), () => `Created team ${record.name} of ${record.organization}`)
  })
)

/** Prints all teams of an organization in the order of their names. */
export const list = onDatabase(
  Effect.fnUntraced(function* (input: OfOrganization & { readonly json: boolean }) {
    const teams = yield* Teams
    const found = yield* wholeList(
      (page: Page) => teams.list(input.organization, page),
      ({ name }) => name
    )
    yield* printList(input.json, found.map(shown), {
      header: ["NAME", "DISPLAY NAME", "CREATED"],
      row: (one) => [one.name, one.displayName, one.created],
      empty: `${input.organization} has no teams yet: platform-control team create ${input.organization} <team>`
    })
  })
)

/** Changes the name that people read. */
export const rename = onDatabase(
  Effect.fnUntraced(function* (input: OfTeam & { readonly displayName: string }) {
    const teams = yield* Teams
    yield* teams.rename(input.organization, input.team, input.displayName)
    yield* Console.log(`Team ${input.team} is now called ${input.displayName}`)
  })
)

/** Removes the team and its tokens. */
export const remove = onDatabase(
  Effect.fnUntraced(function* (input: OfTeam) {
    const teams = yield* Teams
    yield* teams.remove(input.organization, input.team)
    yield* Console.log(`Removed team ${input.team} of ${input.organization} and its tokens`)
  })
)

/** Puts a member of the organization into the team. */
export const addMember = onDatabase(
  Effect.fnUntraced(function* (input: OfMember & { readonly role: TeamRole }) {
    const teams = yield* Teams
    yield* teams.addMember(input.organization, input.team, input.login, input.role)
    yield* Console.log(`${input.login} is now ${input.role} of team ${input.team}`)
  })
)

/** Changes a role. */
export const setMember = onDatabase(
  Effect.fnUntraced(function* (input: OfMember & { readonly role: TeamRole }) {
    const teams = yield* Teams
    yield* teams.setRole(input.organization, input.team, input.login, input.role)
    yield* Console.log(`${input.login} is now ${input.role} of team ${input.team}`)
  })
)

/** Takes somebody out of the team. */
export const removeMember = onDatabase(
  Effect.fnUntraced(function* (input: OfMember) {
    const teams = yield* Teams
    yield* teams.removeMember(input.organization, input.team, input.login)
    yield* Console.log(`${input.login} no longer belongs to team ${input.team}`)
  })
)

/** Prints everybody in the order of their logins. */
export const listMembers = onDatabase(
  Effect.fnUntraced(function* (input: OfTeam & { readonly json: boolean }) {
    const teams = yield* Teams
    const found = yield* wholeList(
      (page: Page) => teams.members(input.organization, input.team, page),
      ({ login }) => login
    )
    yield* printList(input.json, found.map(shownMember), {
      header: ["LOGIN", "NAME", "ROLE"],
      row: (one) => [one.login, one.name, one.role],
      empty: `Nobody belongs to it yet: platform-control team member add ${input.organization} ${input.team} <login>`
    })
  })
)
