/** By which tokens that can be forgotten are found. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const expiredTokensIndex = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX admin_tokens_expired ON admin_tokens (expires_at) WHERE name IS NULL AND expires_at <> 0`
})
