/** The rows of the audit log: added and read, never changed. */
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { AuditActor } from "@platform-control/core/Audit"

/** An entry before it has its number. */
export interface NewAuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly action: string
  readonly target: string
  readonly organization: string | null
  readonly actorKind: AuditActor["kind"]
  readonly actor: string
  readonly tokenId: string | null
  readonly requestId: string | null
  readonly reason: string | null
}

/** One write that was done. */
export interface AuditEntry extends NewAuditEntry {
  readonly id: number
}

/** Which entries; those that satisfy all that is given. */
export interface AuditFilter {
  readonly organization?: string | undefined
  readonly actor?: string | undefined
  readonly target?: string | undefined
  readonly action?: string | undefined
  /** Milliseconds since 1970, inclusive. */
  readonly since?: number | undefined
  /** Milliseconds since 1970, exclusive. */
  readonly until?: number | undefined
}

/** Where a list goes on: beyond this entry. */
export type AuditPosition = Pick<AuditEntry, "at" | "id">

/** One page of entries, in the order of their time. */
export interface AuditPage {
  readonly order: "oldest first" | "newest first"
  readonly after?: AuditPosition | undefined
  readonly limit: number
}

const toRow = ({ actorKind, requestId, tokenId, ...entry }: NewAuditEntry) => ({
  ...entry,
  actor_kind: actorKind,
  token_id: tokenId,
  request_id: requestId
})

/** A fault of the database is a defect in all of these. */
export const auditRepository = Effect.map(SqlClient.SqlClient, (sql) => {
  const conditions = (filter: AuditFilter, { after, order }: AuditPage) => [
    ...(["organization", "actor", "target", "action"] as const).flatMap((column) => {
      const wanted = filter[column]
      return wanted === undefined ? [] : [sql`${sql(column)} = ${wanted}`]
    }),
    ...(filter.since === undefined ? [] : [sql`at >= ${filter.since}`]),
    ...(filter.until === undefined ? [] : [sql`at < ${filter.until}`]),
    ...(after === undefined
      ? []
      : [
          order === "oldest first"
            ? sql`(at, id) > (${after.at}, ${after.id})`
            : sql`(at, id) < (${after.at}, ${after.id})`
        ])
  ]

  return {
    /** In one statement. */
    insert: (entries: Array.NonEmptyReadonlyArray<NewAuditEntry>): Effect.Effect<void> =>
      sql`INSERT INTO admin_audit_entries ${sql.insert(Array.map(entries, toRow))}`.pipe(Effect.asVoid, Effect.orDie),

    list: (filter: AuditFilter, page: AuditPage): Effect.Effect<ReadonlyArray<AuditEntry>> => {
      const wanted = conditions(filter, page)
      const where = wanted.length === 0 ? sql`` : sql`WHERE ${sql.and(wanted)}`
      const direction = sql.literal(page.order === "oldest first" ? "" : "DESC")
      return sql<AuditEntry>`SELECT id, at, action, target, organization, actor_kind AS "actorKind", actor,
          token_id AS "tokenId", request_id AS "requestId", reason
        FROM admin_audit_entries ${where} ORDER BY at ${direction}, id ${direction} LIMIT ${page.limit}`.pipe(
        Effect.orDie
      )
    }
  }
})
