/** Lets the changes of one pack follow each other. */
import type { SqlClient } from "effect/sql"
import { Effect } from "effect"
import type { PackName } from "./PackRows.ts"

/**
 * Inside a transaction: holds the pack's name until it ends. SQLite has one writer at a time anyway. A name that was never
 * used can't be held, and there is nothing of it to change.
 */
export const lockPack = (sql: SqlClient.SqlClient, { name, organization }: PackName) =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.asVoid(sql`SELECT 1 FROM policy_names WHERE organization = ${organization} AND name = ${name} FOR UPDATE`),
    orElse: () => Effect.void
  })
