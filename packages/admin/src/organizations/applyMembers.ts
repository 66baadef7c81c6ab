/** What making the members of an organization so takes, as a platform file lists them. */
import { Effect } from "effect"
import { userNotFound } from "../Refusals.ts"
import { differences } from "./differences.ts"
import { type MemberRecord, Members, type NewMember } from "./Members.ts"
import { at, inOrder, type Place, type Plan } from "./PlatformChanges.ts"
import type { FileMember } from "./PlatformFile.ts"
import { Users } from "./Users.ts"

const withDefaults = ({ login, registryPublish = false, role = "member" }: FileMember): NewMember => ({
  login,
  role,
  registryPublish
})

/** Removes, adds and changes; the list is complete. */
export const makeApplyMembers = Effect.gen(function* () {
  const members = yield* Members
  const users = yield* Users

  const add = (here: Place, added: ReadonlyArray<NewMember>): Plan => ({
    changes: added.map(({ login, registryPublish, role }) => ({
      action: "create",
      what: `member ${login} of ${here.organization}`,
      details: registryPublish ? [role, "registryPublish"] : [role]
    })),
    run: at(...here.path)(members.addAll(here.organization, added))
  })

  const change = (
    { organization, path }: Place,
    before: MemberRecord,
    { login, registryPublish, role }: NewMember
  ): ReadonlyArray<Plan> => {
    const { changed, details } = differences(before, { role, registryPublish })
    if (details.length === 0) return []
    const set = Effect.gen(function* () {
      if (changed.role !== undefined) yield* members.setRole(organization, login, role)
      if (changed.registryPublish !== undefined) yield* members.setRegistryPublish(organization, login, registryPublish)
    })
    return [
      { changes: [{ action: "change", what: `member ${login} of ${organization}`, details }], run: at(...path)(set) }
    ]
  }

  const remove = ({ organization, path }: Place, login: string): Plan => ({
    changes: [{ action: "remove", what: `member ${login} of ${organization}`, details: [] }],
    run: at(...path)(members.remove(organization, login))
  })

  /** `before` are the members by their logins, `fileUsers` who are there by then. */
  return Effect.fnUntraced(function* (
    here: Place,
    wanted: ReadonlyArray<FileMember>,
    before: ReadonlyMap<string, MemberRecord>,
    fileUsers: ReadonlySet<string>
  ) {
    const listed = wanted.map(withDefaults)
    const added = listed.filter(({ login }) => !before.has(login))
    const found = yield* users.findAll(added.map(({ login }) => login))
    const nobody = added.find(({ login }) => !found.has(login) && !fileUsers.has(login))
    if (nobody !== undefined)
      return yield* at(...here.path, listed.indexOf(nobody))(Effect.fail(userNotFound(nobody.login)))
    const kept = new Set(listed.map(({ login }) => login))
    return inOrder([
      ...[...before.keys()].filter((login) => !kept.has(login)).map((login) => remove(here, login)),
      ...(added.length === 0 ? [] : [add(here, added)]),
      ...listed.flatMap((member, index) => {
        const known = before.get(member.login)
        return known === undefined ? [] : change({ ...here, path: [...here.path, index] }, known, member)
      })
    ])
  })
})
