/** Makes the users of a platform file so. */
import { Effect, Option, Struct } from "effect"
import { differences } from "./differences.ts"
import { at, type PlatformChange } from "./PlatformChanges.ts"
import type { FileUser } from "./PlatformFile.ts"
import { Users } from "./Users.ts"

/** Creates who is not there, and changes what differs; gives what was done. */
export const makeApplyUsers = Effect.map(Users, (users) => {
  const applyUser = Effect.fnUntraced(function* (user: FileUser) {
    const what = `user ${user.login}`
    const found = yield* users.find(user.login)
    if (Option.isNone(found)) {
      yield* users.create(user)
      return [{ action: "create", what, details: [] }] satisfies ReadonlyArray<PlatformChange>
    }
    const { avatarUrl, email, name, registryAdmin, siteAdmin } = user
    const { changed, details } = differences(found.value, { name, email, avatarUrl, siteAdmin, registryAdmin })
    if (details.length === 0) return []
    const flags = Struct.pick(changed, ["siteAdmin", "registryAdmin"])
    const profile = Struct.pick(changed, ["name", "email", "avatarUrl"])
    if (Object.keys(profile).length > 0) yield* users.setProfile(user.login, profile)
    if (Object.keys(flags).length > 0) yield* users.setFlags(user.login, flags)
    return [{ action: "change", what, details }] satisfies ReadonlyArray<PlatformChange>
  })

  return (wanted: ReadonlyArray<FileUser>) =>
    Effect.forEach(wanted, (user, index) => at("users", index)(applyUser(user))).pipe(Effect.map((done) => done.flat()))
})
