/** The rows of access tokens. Decides nothing, and never sees a value: only its hash. */
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { StoredTokenKind } from "./TokenValue.ts"

/** A token as it is kept. */
export interface TokenRecord {
  readonly id: string
  readonly kind: StoredTokenKind
  /** The owner of organization, team and runner tokens; for a user's token the only organization it reaches, if set. */
  readonly organization: string | null
  readonly userId: string | null
  readonly team: string | null
  /** The refresh token that this one was exchanged for, with which it is revoked. */
  readonly issuedFrom: string | null
  readonly name: string | null
  readonly description: string
  readonly admin: boolean
  readonly roleId: string | null
  /** Why it was made, for the audit log. */
  readonly reason: string | null
  /** The login of whoever made it. */
  readonly createdBy: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Unix seconds; 0 when it never expires. */
  readonly expiresAt: number
  /** Unix seconds; 0 when it was never used. */
  readonly lastUsed: number
  /** Milliseconds since 1970. */
  readonly revokedAt: number | null
}

/** Where a list of tokens goes on: behind this token, in the order of creation. */
export interface TokenPosition {
  readonly createdAt: number
  readonly id: string
}

/** Which tokens a list holds. */
export type TokenOwner = { readonly userId: string } | { readonly organization: string }

/** Which of an owner's tokens a list on the wire holds. */
export type TokenSelection =
  | {
      readonly organization: string
      readonly status: "active" | "expired" | "all"
      /** Unix seconds. */
      readonly nowSeconds: number
    }
  | {
      readonly userId: string
      /** A part of the description; empty for all. */
      readonly text: string
    }

const tokenColumns = `
  id, kind, organization, user_id AS "userId", team, issued_from AS "issuedFrom", name, description, admin,
  role_id AS "roleId", reason, created_by AS "createdBy", created_at AS "createdAt", expires_at AS "expiresAt",
  last_used AS "lastUsed", revoked_at AS "revokedAt"`

/** SQLite has no booleans: it gives 0 or 1. */
interface TokenRow extends Omit<TokenRecord, "admin"> {
  readonly admin: boolean | number
}

const toRecord = (row: TokenRow): TokenRecord => ({ ...row, admin: Boolean(row.admin) })

/** Use is written down no more often than this. */
export const USE_NOTED_EVERY_SECONDS = 60

/** A fault of the database is a defect in all of these. */
export const tokensRepository = Effect.map(SqlClient.SqlClient, (sql) => {
  const columns = sql.literal(tokenColumns)
  const ownedBy = (owner: TokenOwner) =>
    "userId" in owner ? sql`user_id = ${owner.userId}` : sql`user_id IS NULL AND organization = ${owner.organization}`

  const selected = (selection: TokenSelection) => {
    if ("userId" in selection) {
      const { text, userId } = selection
      // No description has U+0000, and PostgreSQL takes no text with it.
      if (text.includes("\0")) return sql`FALSE`
      const found = sql.onDialectOrElse({
        pg: () => sql`strpos(description, ${text}) > 0`,
        orElse: () => sql`instr(description, ${text}) > 0`
      })
      return sql`user_id = ${userId} AND kind IN ('personal', 'refresh') AND issued_from IS NULL
        ${text === "" ? sql`` : sql`AND ${found}`}`
    }
    const { nowSeconds, organization, status } = selection
    const expired = sql`expires_at <> 0 AND expires_at <= ${nowSeconds}`
    return sql`user_id IS NULL AND name IS NOT NULL AND organization = ${organization}
      ${status === "all" ? sql`` : status === "expired" ? sql`AND ${expired}` : sql`AND NOT (${expired})`}`
  }

  const keyShare = sql.onDialectOrElse({ pg: () => sql.literal("FOR KEY SHARE"), orElse: () => sql.literal("") })
  return {
    /** What the wire shows of an owner's tokens: neither revoked ones nor those that were only exchanged; oldest first. */
    select: (
      selection: TokenSelection,
      after: TokenPosition | undefined,
      limit: number
    ): Effect.Effect<ReadonlyArray<TokenRecord>> => {
      const from = after ?? { createdAt: 0, id: "" }
      return sql<TokenRow>`SELECT ${columns} FROM admin_tokens
        WHERE ${selected(selection)} AND revoked_at IS NULL AND (created_at, id) > (${from.createdAt}, ${from.id})
        ORDER BY created_at, id LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(toRecord)),
        Effect.orDie
      )
    },
    /** False when the organization has or had a token of that name. */
    insert: (token: TokenRecord, hash: string): Effect.Effect<boolean> =>
      sql`INSERT INTO admin_tokens (id, kind, hash, organization, user_id, team, issued_from, name, description, admin,
          role_id, reason, created_by, created_at, expires_at, last_used, revoked_at)
        VALUES (${token.id}, ${token.kind}, ${hash}, ${token.organization}, ${token.userId}, ${token.team},
          ${token.issuedFrom}, ${token.name}, ${token.description}, ${token.admin}, ${token.roleId}, ${token.reason},
          ${token.createdBy}, ${token.createdAt}, ${token.expiresAt}, ${token.lastUsed}, ${token.revokedAt})
        ON CONFLICT (organization, name) WHERE name IS NOT NULL DO NOTHING RETURNING id`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie
      ),
    /** Inside a transaction: whether there is such a team, which nobody removes before it ends. */
    holdTeam: (organization: string, team: string): Effect.Effect<boolean> =>
      sql`SELECT name FROM admin_teams WHERE organization = ${organization} AND name = ${team} ${keyShare}`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie
      ),
    /** Inside a transaction: whether there is a user with this id, whom nobody removes before it ends. */
    holdUser: (id: string): Effect.Effect<boolean> =>
      sql`SELECT id FROM admin_users WHERE id = ${id} ${keyShare}`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.orDie
      ),
    find: (id: string): Effect.Effect<Option.Option<TokenRecord>> =>
      sql<TokenRow>`SELECT ${columns} FROM admin_tokens WHERE id = ${id}`.pipe(
        Effect.map((rows) => Option.map(Option.fromUndefinedOr(rows[0]), toRecord)),
        Effect.orDie
      ),
    /** Expired tokens too, revoked ones not; oldest first. */
    list: (
      owner: TokenOwner,
      after: TokenPosition | undefined,
      limit: number
    ): Effect.Effect<ReadonlyArray<TokenRecord>> => {
      const from = after ?? { createdAt: 0, id: "" }
      return sql<TokenRow>`SELECT ${columns} FROM admin_tokens
        WHERE ${ownedBy(owner)} AND revoked_at IS NULL AND (created_at, id) > (${from.createdAt}, ${from.id})
        ORDER BY created_at, id LIMIT ${limit}`.pipe(
        Effect.map((rows) => rows.map(toRecord)),
        Effect.orDie
      )
    },
    /** What was revoked; undefined when the owner, where one is given, has no such token, or it was revoked before. */
    revoke: (
      id: string,
      owner: TokenOwner | undefined,
      at: number
    ): Effect.Effect<Pick<TokenRecord, "id" | "kind" | "organization" | "reason"> | undefined> =>
      sql<TokenRow>`UPDATE admin_tokens SET revoked_at = ${at}
        WHERE id = ${id} AND revoked_at IS NULL ${owner === undefined ? sql`` : sql`AND ${ownedBy(owner)}`}
        RETURNING id, kind, organization, reason`.pipe(
        Effect.map((rows) => rows[0]),
        Effect.orDie
      ),
    /** Removes up to `limit` tokens without a name that expired before a time in Unix seconds; how many there were. */
    forgetExpired: (before: number, limit: number): Effect.Effect<number> =>
      sql`DELETE FROM admin_tokens WHERE id IN (
          SELECT id FROM admin_tokens WHERE name IS NULL AND expires_at <> 0 AND expires_at < ${before} LIMIT ${limit}
        ) RETURNING id`.pipe(
        Effect.map((rows) => rows.length),
        Effect.orDie
      ),
    /** Does nothing when a use was written less than a minute before, by whichever process. */
    noteUse: (id: string, seconds: number): Effect.Effect<void> =>
      sql`UPDATE admin_tokens SET last_used = ${seconds}
        WHERE id = ${id} AND last_used <= ${seconds - USE_NOTED_EVERY_SECONDS}`.pipe(Effect.asVoid, Effect.orDie)
  }
})
