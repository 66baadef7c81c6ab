/** Makes the teams of an organization so, as a platform file lists them. */
import { Effect, Option } from "effect"
import { differences } from "./differences.ts"
import { at, type PlatformChange } from "./PlatformChanges.ts"
import type { FileTeam } from "./PlatformFile.ts"
import { Teams } from "./Teams.ts"

const EVERYTHING = { limit: Number.MAX_SAFE_INTEGER }

/** Creates, changes and removes; the list is complete, and so is each team's list of members. Gives what was done. */
export const makeApplyTeams = Effect.map(Teams, (teams) => {
  const applyTeam = Effect.fnUntraced(function* (organization: string, { displayName, name }: FileTeam) {
    const what = `team ${name} of ${organization}`
    const before = yield* teams.find(organization, name)
    const wanted = { displayName: displayName ?? name }
    if (Option.isNone(before)) {
      yield* teams.create(organization, { name, ...wanted })
      return [{ action: "create", what, details: [] }] satisfies ReadonlyArray<PlatformChange>
    }
    const { details } = differences(before.value, wanted)
    if (details.length === 0) return []
    yield* teams.rename(organization, name, wanted.displayName)
    return [{ action: "change", what, details }] satisfies ReadonlyArray<PlatformChange>
  })

  const applyPeople = Effect.fnUntraced(function* (
    organization: string,
    { members = [], name: team }: FileTeam,
    place: ReadonlyArray<string | number>
  ) {
    const what = (login: string) => `${login} in team ${team} of ${organization}`
    const changes: Array<PlatformChange> = []
    const before = yield* at(...place)(teams.members(organization, team, EVERYTHING))
    for (const { login } of before.filter((one) => members.every(({ login }) => login !== one.login))) {
      yield* at(...place)(teams.removeMember(organization, team, login))
      changes.push({ action: "remove", what: what(login), details: [] })
    }
    for (const [index, { login, role = "member" }] of members.entries()) {
      const here = at(...place, index)
      const known = before.find((one) => one.login === login)
      if (known === undefined) {
        yield* here(teams.addMember(organization, team, login, role))
        changes.push({ action: "create", what: what(login), details: [role] })
      } else if (known.role !== role) {
        yield* here(teams.setRole(organization, team, login, role))
        changes.push({ action: "change", what: what(login), details: differences(known, { role }).details })
      }
    }
    return changes
  })

  return Effect.fnUntraced(function* (organization: string, wanted: ReadonlyArray<FileTeam>, place: number) {
    const here = ["organizations", place, "teams"]
    const changes: Array<PlatformChange> = []
    for (const { name } of yield* at(...here)(teams.list(organization, EVERYTHING))) {
      if (wanted.some((team) => team.name === name)) continue
      yield* at(...here)(teams.remove(organization, name))
      changes.push({ action: "remove", what: `team ${name} of ${organization}`, details: [] })
    }
    for (const [index, team] of wanted.entries()) {
      changes.push(...(yield* at(...here, index)(applyTeam(organization, team))))
      if (team.members !== undefined) {
        changes.push(...(yield* applyPeople(organization, team, [...here, index, "members"])))
      }
    }
    return changes
  })
})
