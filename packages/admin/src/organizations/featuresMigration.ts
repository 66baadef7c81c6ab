/** The table of the features that an organization has switched; what has no row is as it is by default. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { keyType } from "../keyType.ts"

export const featuresMigration = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE admin_features (
    organization ${key} NOT NULL REFERENCES admin_organizations (name) ON DELETE CASCADE,
    feature ${key} NOT NULL,
    enabled BOOLEAN NOT NULL,
    PRIMARY KEY (organization, feature)
  )`
})
