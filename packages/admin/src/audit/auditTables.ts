/** The table of audit entries, which the database itself keeps from being changed. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { keyType } from "../keyType.ts"

const REFUSAL = "audit entries are only ever added"

const identity = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    pg: () => sql.literal("BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
    orElse: () => sql.literal("INTEGER PRIMARY KEY AUTOINCREMENT")
  })

/** `TRUNCATE` fires no trigger of rows. */
const refuseOnPostgres = (sql: SqlClient.SqlClient) =>
  Effect.all(
    [
      sql.unsafe(`CREATE FUNCTION admin_refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '${REFUSAL}'; END $$`),
      sql`CREATE TRIGGER admin_audit_entries_kept BEFORE UPDATE OR DELETE ON admin_audit_entries
        FOR EACH ROW EXECUTE FUNCTION admin_refuse_audit_change()`,
      sql`CREATE TRIGGER admin_audit_entries_not_emptied BEFORE TRUNCATE ON admin_audit_entries
        FOR EACH STATEMENT EXECUTE FUNCTION admin_refuse_audit_change()`
    ],
    { discard: true }
  )

/** `INSERT OR REPLACE` takes a row away without firing the trigger of deletions. */
const refuseOnSqlite = (sql: SqlClient.SqlClient) =>
  Effect.forEach(
    [
      ["changed", "BEFORE UPDATE ON admin_audit_entries"],
      ["deleted", "BEFORE DELETE ON admin_audit_entries"],
      [
        "replaced",
        "BEFORE INSERT ON admin_audit_entries WHEN EXISTS (SELECT 1 FROM admin_audit_entries WHERE id = NEW.id)"
      ]
    ],
    ([deed, when]) =>
      sql.unsafe(`CREATE TRIGGER admin_audit_entries_not_${deed} ${when} BEGIN SELECT RAISE(ABORT, '${REFUSAL}'); END`),
    { discard: true }
  )

/** Organizations, users and tokens are named, not referenced: entries outlive them. */
export const auditTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE admin_audit_entries (
    id ${identity(sql)},
    at BIGINT NOT NULL,
    action TEXT NOT NULL,
    target ${key} NOT NULL,
    organization ${key},
    actor_kind TEXT NOT NULL,
    actor ${key} NOT NULL,
    token_id TEXT,
    request_id TEXT,
    reason TEXT
  )`
  yield* sql`CREATE INDEX admin_audit_entries_at ON admin_audit_entries (at, id)`
  yield* sql`CREATE INDEX admin_audit_entries_organization ON admin_audit_entries (organization, at, id)`
  yield* sql`CREATE INDEX admin_audit_entries_actor ON admin_audit_entries (actor, at, id)`
  yield* sql`CREATE INDEX admin_audit_entries_target ON admin_audit_entries (target, at, id)`
  yield* sql.onDialectOrElse({ pg: () => refuseOnPostgres(sql), orElse: () => refuseOnSqlite(sql) })
})
