/** The type of columns that are looked up and sorted by. */
import type { SqlClient } from "effect/sql"

/** Keys are ordered by code point on both engines, so that a list continues where its last page ended. */
export const keyType = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({ pg: () => sql.literal(`TEXT COLLATE "C"`), orElse: () => sql.literal("TEXT") })
