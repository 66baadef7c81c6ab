/** Most tokens of a busy organization are exchanged for identity tokens: no user's, and from no other token. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Takes them out of the indexes that nobody finds them by. */
export const userTokenIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX admin_tokens_user`
  yield* sql`CREATE INDEX admin_tokens_user ON admin_tokens (user_id, created_at, id) WHERE user_id IS NOT NULL`
  // Of two indexes that serve alike SQLite takes the younger, and this one leaves out what lists do not show.
  yield* sql`DROP INDEX admin_tokens_of_user`
  yield* sql`CREATE INDEX admin_tokens_of_user ON admin_tokens (user_id, created_at, id)
    WHERE kind IN ('personal', 'refresh') AND issued_from IS NULL AND revoked_at IS NULL`
  yield* sql`DROP INDEX admin_tokens_issued_from`
  yield* sql`CREATE INDEX admin_tokens_issued_from ON admin_tokens (issued_from) WHERE issued_from IS NOT NULL`
})
