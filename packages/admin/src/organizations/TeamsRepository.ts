/** The rows of teams and of who belongs to them. Decides nothing. */
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { TeamRole } from "@platform-control/core/Authorization"

/** A team as it is kept. */
export interface TeamRecord {
  readonly organization: string
  /** Unique within the organization; never changes. */
  readonly name: string
  readonly displayName: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** Somebody who belongs to a team. */
export interface TeamMemberRecord {
  readonly userId: string
  readonly login: string
  readonly name: string
  readonly role: TeamRole
}

const teamColumns = `organization, name, display_name AS "displayName", created_at AS "createdAt"`

const changed = Effect.map((rows: ReadonlyArray<unknown>) => rows.length > 0)

/** A fault of the database is a defect in all of these. */
export const teamsRepository = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal(teamColumns)
  /** SQLite has one writer: a transaction that writes is alone. */
  const find = (organization: string, name: string, lock: "" | "FOR KEY SHARE" | "FOR UPDATE" = "") =>
    sql<TeamRecord>`SELECT ${columns} FROM admin_teams WHERE organization = ${organization} AND name = ${name}
      ${sql.onDialectOrElse({ pg: () => sql.literal(lock), orElse: () => sql.literal("") })}`.pipe(
      Effect.map((rows) => Option.fromUndefinedOr(rows[0])),
      Effect.orDie
    )
  return {
    /** False when the organization has a team of that name. */
    insert: (team: TeamRecord): Effect.Effect<boolean> =>
      sql`INSERT INTO admin_teams (organization, name, display_name, created_at)
        VALUES (${team.organization}, ${team.name}, ${team.displayName}, ${team.createdAt})
        ON CONFLICT (organization, name) DO NOTHING RETURNING name`.pipe(changed, Effect.orDie),
    find: (organization: string, name: string): Effect.Effect<Option.Option<TeamRecord>> => find(organization, name),
    /** In the order of their names, from the one after `after` on. */
    list: (organization: string, after: string, limit: number): Effect.Effect<ReadonlyArray<TeamRecord>> =>
      sql<TeamRecord>`SELECT ${columns} FROM admin_teams WHERE organization = ${organization} AND name > ${after}
        ORDER BY name LIMIT ${limit}`.pipe(Effect.orDie),
    /** False when there is no such team. */
    rename: (organization: string, name: string, displayName: string): Effect.Effect<boolean> =>
      sql`UPDATE admin_teams SET display_name = ${displayName}
        WHERE organization = ${organization} AND name = ${name} RETURNING name`.pipe(changed, Effect.orDie),
    /** How many services stand under the team's name. */
    ownedServices: (organization: string, name: string): Effect.Effect<number> =>
      sql<{ count: number }>`SELECT COUNT(*) AS count FROM admin_services
        WHERE organization = ${organization} AND owner_type = 'team' AND owner_name = ${name}`.pipe(
        Effect.map(([row]) => row?.count ?? 0),
        Effect.orDie
      ),
    /** Inside a transaction: the team, which then stays until it ends. */
    hold: (organization: string, name: string): Effect.Effect<Option.Option<TeamRecord>> =>
      find(organization, name, "FOR KEY SHARE"),
    /** Inside a transaction: waits for whoever holds the team, and lets nobody do so before it ends. */
    holdAlone: (organization: string, name: string): Effect.Effect<Option.Option<TeamRecord>> =>
      find(organization, name, "FOR UPDATE"),
    /** Who belongs to it is forgotten with it; a token would make this fail. */
    remove: (organization: string, name: string): Effect.Effect<void> =>
      sql`DELETE FROM admin_teams WHERE organization = ${organization} AND name = ${name}`.pipe(
        Effect.asVoid,
        Effect.orDie
      ),
    /** False when the user belongs to the team already; fails when they are no member of the organization. */
    addMember: (organization: string, team: string, userId: string, role: TeamRole): Effect.Effect<boolean> =>
      sql`INSERT INTO admin_team_members (organization, team, user_id, role)
        VALUES (${organization}, ${team}, ${userId}, ${role})
        ON CONFLICT (organization, team, user_id) DO NOTHING RETURNING user_id`.pipe(changed, Effect.orDie),
    /** Undefined when the user does not belong to the team; else it stays so until the transaction ends. */
    holdRole: (organization: string, team: string, userId: string): Effect.Effect<TeamRole | undefined> =>
      sql<{ role: TeamRole }>`SELECT role FROM admin_team_members
        WHERE organization = ${organization} AND team = ${team} AND user_id = ${userId}
        ${sql.onDialectOrElse({ pg: () => sql`FOR UPDATE`, orElse: () => sql`` })}`.pipe(
        Effect.map(([row]) => row?.role),
        Effect.orDie
      ),
    setRole: (organization: string, team: string, userId: string, role: TeamRole): Effect.Effect<void> =>
      sql`UPDATE admin_team_members SET role = ${role}
        WHERE organization = ${organization} AND team = ${team} AND user_id = ${userId}`.pipe(
        Effect.asVoid,
        Effect.orDie
      ),
    /** False when the user does not belong to the team. */
    removeMember: (organization: string, team: string, userId: string): Effect.Effect<boolean> =>
      sql`DELETE FROM admin_team_members
        WHERE organization = ${organization} AND team = ${team} AND user_id = ${userId} RETURNING user_id`.pipe(
        changed,
        Effect.orDie
      ),
    /** In the order of their logins, from the one after `after` on. */
    members: (
      organization: string,
      team: string,
      after: string,
      limit: number
    ): Effect.Effect<ReadonlyArray<TeamMemberRecord>> =>
      sql<TeamMemberRecord>`SELECT u.id AS "userId", u.login, u.name, m.role
        FROM admin_team_members m JOIN admin_users u ON u.id = m.user_id
        WHERE m.organization = ${organization} AND m.team = ${team} AND u.login > ${after}
        ORDER BY u.login LIMIT ${limit}`.pipe(Effect.orDie)
  }
})
