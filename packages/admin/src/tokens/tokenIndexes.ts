/** Indexes for the lists of tokens that the wire shows, in which most rows of a busy organization do not stand. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const tokenIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX admin_tokens_of_organization ON admin_tokens (organization, created_at, id)
    WHERE user_id IS NULL AND name IS NOT NULL AND revoked_at IS NULL`
  yield* sql`CREATE INDEX admin_tokens_of_user ON admin_tokens (user_id, created_at, id)
    WHERE kind IN ('personal', 'refresh') AND issued_from IS NULL AND revoked_at IS NULL`
})
