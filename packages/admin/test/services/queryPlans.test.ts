/** Every statement about services finds its rows by an index, however many there are. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type TestEngine, testEngines } from "@platform-control/core/testing/databases"
import { adminMigrations } from "../../src/server.ts"

interface PlanRow {
  readonly detail: string
  readonly "QUERY PLAN": string
}

/** PostgreSQL reads small tables as a whole; asked not to, it still does where no index serves. */
const explain = Effect.fnUntraced(function* (engine: TestEngine, text: string) {
  const sql = yield* SqlClient.SqlClient
  if (engine.name === "SQLite")
    return (yield* sql.unsafe<PlanRow>(`EXPLAIN QUERY PLAN ${text}`)).map(({ detail }) => detail)
  const rows = yield* sql.withTransaction(
    sql`SET LOCAL enable_seqscan = off`.pipe(
      Effect.andThen(sql`SET LOCAL enable_bitmapscan = off`),
      Effect.andThen(sql.unsafe<PlanRow>(`EXPLAIN ${text}`))
    )
  )
  return rows.map((row) => row["QUERY PLAN"])
})

/** PostgreSQL plans by what a table holds; SQLite plans an empty one as it plans a full one. */
const filled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (sql.onDialectOrElse({ pg: () => false, orElse: () => true })) return
  yield* sql`INSERT INTO admin_organizations SELECT 'org' || n, '', '', 0 FROM generate_series(1, 50) AS n`
  yield* sql`INSERT INTO admin_users SELECT 'u' || n, 'login' || n, '', '', '', false, false, 0
    FROM generate_series(1, 2000) AS n`
  yield* sql`INSERT INTO admin_members SELECT 'org' || (n % 50 + 1), 'u' || n, 'member', false
    FROM generate_series(1, 2000) AS n`
  yield* sql`INSERT INTO admin_services (id, organization, name, owner_type, owner_name, owner_user_id, description,
      properties, created_at)
    SELECT 's' || n, 'org' || (n % 50 + 1), 'name' || n, 'user', 'login' || n, 'u' || n, '', '[]', 0
    FROM generate_series(1, 2000) AS n`
  yield* sql`INSERT INTO admin_service_users SELECT 's' || n, 'org' || (n % 50 + 1), 'u' || n
    FROM generate_series(1, 2000) AS n`
  yield* sql`INSERT INTO admin_service_items (service_id, type, name, added_by, created_at)
    SELECT 's' || (n % 200 + 1), 'stack', 'p/' || n, 'u' || (n % 2000 + 1), 0 FROM generate_series(1, 40000) AS n`
  yield* sql`INSERT INTO admin_tokens (id, kind, hash, organization, description, admin, created_by, created_at,
      expires_at, last_used)
    SELECT 't' || n, 'organization', 'h' || n, 'org' || (n % 50 + 1), '', false, '', 0, 0, 0
    FROM generate_series(1, 2000) AS n`
  yield* sql`INSERT INTO admin_service_tokens SELECT 't' || n, 's' || n FROM generate_series(1, 2000) AS n`
  yield* sql`ANALYZE`
})

const cases: ReadonlyArray<readonly [what: string, statement: string]> = [
  ["one service", "SELECT * FROM admin_services s WHERE s.organization = 'org1' AND s.name = 'name50'"],
  [
    "a page of services",
    `SELECT s.* FROM admin_services s LEFT JOIN admin_users u ON u.id = s.owner_user_id
      WHERE s.organization = 'org1' AND s.name > 'name1' ORDER BY s.name LIMIT 5`
  ],
  [
    "a page of items",
    `SELECT i.* FROM admin_service_items i LEFT JOIN admin_users u ON u.id = i.added_by
      WHERE i.service_id = 's1' AND (i.type, i.name) > ('stack', 'p/1') AND i.type IN ('environment', 'stack')
      ORDER BY i.type, i.name LIMIT 5`
  ],
  [
    "counts",
    `SELECT service_id, type, COUNT(*) FROM admin_service_items
      WHERE service_id IN ('s1', 's2') AND type IN ('environment', 'stack') GROUP BY service_id, type`
  ],
  [
    "members",
    "SELECT * FROM admin_service_users m JOIN admin_users u ON u.id = m.user_id WHERE m.service_id IN ('s1', 's2')"
  ],
  ["teams", "SELECT * FROM admin_service_teams WHERE service_id IN ('s1')"],
  [
    "tokens",
    `SELECT t.* FROM admin_service_tokens s JOIN admin_tokens t ON t.id = s.token_id
      WHERE s.service_id = 's1' AND t.revoked_at IS NULL`
  ],
  [
    "tokens that are revoked",
    `UPDATE admin_tokens SET revoked_at = 1
      WHERE id IN (SELECT token_id FROM admin_service_tokens WHERE service_id = 's1') AND revoked_at IS NULL`
  ],
  ["whether it holds a token", "SELECT 1 FROM admin_service_tokens WHERE token_id = 't1' AND service_id = 's1'"],
  ["whose a removed user's services were", "SELECT id FROM admin_services WHERE owner_user_id = 'u1'"],
  [
    "who is removed from an organization",
    "DELETE FROM admin_service_users WHERE organization = 'org1' AND user_id = 'u1'"
  ],
  ["what a removed user added", "SELECT 1 FROM admin_service_items WHERE added_by = 'u1'"],
  [
    "a removed user's services, and those with items of theirs",
    `SELECT id FROM admin_services WHERE id IN (
        SELECT s.id FROM admin_services s JOIN admin_users u ON u.id = s.owner_user_id WHERE u.login = 'login1'
        UNION ALL SELECT i.service_id FROM admin_service_items i JOIN admin_users u ON u.id = i.added_by
          WHERE u.login = 'login1')`
  ],
  [
    "a member who is named",
    `SELECT u.id FROM admin_members m JOIN admin_users u ON u.id = m.user_id
      WHERE m.organization = 'org1' AND u.login = 'login1'`
  ]
]

/** What SQLite says of a statement that reads a table from its first row to its last, or sorts what it read. */
const isWalk = (engine: TestEngine, table: string, line: string): boolean =>
  engine.name === "SQLite"
    ? (line.startsWith("SCAN ") && !/USING (COVERING )?INDEX/.test(line)) ||
      line.includes("USE TEMP B-TREE FOR ORDER BY")
    : line.includes(`Seq Scan on ${table}`) || /^\s*(->\s+)?Sort /.test(line)

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`query plans of services on ${engine.name}`, () => {
    it.layer(Layer.effectDiscard(filled).pipe(Layer.provideMerge(engine.layer(adminMigrations))))((it) => {
      for (const [what, statement] of cases) {
        it.effect(`${what}: by an index, without a sort`, () =>
          Effect.gen(function* () {
            const plan = yield* explain(engine, statement)
            const walks = plan.filter((line) => isWalk(engine, "admin_", line))
            assert.deepStrictEqual(walks, [], plan.join("\n"))
            assert.isNotEmpty(plan)
          })
        )
      }
    })
  })
}
