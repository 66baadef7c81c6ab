/** What making the users of a platform file so takes. */
import { Effect, Struct } from "effect"
import { differences } from "./differences.ts"
import { at, inOrder, type Plan } from "./PlatformChanges.ts"
import type { FileUser } from "./PlatformFile.ts"
import { type UserRecord, Users } from "./Users.ts"

/** Creates who is not there, and changes what differs. */
export const makeApplyUsers = Effect.map(Users, (users) => {
  const change = (index: number, before: UserRecord, user: FileUser): ReadonlyArray<Plan> => {
    const { avatarUrl, email, login, name, registryAdmin, siteAdmin } = user
    const { changed, details } = differences(before, { name, email, avatarUrl, siteAdmin, registryAdmin })
    if (details.length === 0) return []
    const flags = Struct.pick(changed, ["siteAdmin", "registryAdmin"])
    const profile = Struct.pick(changed, ["name", "email", "avatarUrl"])
    const set = Effect.andThen(users.setProfile(login, profile), users.setFlags(login, flags))
    return [{ changes: [{ action: "change", what: `user ${login}`, details }], run: at("users", index)(set) }]
  }

  return Effect.fnUntraced(function* (wanted: ReadonlyArray<FileUser>) {
    const before = yield* users.findAll(wanted.map(({ login }) => login))
    const missing = wanted.filter(({ login }) => !before.has(login))
    const create: Plan = {
      changes: missing.map(({ login }) => ({ action: "create", what: `user ${login}`, details: [] })),
      run: Effect.asVoid(at("users")(users.createAll(missing)))
    }
    const changes = wanted.flatMap((user, index) => {
      const known = before.get(user.login)
      return known === undefined ? [] : change(index, known, user)
    })
    return inOrder(missing.length === 0 ? changes : [create, ...changes])
  })
})
