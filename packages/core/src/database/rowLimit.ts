/** Bounds how many rows a statement gives. */
import type { SqlClient, Statement } from "effect/sql"

/**
 * A row limit as a parameter, for `LIMIT`. SQLite looks at a bare parameter there while it plans, so that a statement would
 * be planned anew at each call, which costs more than a short page; it does not look through a cast.
 */
export const rowLimit = (sql: SqlClient.SqlClient, limit: number): Statement.Fragment => sql`CAST(${limit} AS INTEGER)`
