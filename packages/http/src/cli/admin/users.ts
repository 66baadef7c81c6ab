/** What `platform-control user …` does. */
import { type UserFlags, type UserRecord, Users } from "@platform-control/admin/server"
import { toTimestamp } from "@platform-control/core/Timestamps"
import { Console, Effect, Option } from "effect"
import { printList, printRecord } from "../output/print.ts"
import { misused } from "../Refusal.ts"
import { onDatabase, type OnDatabase } from "./onDatabase.ts"
import { wholeList } from "./wholeList.ts"

const shown = (record: UserRecord) => ({
  login: record.login,
  name: record.name,
  email: record.email,
  siteAdmin: record.siteAdmin,
  registryAdmin: record.registryAdmin,
  created: toTimestamp(record.createdAt)
})

const rightsOf = (flags: UserFlags): string =>
  [flags.siteAdmin ? ["site-admin"] : [], flags.registryAdmin ? ["registry-admin"] : []].flat().join(", ")

/** Prints the new user. */
export const create = onDatabase(
  Effect.fnUntraced(function* (
    input: OnDatabase & {
      readonly login: string
      readonly name: Option.Option<string>
      readonly email: Option.Option<string>
      readonly siteAdmin: boolean
      readonly registryAdmin: boolean
      readonly json: boolean
    }
  ) {
    const users = yield* Users
    const record = yield* users.create({
      login: input.login,
      siteAdmin: input.siteAdmin,
      registryAdmin: input.registryAdmin,
      ...Option.match(input.name, { onNone: () => ({}), onSome: (name) => ({ name }) }),
      ...Option.match(input.email, { onNone: () => ({}), onSome: (email) => ({ email }) })
    })
    yield* printRecord(input.json, shown(record), () =>
      [
        `Created user ${record.login}`,
        `Add them to an organization: platform-control member add <organization> ${record.login}`,
        `Give them a token:           platform-control token create --user ${record.login}`
      ].join("\n")
    )
  })
)

/** Prints all users in the order of their logins. */
export const list = onDatabase(
  Effect.fnUntraced(function* (input: OnDatabase & { readonly json: boolean }) {
    const users = yield* Users
    const found = yield* wholeList(users.list, ({ login }) => login)
    yield* printList(input.json, found.map(shown), {
      header: ["LOGIN", "NAME", "EMAIL", "RIGHTS", "CREATED"],
      row: (one) => [one.login, one.name, one.email, rightsOf(one), one.created],
      empty: "No users yet: platform-control user create <login>"
    })
  })
)

/** Changes what was named and leaves the rest. */
export const set = onDatabase(
  Effect.fnUntraced(function* (
    input: OnDatabase & {
      readonly login: string
      readonly name: Option.Option<string>
      readonly email: Option.Option<string>
      readonly avatarUrl: Option.Option<string>
    }
  ) {
    const { avatarUrl, email, name } = input
    if ([avatarUrl, email, name].every(Option.isNone))
      return yield* misused("There is nothing to change.", "Add --name, --email or --avatar-url.")
    const users = yield* Users
    yield* users.setProfile(input.login, {
      ...Option.match(name, { onNone: () => ({}), onSome: (name) => ({ name }) }),
      ...Option.match(email, { onNone: () => ({}), onSome: (email) => ({ email }) }),
      ...Option.match(avatarUrl, { onNone: () => ({}), onSome: (avatarUrl) => ({ avatarUrl }) })
    })
    yield* Console.log(`Changed user ${input.login}`)
  })
)

/** Removes the user and their tokens. */
export const remove = onDatabase(
  Effect.fnUntraced(function* (input: OnDatabase & { readonly login: string }) {
    const users = yield* Users
    yield* users.remove(input.login)
    yield* Console.log(`Removed user ${input.login} and their tokens`)
  })
)

interface RightInput extends OnDatabase {
  readonly login: string
  readonly right: "site-admin" | "registry-admin"
}

const flagOf = (right: RightInput["right"], value: boolean): Partial<UserFlags> =>
  right === "site-admin" ? { siteAdmin: value } : { registryAdmin: value }

/** Gives the right. */
export const grant = onDatabase(
  Effect.fnUntraced(function* (input: RightInput) {
    const users = yield* Users
    yield* users.setFlags(input.login, flagOf(input.right, true))
    yield* Console.log(`${input.login} is now ${input.right}`)
  })
)

/** Takes the right away. */
export const revoke = onDatabase(
  Effect.fnUntraced(function* (input: RightInput) {
    const users = yield* Users
    yield* users.setFlags(input.login, flagOf(input.right, false))
    yield* Console.log(`${input.login} is no longer ${input.right}`)
  })
)
