/** The first start: without an organization, an administrator and a token, nobody could ever sign in to make one. */
import { Effect, Option, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Members } from "./organizations/Members.ts"
import { Organizations } from "./organizations/Organizations.ts"
import { Users } from "./organizations/Users.ts"
import { Tokens } from "./tokens/Tokens.ts"
import { waitForOthers } from "./waitForOthers.ts"

/** Names for what the first start makes. */
export interface FirstNames {
  readonly organization: string
  readonly login: string
}

/** What the first start made. */
export interface FirstStart extends FirstNames {
  /** The administrator's personal token, which never expires; to be shown once. */
  readonly token: Redacted.Redacted
}

const isFirstStart = Effect.map(
  Effect.flatMap(Organizations, (organizations) => organizations.list({ limit: 1 })),
  (found) => found.length === 0
)

const make = Effect.fnUntraced(
  function* (names: FirstNames) {
    const organization = yield* (yield* Organizations).create({ name: names.organization })
    const user = yield* (yield* Users).create({ login: names.login, siteAdmin: true, registryAdmin: true })
    yield* (yield* Members).add(organization.name, user.login, "admin")
    const { value } = yield* (yield* Tokens).create({
      kind: "personal",
      userId: user.id,
      description: "Made at the first start",
      expiresAt: 0,
      createdBy: user.login
    })
    return { ...names, token: value }
  },
  Effect.catchTag("NotFound", Effect.die)
)

/**
 * Makes an organization, an administrator of it and of everything, and their token, all or nothing; none when there
 * is an organization already. 400 for names that break the rules, 409 when the login is taken.
 */
export const bootstrap = Effect.fn("bootstrap")(function* (names: FirstNames) {
  if (!(yield* isFirstStart)) return Option.none<FirstStart>()
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.andThen(waitForOthers, isFirstStart).pipe(
    Effect.flatMap((first) => (first ? Effect.asSome(make(names)) : Effect.succeedNone)),
    sql.withTransaction,
    Effect.catchTag("SqlError", Effect.die)
  )
})
