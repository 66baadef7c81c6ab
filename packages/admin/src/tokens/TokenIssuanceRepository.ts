/** The rows behind issued tokens, many at a time. Decides nothing, and never sees a value: only its hash. */
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { TokenRecord } from "./TokensRepository.ts"

/** A team of an organization. */
export interface TeamOfOrganization {
  readonly organization: string
  readonly team: string
}

/** A token before it is written. */
export interface NewTokenRow {
  readonly record: TokenRecord
  readonly hash: string
}

const toRow = ({ hash, record }: NewTokenRow) => ({
  id: record.id,
  kind: record.kind,
  hash,
  organization: record.organization,
  user_id: record.userId,
  team: record.team,
  issued_from: record.issuedFrom,
  name: record.name,
  description: record.description,
  admin: record.admin,
  role_id: record.roleId,
  reason: record.reason,
  created_by: record.createdBy,
  created_at: record.createdAt,
  expires_at: record.expiresAt,
  last_used: record.lastUsed,
  revoked_at: record.revokedAt
})

/** A fault of the database is a defect in all of these. Lists that are asked for must not be empty. */
export const tokenIssuanceRepository = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** Those of the names that there are. */
  organizations: (names: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>> =>
    sql<{ readonly name: string }>`SELECT name FROM admin_organizations WHERE ${sql.in("name", names)}`.pipe(
      Effect.map((rows) => rows.map(({ name }) => name)),
      Effect.orDie
    ),
  /** Those of the users' ids that there are. */
  users: (ids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>> =>
    sql<{ readonly id: string }>`SELECT id FROM admin_users WHERE ${sql.in("id", ids)}`.pipe(
      Effect.map((rows) => rows.map(({ id }) => id)),
      Effect.orDie
    ),
  /** Those of the teams that there are. */
  teams: (teams: ReadonlyArray<TeamOfOrganization>): Effect.Effect<ReadonlyArray<TeamOfOrganization>> => {
    const wanted = teams.map(({ organization, team }) => sql`(organization = ${organization} AND name = ${team})`)
    return sql<TeamOfOrganization>`SELECT organization, name AS team FROM admin_teams WHERE ${sql.or(wanted)}`.pipe(
      Effect.orDie
    )
  },
  /** In one statement. A defect when an owner is not there or a name is taken. */
  insert: (tokens: Array.NonEmptyReadonlyArray<NewTokenRow>): Effect.Effect<void> =>
    sql`INSERT INTO admin_tokens ${sql.insert(Array.map(tokens, toRow))}`.pipe(Effect.asVoid, Effect.orDie)
}))
