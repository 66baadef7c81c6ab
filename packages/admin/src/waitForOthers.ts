/** Lets one process at a time do what must be done once, or from one state of things only. */
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** Inside a transaction: of several processes on PostgreSQL, the others wait here until it ends; SQLite has one writer anyway. */
export const waitForOthers: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql.onDialectOrElse({
      pg: () => Effect.asVoid(sql`LOCK TABLE admin_organizations IN SHARE ROW EXCLUSIVE MODE`),
      orElse: () => Effect.void
    })
)
