/** Makes the members of an organization so, as a platform file lists them. */
import { Effect } from "effect"
import { type MemberRecord, Members } from "./Members.ts"
import { differences } from "./differences.ts"
import { at, type PlatformChange } from "./PlatformChanges.ts"
import type { FileMember } from "./PlatformFile.ts"

/** Adds, changes and removes; the list is complete. Gives what was done. */
export const makeApplyMembers = Effect.map(Members, (members) => {
  const applyMember = Effect.fnUntraced(function* (
    organization: string,
    { login, registryPublish = false, role = "member" }: FileMember,
    before: MemberRecord | undefined
  ) {
    const what = `member ${login} of ${organization}`
    if (before === undefined) {
      yield* members.add(organization, login, role)
      if (registryPublish) yield* members.setRegistryPublish(organization, login, true)
      const details = registryPublish ? [role, "registryPublish"] : [role]
      return [{ action: "create", what, details }] satisfies ReadonlyArray<PlatformChange>
    }
    const { changed, details } = differences(before, { role, registryPublish })
    if (changed.role !== undefined) yield* members.setRole(organization, login, role)
    if (changed.registryPublish !== undefined) yield* members.setRegistryPublish(organization, login, registryPublish)
    return details.length === 0 ? [] : ([{ action: "change", what, details }] satisfies ReadonlyArray<PlatformChange>)
  })

  return Effect.fnUntraced(function* (organization: string, wanted: ReadonlyArray<FileMember>, place: number) {
    const here = ["organizations", place, "members"]
    const changes: Array<PlatformChange> = []
    const found = yield* at(...here)(members.list(organization, { limit: Number.MAX_SAFE_INTEGER }))
    const before = new Map(found.map((member) => [member.login, member]))
    const listed = new Set(wanted.map(({ login }) => login))
    for (const login of before.keys()) {
      if (listed.has(login)) continue
      yield* at(...here)(members.remove(organization, login))
      changes.push({ action: "remove", what: `member ${login} of ${organization}`, details: [] })
    }
    for (const [index, member] of wanted.entries()) {
      changes.push(...(yield* at(...here, index)(applyMember(organization, member, before.get(member.login)))))
    }
    return changes
  })
})
