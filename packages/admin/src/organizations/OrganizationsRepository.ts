/** The rows of organizations. Decides nothing. */
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"

/** An organization as it is kept. */
export interface OrganizationRecord {
  /** The canonical name, which stands in paths and never changes. */
  readonly name: string
  readonly displayName: string
  readonly avatarUrl: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** What people read and see of an organization. */
export interface OrganizationProfile {
  readonly displayName?: string | undefined
  readonly avatarUrl?: string | undefined
}

/** Columns of `admin_organizations` under the names of an `OrganizationRecord`. */
export const organizationColumns = `
  admin_organizations.name AS "name",
  admin_organizations.display_name AS "displayName",
  admin_organizations.avatar_url AS "avatarUrl",
  admin_organizations.created_at AS "createdAt"`

/** A fault of the database is a defect in all of these. */
export const organizationsRepository = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal(organizationColumns)
  /** SQLite has one writer: a transaction that writes is alone. */
  const held = (lock: "FOR KEY SHARE" | "FOR NO KEY UPDATE" | "FOR UPDATE") =>
    sql.onDialectOrElse({ pg: () => sql.literal(lock), orElse: () => sql.literal("") })
  const hold = (name: string, lock: "FOR KEY SHARE" | "FOR NO KEY UPDATE") =>
    sql`SELECT name FROM admin_organizations WHERE name = ${name} ${held(lock)}`.pipe(
      Effect.map((rows) => rows.length > 0),
      Effect.orDie
    )
  return {
    /** False when the name is taken. */
    insert: (record: OrganizationRecord): Effect.Effect<boolean> =>
      sql`INSERT INTO admin_organizations (name, display_name, avatar_url, created_at)
        VALUES (${record.name}, ${record.displayName}, ${record.avatarUrl}, ${record.createdAt})
        ON CONFLICT (name) DO NOTHING RETURNING name`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie
      ),
    find: (name: string): Effect.Effect<Option.Option<OrganizationRecord>> =>
      sql<OrganizationRecord>`SELECT ${columns} FROM admin_organizations WHERE name = ${name}`.pipe(
        Effect.map((rows) => Option.fromUndefinedOr(rows[0])),
        Effect.orDie
      ),
    /** Inside a transaction: whether there is such an organization, which then stays until the transaction ends. */
    hold: (name: string): Effect.Effect<boolean> => hold(name, "FOR KEY SHARE"),
    /** The same, and one transaction at a time; those that only `hold` it go on. */
    holdForChange: (name: string): Effect.Effect<boolean> => hold(name, "FOR NO KEY UPDATE"),
    /** Inside a transaction: waits for whoever holds it, and lets nobody hold it before the transaction ends. */
    holdAlone: (name: string): Effect.Effect<void> =>
      sql`SELECT name FROM admin_organizations WHERE name = ${name} ${held("FOR UPDATE")}`.pipe(
        Effect.asVoid,
        Effect.orDie
      ),
    /** In the order of their names, from the one after `after` on. */
    list: (after: string, limit: number): Effect.Effect<ReadonlyArray<OrganizationRecord>> =>
      sql<OrganizationRecord>`SELECT ${columns} FROM admin_organizations WHERE name > ${after}
        ORDER BY name LIMIT ${limit}`.pipe(Effect.orDie),
    /** Parts that are left out stay as they are. False when there is no such organization. */
    setProfile: (name: string, profile: OrganizationProfile): Effect.Effect<boolean> =>
      sql`UPDATE admin_organizations SET
          display_name = COALESCE(${profile.displayName ?? null}, display_name),
          avatar_url = COALESCE(${profile.avatarUrl ?? null}, avatar_url)
        WHERE name = ${name} RETURNING name`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie
      ),
    /** Who belongs to it. */
    people: (name: string): Effect.Effect<ReadonlyArray<{ readonly id: string; readonly login: string }>> =>
      sql<{ id: string; login: string }>`SELECT u.id, u.login
        FROM admin_members m JOIN admin_users u ON u.id = m.user_id
        WHERE m.organization = ${name} ORDER BY u.login`.pipe(Effect.orDie),
    /** Removes all things of one kind that it has, and gives their names. */
    removeAll: (what: "issuers" | "services" | "teams", name: string): Effect.Effect<ReadonlyArray<string>> =>
      sql<{ name: string }>`DELETE FROM ${sql(`admin_${what}`)} WHERE organization = ${name} RETURNING name`.pipe(
        Effect.map((rows) => rows.map((row) => row.name).toSorted()),
        Effect.orDie
      ),
    /** Memberships and features go with it; anything else would make this fail. */
    remove: (name: string): Effect.Effect<void> =>
      Effect.andThen(
        sql`DELETE FROM admin_members WHERE organization = ${name}`,
        sql`DELETE FROM admin_organizations WHERE name = ${name}`
      ).pipe(Effect.asVoid, Effect.orDie)
  }
})
