/** The rows of users. Decides nothing. */
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { inParts } from "./inParts.ts"

/** Rights over the whole control plane. */
export interface UserFlags {
  /** Administrator of every organization. */
  readonly siteAdmin: boolean
  /** May publish under the public sources where they hold RegistryPublish. */
  readonly registryAdmin: boolean
}

/** What people read and see of a user. */
export interface UserProfile {
  readonly name: string
  readonly email: string
  readonly avatarUrl: string
}

/** A user as they are kept. */
export interface UserRecord extends UserFlags, UserProfile {
  readonly id: string
  readonly login: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

const userColumns = `
  id, login, name, email, avatar_url AS "avatarUrl", site_admin AS "siteAdmin", registry_admin AS "registryAdmin",
  created_at AS "createdAt"`

/** SQLite has no booleans: it gives 0 or 1. */
interface UserRow extends Omit<UserRecord, keyof UserFlags> {
  readonly siteAdmin: boolean | number
  readonly registryAdmin: boolean | number
}

const toRecord = (row: UserRow): UserRecord => ({
  ...row,
  siteAdmin: Boolean(row.siteAdmin),
  registryAdmin: Boolean(row.registryAdmin)
})

const toRow = ({ avatarUrl, createdAt, registryAdmin, siteAdmin, ...user }: UserRecord) => ({
  ...user,
  avatar_url: avatarUrl,
  site_admin: siteAdmin,
  registry_admin: registryAdmin,
  created_at: createdAt
})

/** A fault of the database is a defect in all of these. */
export const usersRepository = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal(userColumns)
  const one = (rows: ReadonlyArray<UserRow>) => Option.map(Option.fromUndefinedOr(rows[0]), toRecord)
  /** SQLite has one writer: a transaction that writes is alone. */
  const locked = (lock: "" | "FOR KEY SHARE" | "FOR UPDATE") =>
    sql.onDialectOrElse({ pg: () => sql.literal(lock), orElse: () => sql.literal("") })
  const find = (login: string, lock: "" | "FOR KEY SHARE" | "FOR UPDATE" = "") =>
    sql<UserRow>`SELECT ${columns} FROM admin_users WHERE login = ${login} ${locked(lock)}`.pipe(
      Effect.map(one),
      Effect.orDie
    )
  const findAll = (logins: ReadonlyArray<string>, lock: "" | "FOR KEY SHARE") =>
    inParts(
      logins,
      (part) => sql<UserRow>`SELECT ${columns} FROM admin_users WHERE ${sql.in("login", part)} ${locked(lock)}`
    ).pipe(
      Effect.map((rows) => rows.map(toRecord)),
      Effect.orDie
    )
  return {
    /** Gives the logins of those that were inserted: of the others they are taken. */
    insert: (users: ReadonlyArray<UserRecord>): Effect.Effect<ReadonlySet<string>> =>
      inParts(
        users.map(toRow),
        (part) => sql<{ login: string }>`INSERT INTO admin_users ${sql.insert(part)}
          ON CONFLICT (login) DO NOTHING RETURNING login`
      ).pipe(
        Effect.map((rows) => new Set(rows.map(({ login }) => login))),
        Effect.orDie
      ),
    /** Those that there are, in no order. */
    findAll: (logins: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<UserRecord>> => findAll(logins, ""),
    /** Inside a transaction: `findAll`, and they stay until it ends. */
    holdAll: (logins: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<UserRecord>> =>
      findAll(logins, "FOR KEY SHARE"),
    findByLogin: (login: string): Effect.Effect<Option.Option<UserRecord>> => find(login),
    /** Inside a transaction: the user, who then stays until it ends. */
    hold: (login: string): Effect.Effect<Option.Option<UserRecord>> => find(login, "FOR KEY SHARE"),
    /** Inside a transaction: waits for whoever holds the user, and lets nobody do so before it ends. */
    holdAlone: (login: string): Effect.Effect<Option.Option<UserRecord>> => find(login, "FOR UPDATE"),
    /**
     * Inside a transaction: waits for whoever changes a service that is the user's or has an item that they attached, as
     * both are changed with the user, and lets nobody do so before it ends.
     */
    holdServices: (login: string): Effect.Effect<void> =>
      sql.onDialectOrElse({
        pg: () =>
          sql`SELECT id FROM admin_services WHERE id IN (
              SELECT s.id FROM admin_services s JOIN admin_users u ON u.id = s.owner_user_id WHERE u.login = ${login}
              UNION ALL SELECT i.service_id FROM admin_service_items i JOIN admin_users u ON u.id = i.added_by
                WHERE u.login = ${login}
            ) ORDER BY id FOR UPDATE`.pipe(Effect.asVoid, Effect.orDie),
        orElse: () => Effect.void
      }),
    findById: (id: string): Effect.Effect<Option.Option<UserRecord>> =>
      sql<UserRow>`SELECT ${columns} FROM admin_users WHERE id = ${id}`.pipe(Effect.map(one), Effect.orDie),
    /** In the order of their logins, from the one after `after` on. */
    list: (after: string, limit: number): Effect.Effect<ReadonlyArray<UserRecord>> =>
      sql<UserRow>`SELECT ${columns} FROM admin_users WHERE login > ${after} ORDER BY login LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(toRecord)),
        Effect.orDie
      ),
    /** Flags that are left out stay as they are. */
    setFlags: (id: string, flags: Partial<UserFlags>): Effect.Effect<void> =>
      sql`UPDATE admin_users SET
          site_admin = COALESCE(${flags.siteAdmin ?? null}, site_admin),
          registry_admin = COALESCE(${flags.registryAdmin ?? null}, registry_admin)
        WHERE id = ${id}`.pipe(Effect.asVoid, Effect.orDie),
    /** Parts that are left out stay as they are. */
    setProfile: (id: string, profile: Partial<UserProfile>): Effect.Effect<void> =>
      sql`UPDATE admin_users SET
          name = COALESCE(${profile.name ?? null}, name),
          email = COALESCE(${profile.email ?? null}, email),
          avatar_url = COALESCE(${profile.avatarUrl ?? null}, avatar_url)
        WHERE id = ${id}`.pipe(Effect.asVoid, Effect.orDie),
    organizationsOf: (id: string): Effect.Effect<ReadonlyArray<string>> =>
      sql<{ organization: string }>`SELECT organization FROM admin_members WHERE user_id = ${id}
        ORDER BY organization`.pipe(
        Effect.map((found) => found.map(({ organization }) => organization)),
        Effect.orDie
      ),
    /** A token or a membership would make this fail. */
    remove: (id: string): Effect.Effect<void> =>
      sql`DELETE FROM admin_users WHERE id = ${id}`.pipe(Effect.asVoid, Effect.orDie)
  }
})
