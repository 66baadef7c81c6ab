/**
 * A hash stands at a random place of its index, so that every new token changes a page there: the smaller the entries, the
 * fewer pages there are to write. Names are in each other's way, and most tokens have none.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { keyType } from "../keyType.ts"

/** SQLite takes no constraint from a table. Nothing refers to the former tables when they go, so that no row goes with them. */
const rebuildOnSqlite = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const key = keyType(sql)
  const indexes = yield* sql<{ readonly made: string }>`SELECT sql AS made FROM sqlite_schema
    WHERE type = 'index' AND tbl_name IN ('admin_tokens', 'admin_service_tokens') AND sql IS NOT NULL ORDER BY rowid`
  yield* sql`ALTER TABLE admin_tokens RENAME TO admin_tokens_before`
  yield* sql`CREATE TABLE admin_tokens (
    id ${key} PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('personal', 'organization', 'team', 'runner', 'refresh', 'agent')),
    hash ${key} NOT NULL,
    organization ${key} REFERENCES admin_organizations (name),
    user_id ${key} REFERENCES admin_users (id) ON DELETE CASCADE,
    team ${key},
    issued_from ${key} REFERENCES admin_tokens (id) ON DELETE CASCADE,
    name ${key},
    description TEXT NOT NULL,
    admin BOOLEAN NOT NULL,
    role_id TEXT,
    reason TEXT,
    created_by TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    last_used BIGINT NOT NULL,
    revoked_at BIGINT,
    FOREIGN KEY (organization, team) REFERENCES admin_teams (organization, name),
    CHECK ((user_id IS NULL) = (kind IN ('organization', 'team', 'runner'))),
    CHECK (user_id IS NOT NULL OR organization IS NOT NULL),
    CHECK ((team IS NOT NULL) = (kind = 'team'))
  )`
  yield* sql`INSERT INTO admin_tokens SELECT * FROM admin_tokens_before ORDER BY rowid`
  yield* sql`ALTER TABLE admin_service_tokens RENAME TO admin_service_tokens_before`
  yield* sql`CREATE TABLE admin_service_tokens (
    token_id ${key} PRIMARY KEY REFERENCES admin_tokens (id) ON DELETE CASCADE,
    service_id ${key} NOT NULL REFERENCES admin_services (id) ON DELETE CASCADE
  )`
  yield* sql`INSERT INTO admin_service_tokens SELECT * FROM admin_service_tokens_before ORDER BY rowid`
  yield* sql`DROP TABLE admin_service_tokens_before`
  yield* sql`DROP TABLE admin_tokens_before`
  for (const { made } of indexes) yield* sql.unsafe(made)
})

const relaxOnPostgres = (sql: SqlClient.SqlClient) =>
  sql`ALTER TABLE admin_tokens
    DROP CONSTRAINT admin_tokens_hash_key, DROP CONSTRAINT admin_tokens_organization_name_key`

export const hashPrefixMigration = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({ pg: () => relaxOnPostgres(sql), orElse: () => rebuildOnSqlite(sql) })
  yield* sql`CREATE INDEX admin_tokens_hash ON admin_tokens (substr(hash, 1, 11))`
  yield* sql`CREATE UNIQUE INDEX admin_tokens_name ON admin_tokens (organization, name) WHERE name IS NOT NULL`
})
