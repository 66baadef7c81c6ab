/** What a user may do within a team. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Whoever belongs to a team already is a member of it. */
export const teamRolesMigration = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE admin_team_members
    ADD COLUMN role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'admin'))`
})
