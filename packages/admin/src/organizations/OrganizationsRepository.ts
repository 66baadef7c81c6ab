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

/** Columns of `admin_organizations` under the names of an `OrganizationRecord`. */
export const organizationColumns = `
  admin_organizations.name AS "name",
  admin_organizations.display_name AS "displayName",
  admin_organizations.avatar_url AS "avatarUrl",
  admin_organizations.created_at AS "createdAt"`

/** A fault of the database is a defect in all of these. */
export const organizationsRepository = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal(organizationColumns)
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
    /** In the order of their names, from the one after `after` on. */
    list: (after: string, limit: number): Effect.Effect<ReadonlyArray<OrganizationRecord>> =>
      sql<OrganizationRecord>`SELECT ${columns} FROM admin_organizations WHERE name > ${after}
        ORDER BY name LIMIT ${limit}`.pipe(Effect.orDie),
    /** False when there is no such organization. */
    rename: (name: string, displayName: string): Effect.Effect<boolean> =>
      sql`UPDATE admin_organizations SET display_name = ${displayName} WHERE name = ${name} RETURNING name`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie
      )
  }
})
