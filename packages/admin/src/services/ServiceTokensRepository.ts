/** Which access tokens a service holds. Decides nothing, and knows nothing of the tokens themselves. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

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

  /** The ids of all, revoked ones too. */
  list: (serviceId: string): Effect.Effect<ReadonlyArray<string>> =>
    sql<{ readonly id: string }>`SELECT token_id AS "id" FROM admin_service_tokens
      WHERE service_id = ${serviceId} ORDER BY token_id`.pipe(
      Effect.map((rows) => rows.map(({ id }) => id)),
      Effect.orDie
    )
}))
