/** The tables of what an organization trusts: who issues identity tokens for it, and what these can be traded for. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { keyType } from "../keyType.ts"

/** The rules of an issuer are read whole and in their order, and changed whole: they are one JSON text. */
export const issuersMigration = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE admin_issuers (
    organization ${key} NOT NULL REFERENCES admin_organizations (name) ON DELETE CASCADE,
    name ${key} NOT NULL,
    url ${key} NOT NULL,
    jwks TEXT,
    max_expiration_seconds BIGINT NOT NULL,
    rules TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (organization, name),
    UNIQUE (organization, url)
  )`
})
