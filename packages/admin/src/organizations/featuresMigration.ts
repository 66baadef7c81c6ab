/** The table of the features that an organization has switched; what has no row is as it is by default. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const featuresMigration = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = sql.onDialectOrElse({ pg: () => sql.literal(`TEXT COLLATE "C"`), orElse: () => sql.literal("TEXT") })
  yield* sql`CREATE TABLE admin_features (
    organization ${key} NOT NULL REFERENCES admin_organizations (name) ON DELETE CASCADE,
    feature ${key} NOT NULL,
    enabled BOOLEAN NOT NULL,
    PRIMARY KEY (organization, feature)
  )`
})
