/** What making the teams of an organization so takes, as a platform file lists them. */
import { Effect } from "effect"
import { memberNotFound, userNotFound } from "../Refusals.ts"
import { differences } from "./differences.ts"
import { at, inOrder, type Place, type Plan } from "./PlatformChanges.ts"
import type { FileTeam } from "./PlatformFile.ts"
import { type TeamMemberRecord, type TeamRecord, Teams } from "./Teams.ts"
import { Users } from "./Users.ts"

const EVERYTHING = { limit: Number.MAX_SAFE_INTEGER }

/** Whoever can be put into a team by then. */
interface People {
  readonly members: ReadonlySet<string>
  /** Of whom the file speaks as users: they are there by then. */
  readonly fileUsers: ReadonlySet<string>
}

/** Removes, creates and changes; the list is complete, and so is each team's list of members. */
export const makeApplyTeams = Effect.gen(function* () {
  const teams = yield* Teams
  const users = yield* Users

  const remove = Effect.fnUntraced(function* ({ organization, path }: Place, name: string) {
    yield* at(...path)(teams.checkRemoval(organization, name))
    return {
      changes: [{ action: "remove", what: `team ${name} of ${organization}`, details: [] }],
      run: at(...path)(teams.remove(organization, name))
    } satisfies Plan
  })

  const applyTeam = (
    { organization, path }: Place,
    { displayName, name }: FileTeam,
    before: TeamRecord | undefined
  ): ReadonlyArray<Plan> => {
    const what = `team ${name} of ${organization}`
    const wanted = { displayName: displayName ?? name }
    if (before === undefined) {
      const create = Effect.asVoid(teams.create(organization, { name, ...wanted }))
      return [{ changes: [{ action: "create", what, details: [] }], run: at(...path)(create) }]
    }
    const { details } = differences(before, wanted)
    if (details.length === 0) return []
    const rename = teams.rename(organization, name, wanted.displayName)
    return [{ changes: [{ action: "change", what, details }], run: at(...path)(rename) }]
  }

  const requireMember = Effect.fnUntraced(function* (organization: string, login: string, people: People) {
    if (people.members.has(login)) return
    if (!people.fileUsers.has(login) && !(yield* users.findAll([login])).has(login)) return yield* userNotFound(login)
    return yield* memberNotFound(organization, login)
  })

  const applyPeople = Effect.fnUntraced(function* (
    { organization, path }: Place,
    { members = [], name: team }: FileTeam,
    before: ReadonlyMap<string, TeamMemberRecord>,
    people: People
  ) {
    const what = (login: string) => `${login} in team ${team} of ${organization}`
    const kept = new Set(members.map(({ login }) => login))
    const plans: Array<Plan> = [...before.keys()]
      .filter((login) => !kept.has(login))
      .map((login) => ({
        changes: [{ action: "remove", what: what(login), details: [] }],
        run: at(...path)(teams.removeMember(organization, team, login))
      }))
    for (const [index, { login, role = "member" }] of members.entries()) {
      const here = at(...path, index)
      const known = before.get(login)
      if (known === undefined) {
        yield* here(requireMember(organization, login, people))
        plans.push({
          changes: [{ action: "create", what: what(login), details: [role] }],
          run: here(teams.addMember(organization, team, login, role))
        })
      } else if (known.role !== role) {
        plans.push({
          changes: [{ action: "change", what: what(login), details: differences(known, { role }).details }],
          run: here(teams.setRole(organization, team, login, role))
        })
      }
    }
    return plans
  })

  /** `isNew`: there is no such organization yet. */
  return Effect.fnUntraced(function* (here: Place, wanted: ReadonlyArray<FileTeam>, isNew: boolean, people: People) {
    const { organization, path } = here
    const listed = isNew ? [] : yield* at(...path)(teams.list(organization, EVERYTHING))
    const before = new Map(listed.map((team) => [team.name, team]))
    const kept = new Set(wanted.map(({ name }) => name))
    const plans: Array<Plan> = []
    for (const name of before.keys()) if (!kept.has(name)) plans.push(yield* remove(here, name))
    for (const [index, team] of wanted.entries()) {
      const known = before.get(team.name)
      const place = [...path, index]
      plans.push(...applyTeam({ organization, path: place }, team, known))
      if (team.members === undefined) continue
      const inside = known === undefined ? [] : yield* at(...place)(teams.members(organization, team.name, EVERYTHING))
      // Who is no member any more has left the team by then.
      const stayed = new Map(inside.filter(({ login }) => people.members.has(login)).map((one) => [one.login, one]))
      plans.push(...(yield* applyPeople({ organization, path: [...place, "members"] }, team, stayed, people)))
    }
    return inOrder(plans)
  })
})
