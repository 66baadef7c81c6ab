/** The rows of switched features. Decides nothing. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A feature that was switched. */
export interface FeatureRow {
  readonly feature: string
  readonly enabled: boolean
}

/** A fault of the database is a defect in both of these. */
export const featuresRepository = Effect.map(SqlClient.SqlClient, (sql) => ({
  list: (organization: string): Effect.Effect<ReadonlyArray<FeatureRow>> =>
    // SQLite has no booleans: it gives 0 or 1.
    sql<{ feature: string; enabled: boolean | number }>`SELECT feature, enabled FROM admin_features
      WHERE organization = ${organization}`.pipe(
      Effect.map((rows) => rows.map(({ enabled, feature }) => ({ feature, enabled: Boolean(enabled) }))),
      Effect.orDie
    ),
  set: (organization: string, feature: string, enabled: boolean): Effect.Effect<void> =>
    sql`INSERT INTO admin_features (organization, feature, enabled) VALUES (${organization}, ${feature}, ${enabled})
      ON CONFLICT (organization, feature) DO UPDATE SET enabled = excluded.enabled`.pipe(Effect.asVoid, Effect.orDie)
}))
