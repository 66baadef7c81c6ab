/** Which access tokens a service holds, and the end of all of them. Decides nothing. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { TokenRecord } from "../tokens/Tokens.ts"

/** A token as the list of a service's tokens shows it. */
export type HeldToken = Pick<
  TokenRecord,
  "id" | "kind" | "name" | "description" | "roleId" | "createdAt" | "expiresAt" | "lastUsed"
>

/** What the audit log says of a token that ends. */
export type EndedToken = Pick<TokenRecord, "id" | "kind" | "organization" | "reason">

const byId = <A extends { readonly id: string }>(tokens: ReadonlyArray<A>): ReadonlyArray<A> =>
  tokens.toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** A fault of the database is a defect in all of these. */
export const serviceTokensRepository = Effect.map(SqlClient.SqlClient, (sql) => ({
  insert: (serviceId: string, tokenId: string): Effect.Effect<void> =>
    sql`INSERT INTO admin_service_tokens (token_id, service_id) VALUES (${tokenId}, ${serviceId})`.pipe(
      Effect.asVoid,
      Effect.orDie
    ),

  isHeld: (serviceId: string, tokenId: string): Effect.Effect<boolean> =>
    sql`SELECT token_id FROM admin_service_tokens WHERE token_id = ${tokenId} AND service_id = ${serviceId}`.pipe(
      Effect.map((rows) => rows.length > 0),
      Effect.orDie
    ),

  /** Those that were not revoked, in the order of their ids. */
  list: (serviceId: string): Effect.Effect<ReadonlyArray<HeldToken>> =>
    sql<HeldToken>`SELECT t.id, t.kind, t.name, t.description, t.role_id AS "roleId", t.created_at AS "createdAt",
        t.expires_at AS "expiresAt", t.last_used AS "lastUsed"
      FROM admin_service_tokens s JOIN admin_tokens t ON t.id = s.token_id
      WHERE s.service_id = ${serviceId} AND t.revoked_at IS NULL`.pipe(Effect.map(byId), Effect.orDie),

  /** Revokes those that were not, and gives them in the order of their ids. */
  revokeAll: (serviceId: string, at: number): Effect.Effect<ReadonlyArray<EndedToken>> =>
    sql<EndedToken>`UPDATE admin_tokens SET revoked_at = ${at}
      WHERE id IN (SELECT token_id FROM admin_service_tokens WHERE service_id = ${serviceId}) AND revoked_at IS NULL
      RETURNING id, kind, organization, reason`.pipe(Effect.map(byId), Effect.orDie)
}))
