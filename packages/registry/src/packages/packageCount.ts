/** How many packages stand under a publisher's name. For whoever wants to give the name up. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Of every source; a package has at least one version. A fault of the database is a defect. */
export const packageCount = Effect.map(
  SqlClient.SqlClient,
  (sql) =>
    (publisher: string): Effect.Effect<number> =>
      sql<{ count: number }>`SELECT COUNT(*) AS count FROM registry_packages
        WHERE source IN ('platform', 'bridged', 'private') AND publisher = ${publisher}`.pipe(
        Effect.map(([row]) => row?.count ?? 0),
        Effect.orDie
      )
)
