/** The people who use this control plane. Set by the administration command; knows no caller and no HTTP. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Audit } from "@platform-control/core/Audit"
import type { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import type { Events } from "@platform-control/core/Events"
import { UserLogin } from "@platform-control/core/Names"
import { checkName, userExists, userIsMember, userNotFound } from "../Refusals.ts"
import { PrincipalCache } from "../tokens/PrincipalCache.ts"
import { waitForOthers } from "../waitForOthers.ts"
import { checkText } from "./checkText.ts"
import { differences } from "./differences.ts"
import { endedTokens } from "./endedTokens.ts"
import { recordingAll } from "./inParts.ts"
import { type UserFlags, type UserProfile, type UserRecord, usersRepository } from "./UsersRepository.ts"

export type { UserFlags, UserProfile, UserRecord } from "./UsersRepository.ts"

/** What names a new user; where there is no name it is the login. */
export interface NewUser extends Partial<UserFlags>, Partial<UserProfile> {
  readonly login: string
}

/** What breaks the rule names nobody, and may hold what no database takes for a text. */
const isLogin = Schema.is(UserLogin)

const checkProfile = Effect.fnUntraced(function* (profile: Partial<UserProfile>) {
  for (const [attribute, text] of Object.entries(profile)) {
    if (typeof text === "string") yield* checkText("user", attribute, text)
  }
})

/** What changes here holds from the next request on (in other processes as soon as they hear of it). */
export class Users extends Context.Service<
  Users,
  {
    /** 400 for a login that could not stand in a path, 409 for one that is taken. */
    readonly create: (user: NewUser) => Effect.Effect<UserRecord, BadRequest | Conflict>
    /** `create` for several: all of them or none. */
    readonly createAll: (
      users: ReadonlyArray<NewUser>
    ) => Effect.Effect<ReadonlyArray<UserRecord>, BadRequest | Conflict>
    readonly find: (login: string) => Effect.Effect<Option.Option<UserRecord>>
    readonly findById: (id: string) => Effect.Effect<Option.Option<UserRecord>>
    /** 404 when there is none of that login. */
    readonly get: (login: string) => Effect.Effect<UserRecord, NotFound>
    /** Those that there are, by their logins. */
    readonly findAll: (logins: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, UserRecord>>
    /** Inside a transaction: `get`, and the user stays until the transaction ends. */
    readonly hold: (login: string) => Effect.Effect<UserRecord, NotFound>
    /** Inside a transaction: the users in the order of their logins here, who stay until the transaction ends. 404 for the first that is missing. */
    readonly holdAll: (logins: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<UserRecord>, NotFound>
    /** In the order of their logins, at most `limit`, beginning after the login `after`. */
    readonly list: (page: {
      readonly after?: string
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<UserRecord>>
    /** Flags that are left out stay as they are. */
    readonly setFlags: (login: string, flags: Partial<UserFlags>) => Effect.Effect<void, NotFound>
    /** Parts that are left out stay as they are. 400 for a text that is too long. */
    readonly setProfile: (login: string, profile: Partial<UserProfile>) => Effect.Effect<void, BadRequest | NotFound>
    /** With the user go their tokens. 409 while they are a member of an organization. */
    readonly remove: (login: string) => Effect.Effect<void, NotFound | Conflict>
  }
>()("platform-control/admin/Users") {
  static readonly layer: Layer.Layer<Users, never, SqlClient.SqlClient | Events> = Layer.effect(
    Users,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* usersRepository
      const audit = yield* Audit
      const cache = yield* PrincipalCache
      const tokens = yield* endedTokens
      const recordAll = yield* recordingAll
      const find = (login: string) => (isLogin(login) ? rows.findByLogin(login) : Effect.succeedNone)
      const found = (login: string, looking: Effect.Effect<Option.Option<UserRecord>>) =>
        Effect.flatMap(
          looking,
          Option.match({ onNone: () => Effect.fail(userNotFound(login)), onSome: Effect.succeed })
        )
      const get = (login: string) => found(login, find(login))
      const hold = (login: string) => found(login, isLogin(login) ? rows.hold(login) : Effect.succeedNone)

      const byLogin = (records: ReadonlyArray<UserRecord>): ReadonlyMap<string, UserRecord> =>
        new Map(records.map((record) => [record.login, record]))

      const holdAll = Effect.fnUntraced(function* (logins: ReadonlyArray<string>) {
        const held = byLogin(yield* rows.holdAll(logins.filter(isLogin)))
        return yield* Effect.forEach(logins, (login) => {
          const user = held.get(login)
          return user === undefined ? Effect.fail(userNotFound(login)) : Effect.succeed(user)
        })
      })

      const newRecord = Effect.fnUntraced(function* (user: NewUser): Effect.fn.Return<UserRecord, BadRequest> {
        const login = yield* checkName(UserLogin, "user", "login", user.login)
        const { avatarUrl = "", email = "", name = login, registryAdmin = false, siteAdmin = false } = user
        yield* checkProfile({ avatarUrl, email, name })
        const createdAt = yield* Clock.currentTimeMillis
        return { id: randomUUID(), login, name, email, avatarUrl, siteAdmin, registryAdmin, createdAt }
      })

      const insert = Effect.fn("Users.insert")(
        function* (records: ReadonlyArray<UserRecord>) {
          const inserted = yield* rows.insert(records)
          const taken = records.find(({ login }) => !inserted.has(login))
          if (taken !== undefined) return yield* userExists(taken.login)
          yield* recordAll(records.map(({ login }) => ({ action: "user.create", target: login })))
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const setFlags = Effect.fn("Users.setFlags")(
        function* (login: string, flags: Partial<UserFlags>) {
          const user = yield* hold(login)
          const { changed, details } = differences<UserFlags>(user, flags)
          if (details.length === 0) return
          yield* rows.setFlags(user.id, changed)
          for (const [flag, value] of Object.entries(changed)) {
            const right = flag === "siteAdmin" ? "site-admin" : "registry-admin"
            yield* audit.record({ action: `user.${value ? "grant" : "revoke"}-${right}`, target: login })
          }
          yield* cache.userChanged(user.id)
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const setProfile = Effect.fn("Users.setProfile")(
        function* (login: string, profile: Partial<UserProfile>) {
          yield* checkProfile(profile)
          const user = yield* hold(login)
          const { changed, details } = differences<UserProfile>(user, profile)
          if (details.length === 0) return
          yield* rows.setProfile(user.id, changed)
          yield* audit.record({ action: "user.set-profile", target: login })
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("Users.remove")(
        function* (login: string) {
          // The order in which locks are taken stands in services/ServiceAccess.ts.
          yield* waitForOthers
          yield* get(login)
          yield* rows.holdServices(login)
          const { id } = yield* found(login, rows.holdAlone(login))
          const organizations = yield* rows.organizationsOf(id)
          if (organizations.length > 0) return yield* userIsMember(login, organizations)
          yield* tokens.ofUser(id)
          yield* rows.remove(id)
          yield* audit.record({ action: "user.remove", target: login })
          yield* cache.userChanged(id)
        },
        sql.withTransaction,
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return Users.of({
        create: (user) => Effect.tap(newRecord(user), (record) => insert([record])),
        createAll: (users) => Effect.tap(Effect.forEach(users, newRecord), insert),
        find,
        findAll: (logins) => Effect.map(rows.findAll(logins.filter(isLogin)), byLogin),
        findById: rows.findById,
        get,
        hold,
        holdAll,
        list: (page) => rows.list(page.after ?? "", page.limit),
        setFlags,
        setProfile,
        remove
      })
    })
  ).pipe(Layer.provide(PrincipalCache.layer))
}
