/** What the databases say of how they would run a statement, and tables with enough rows for the answer to matter. */
import type { TestEngine } from "@platform-control/core/testing/databases"
import { Effect } from "effect"
import { SqlClient, Statement } from "effect/sql"

/** A statement as the database is sent it. */
export type Compiled = readonly [text: string, parameters: ReadonlyArray<unknown>]

/** Every statement that the effect sends, one of each text. */
export const statementsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const seen = new Map<string, ReadonlyArray<unknown>>()
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      const [text, parameters] = statement.compile()
      seen.set(text, parameters)
      return statement
    })
  )
  return [...seen] as ReadonlyArray<Compiled>
})

interface PlanRow {
  readonly detail: string
  readonly "QUERY PLAN": string
}

/** The plan, a line a step. Bitmaps are for few rows: PostgreSQL is asked how it would read many. */
export const planOf = Effect.fnUntraced(function* (engine: TestEngine, [text, parameters]: Compiled) {
  const sql = yield* SqlClient.SqlClient
  if (engine.name === "SQLite") {
    const rows = yield* sql.unsafe<PlanRow>(`EXPLAIN QUERY PLAN ${text}`, parameters)
    return rows.map(({ detail }) => detail)
  }
  const plan = sql.unsafe<PlanRow>(`EXPLAIN (COSTS OFF) ${text}`, parameters)
  const rows = yield* sql.withTransaction(Effect.andThen(sql`SET LOCAL enable_bitmapscan = off`, plan))
  return rows.map((row) => row["QUERY PLAN"])
})

/** Steps that read a table from its first row to its last. What a statement made itself it may read as a whole. */
export const wholeReads = (engine: TestEngine, plan: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (engine.name === "PostgreSQL") return plan.filter((line) => line.includes("Seq Scan on policy_"))
  const made = new Set(plan.flatMap((line) => /^(?:MATERIALIZE|CO-ROUTINE) (\S+)/.exec(line)?.[1] ?? []))
  return plan.filter((line) => {
    const scanned = /^SCAN (\S+)(?! USING (?:COVERING )?INDEX)$/.exec(line)
    return scanned !== null && !made.has(scanned[1]!)
  })
}

/** Later than the sweeper looks. */
const NOT_DUE = 1_000_000_000_000

/** PostgreSQL plans by what its tables hold; SQLite plans an empty one as it plans a full one. */
export const filled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  if (sql.onDialectOrElse({ pg: () => false, orElse: () => true })) return
  // Nearly every pack is public, of every seventh nobody completed a version.
  yield* sql`
    INSERT INTO policy_packs (id, organization, name, visibility, external, created_at, latest_number, latest_display_name)
    SELECT 'pack' || n, CASE WHEN n % 200 = 0 THEN 'acme' ELSE 'org' || n % 200 END, 'name' || n,
      CASE WHEN n % 100 = 0 THEN 'private' ELSE 'public' END, 0, ${NOT_DUE}, CASE WHEN n % 7 > 0 THEN 2 END, 'name'
    FROM generate_series(1, 20000) AS n`
  yield* sql`INSERT INTO policy_names SELECT organization, name, 2 FROM policy_packs`
  yield* sql`INSERT INTO policy_tags SELECT organization, name, '1.0.0' FROM policy_packs`
  yield* sql`
    INSERT INTO policy_versions (pack_id, number, tag, display_name, upload_id, created_by, created_at, completed_at,
      archive, archive_bytes, policies, details)
    SELECT 'pack' || n, number, CASE number WHEN 1 THEN '1.0.0' END, 'name', 'upload' || n, 'somebody', ${NOT_DUE},
      CASE WHEN n % 7 > 0 THEN n END, 'archive' || n, 1, '[]', '{}'
    FROM generate_series(1, 20000) AS n, generate_series(1, 2) AS number`
  yield* sql`
    INSERT INTO policy_operations (id, organization, name, tag, display_name, created_by, created_at, policies, details)
    SELECT 'operation' || n, 'org' || n % 200, 'name' || n, '2.0.0', 'name', 'somebody', ${NOT_DUE}, '[]', '{}'
    FROM generate_series(1, 20000) AS n`
  yield* sql`INSERT INTO policy_loose_blobs SELECT 'blob' || n, ${NOT_DUE} FROM generate_series(1, 20000) AS n`
  yield* sql`INSERT INTO policy_groups SELECT 'org' || n % 200, 'group' || n, n FROM generate_series(1, 20000) AS n`
  yield* sql`
    INSERT INTO policy_group_packs SELECT 'org' || n % 200, 'group' || n, 'pack' || 1 + n % 500, 1, '{}'
    FROM generate_series(1, 20000) AS n`
  // A few organizations have added every public pack, which leaves them none to add.
  yield* sql`
    INSERT INTO policy_access (organization, pack_id, state, publisher, name)
    SELECT 'org' || n, p.id, CASE WHEN n < 5 THEN 'added' ELSE 'denied' END, p.organization, p.name
    FROM policy_packs AS p, generate_series(1, 5) AS n WHERE p.visibility = 'public'`
  yield* sql`ANALYZE`
})
