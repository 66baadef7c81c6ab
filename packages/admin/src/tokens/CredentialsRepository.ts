/** What the tables say of one presented token and of whoever stands behind it, in one query. Decides nothing. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { OrganizationRole, TeamRole } from "@platform-control/core/Authorization"
import type { StoredTokenKind } from "./TokenValue.ts"

/** One organization of the user behind a token. */
export interface StoredMembership {
  readonly organization: string
  readonly role: OrganizationRole
  readonly registryPublish: boolean
  /** Team and role of each of the user's teams there. */
  readonly teams: ReadonlyArray<readonly [team: string, role: TeamRole]>
}

/** The user behind a token. */
export interface StoredUser {
  readonly id: string
  readonly login: string
  readonly siteAdmin: boolean
  readonly registryAdmin: boolean
  readonly memberships: ReadonlyArray<StoredMembership>
}

/** Whoever a token speaks for: a user, within one organization where it is bound to it, or an organization itself. */
export type StoredHolder =
  | { readonly _tag: "User"; readonly user: StoredUser; readonly boundTo: string | null }
  | {
      readonly _tag: "Organization"
      readonly organization: string
      readonly admin: boolean
      /** The role that it was narrowed down to. */
      readonly roleId: string | null
      /** The team for which it speaks. */
      readonly team: string | null
    }

/** A token together with whoever it speaks for. */
export interface StoredCredential {
  readonly tokenId: string
  readonly kind: StoredTokenKind
  readonly hash: string
  /** The refresh token that it was exchanged for. */
  readonly issuedFrom: string | null
  /** Unix seconds; 0 when it never expires. */
  readonly expiresAt: number
  /** Unix seconds; 0 when it was never used. */
  readonly lastUsed: number
  /** Whether it, or the token that it was exchanged for, was revoked. */
  readonly revoked: boolean
  readonly holder: StoredHolder
}

/** SQLite has no booleans: it gives 0 or 1. */
type Flag = boolean | number

interface TokenColumns extends Omit<StoredCredential, "revoked" | "holder"> {
  readonly admin: Flag
  readonly revokedAt: number | null
  readonly sourceRevokedAt: number | null
}

interface UserColumns {
  readonly organization: string | null
  readonly userId: string
  readonly login: string
  readonly siteAdmin: Flag
  readonly registryAdmin: Flag
  readonly memberOf: string | null
  readonly role: OrganizationRole
  readonly registryPublish: Flag
  readonly inTeam: string | null
  readonly teamRole: TeamRole
}

interface OrganizationColumns {
  readonly organization: string
  readonly userId: null
  readonly roleId: string | null
  readonly team: string | null
}

/** The table's checks say that a row has a user or else an organization. */
type Row = TokenColumns & (UserColumns | OrganizationColumns)

/** There is a row for each team of each organization, and one for an organization without a team. */
const toMemberships = (rows: ReadonlyArray<Row>): ReadonlyArray<StoredMembership> => {
  const teams = new Map<string, Array<readonly [string, TeamRole]>>()
  return rows.flatMap((row) => {
    if (row.userId === null || row.memberOf === null) return []
    const known = teams.get(row.memberOf)
    const those = known ?? []
    if (row.inTeam !== null) those.push([row.inTeam, row.teamRole])
    if (known !== undefined) return []
    teams.set(row.memberOf, those)
    return [{ organization: row.memberOf, role: row.role, registryPublish: Boolean(row.registryPublish), teams: those }]
  })
}

const toHolder = (row: Row, rows: ReadonlyArray<Row>): StoredHolder =>
  row.userId === null
    ? {
        _tag: "Organization",
        organization: row.organization,
        admin: Boolean(row.admin),
        roleId: row.roleId,
        team: row.team
      }
    : {
        _tag: "User",
        boundTo: row.organization,
        user: {
          id: row.userId,
          login: row.login,
          siteAdmin: Boolean(row.siteAdmin),
          registryAdmin: Boolean(row.registryAdmin),
          memberships: toMemberships(rows)
        }
      }

const toCredential = (rows: ReadonlyArray<Row>): StoredCredential | undefined => {
  const row = rows[0]
  if (row === undefined) return undefined
  const { tokenId, kind, hash, issuedFrom, expiresAt, lastUsed } = row
  const revoked = row.revokedAt !== null || row.sourceRevokedAt !== null
  return { tokenId, kind, hash, issuedFrom, expiresAt, lastUsed, revoked, holder: toHolder(row, rows) }
}

/** A fault of the database is a defect. */
export const credentialsRepository = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** The index holds the first eleven characters, 66 bits, which no two of a hundred million tokens share by chance. */
  findByHash: (hash: string): Effect.Effect<StoredCredential | undefined> =>
    sql<Row>`SELECT t.id AS "tokenId", t.kind, t.hash, t.organization, t.admin, t.issued_from AS "issuedFrom",
        t.role_id AS "roleId", t.team, t.expires_at AS "expiresAt", t.last_used AS "lastUsed", t.revoked_at AS "revokedAt",
        source.revoked_at AS "sourceRevokedAt", u.id AS "userId", u.login, u.site_admin AS "siteAdmin",
        u.registry_admin AS "registryAdmin", m.organization AS "memberOf", m.role,
        m.registry_publish AS "registryPublish", tm.team AS "inTeam", tm.role AS "teamRole"
      FROM admin_tokens t
      LEFT JOIN admin_tokens source ON source.id = t.issued_from
      LEFT JOIN admin_users u ON u.id = t.user_id
      LEFT JOIN admin_members m ON m.user_id = t.user_id
      LEFT JOIN admin_team_members tm ON tm.organization = m.organization AND tm.user_id = m.user_id
      WHERE substr(t.hash, 1, 11) = ${hash.slice(0, 11)} AND t.hash = ${hash}`.pipe(
      Effect.map(toCredential),
      Effect.orDie
    )
}))
