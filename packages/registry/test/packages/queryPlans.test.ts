import { assert, describe, it } from "@effect/vitest"
import { type TestEngine, testEngines } from "@platform-control/core/testing/databases"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type WalkFilter, type WalkOrder, walkParts, walkStatement } from "../../src/packages/listWalk.ts"
import { facets, textTerms } from "../../src/packages/searchWords.ts"
import { makeSearchIndex } from "../../src/packages/SearchIndex.ts"
import { LATEST_VERSION_SQL, ONE_VERSION_SQL } from "../../src/packages/versionLookup.ts"
import { registryMigrations } from "../../src/server.ts"

interface PlanRow {
  readonly id: number
  readonly parent: number
  readonly detail: string
  readonly "QUERY PLAN": string
}

/** Bitmaps are for few rows, which a test has and which cost nothing: PostgreSQL is asked how it would read many. */
const explain = Effect.fnUntraced(function* (engine: TestEngine, text: string, parameters: ReadonlyArray<unknown>) {
  const sql = yield* SqlClient.SqlClient
  if (engine.name === "SQLite") return yield* sql.unsafe<PlanRow>(`EXPLAIN QUERY PLAN ${text}`, parameters)
  const plan = sql.unsafe<PlanRow>(`EXPLAIN ${text}`, parameters)
  return yield* sql.withTransaction(Effect.andThen(sql`SET LOCAL enable_bitmapscan = off`, plan))
})

/** PostgreSQL plans by what a table holds; SQLite plans an empty one as it plans a full one. */
const filled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () =>
      Effect.andThen(
        sql`
          INSERT INTO registry_packages (source, publisher, name, scope, package_type, version, operation_id,
            published_at, wire, search)
          SELECT CASE WHEN private THEN 'private' ELSE 'platform' END, publisher, 'package' || n,
            CASE WHEN private THEN publisher ELSE '*' END, (ARRAY['native', 'component', 'bridged'])[1 + n / 7 % 3],
            '1.0.0', 'operation', n * 1000, '{}', CAST('hpackage' || n AS tsvector)
          FROM (SELECT n, n % 3 = 0 AS private, 'publisher' || n % 5 AS publisher FROM generate_series(1, 20000) AS n)
            AS generated`,
        sql`ANALYZE registry_packages`
      ),
    orElse: () => Effect.void
  })
})

const detailsOf = (plan: ReadonlyArray<PlanRow>) => plan.map((row) => row.detail ?? row["QUERY PLAN"])

/** What stands inside the parts of a walk, by the rows of their plan. */
const insideParts = (plan: ReadonlyArray<PlanRow>) => {
  const parts = new Set(plan.filter(({ detail }) => detail === "CO-ROUTINE part").map(({ id }) => id))
  return plan.filter(({ parent }) => parts.has(parent)).map(({ detail }) => detail)
}

const everything = { publisher: undefined, name: undefined, packageType: undefined }
const everyone = { scope: "*" }
const acme = { scope: "publisher3" }

/** Which index serves each way of narrowing down, without its order. */
const cases: ReadonlyArray<readonly [index: string, filter: WalkFilter]> = [
  ["scope", { ...everything, regions: [everyone] }],
  ["scope", { ...everything, regions: [everyone, acme] }],
  ["type", { ...everything, regions: [everyone, acme], packageType: "native" }],
  ["publisher", { ...everything, regions: [everyone], publisher: "publisher4" }],
  ["publisher", { ...everything, regions: [everyone], publisher: "publisher4", packageType: "native" }],
  ["private", { ...everything, regions: ["everyPrivate"] }],
  ["private", { ...everything, regions: ["everyPrivate"], packageType: "native" }],
  ["name", { ...everything, regions: [everyone, acme], name: "package7" }]
]

const orders: ReadonlyArray<readonly [suffix: string, order: WalkOrder]> = [
  ["by_name", { sort: "name", ascending: true }],
  ["by_name", { sort: "name", ascending: false }],
  ["by_time", { sort: "publishedAt", ascending: true }],
  ["by_time", { sort: "publishedAt", ascending: false }]
]

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`query plans on ${engine.name}`, () => {
    it.layer(Layer.effectDiscard(filled).pipe(Layer.provideMerge(engine.layer(registryMigrations))))((it) => {
      for (const [what, filter] of cases) {
        for (const [suffix, order] of orders) {
          const direction = order.ascending ? "up" : "down"
          it.effect(`a page of ${JSON.stringify(filter)} ${suffix} ${direction} reads one index from its cursor`, () =>
            Effect.gen(function* () {
              const sql = yield* SqlClient.SqlClient
              const index = `registry_packages_${what === "name" && suffix === "by_name" ? "scope" : what}_${suffix}`
              const identity = ["package5", "publisher4", "platform"]
              for (const after of [undefined, order.sort === "name" ? identity : [10_000_000, ...identity]]) {
                const parts = walkParts(filter)
                const plan = yield* explain(engine, ...walkStatement(sql, "p.wire", parts, order, after, 101).compile())
                if (engine.name === "SQLite") {
                  const inside = insideParts(plan)
                  assert.strictEqual(inside.length, parts.length, detailsOf(plan).join("\n"))
                  for (const detail of inside) {
                    assert.match(detail, new RegExp(`^SEARCH registry_packages USING COVERING INDEX ${index} \\(`))
                  }
                } else {
                  const scans = detailsOf(plan).filter((detail) =>
                    /Scan .*on registry_packages(?: registry_packages_\d+)? {2}\(/.test(detail)
                  )
                  assert.strictEqual(scans.length, parts.length, detailsOf(plan).join("\n"))
                  // One name is few rows, for which PostgreSQL may take any index that begins with it.
                  const expected = what === "name" ? "\\w+" : index
                  for (const detail of scans) {
                    assert.match(detail, new RegExp(`-> +Index Scan (?:Backward )?using ${expected} on`))
                  }
                }
              }
            })
          )
        }
      }

      it.effect("a read looks up one row through an index", () =>
        Effect.gen(function* () {
          for (const [text, parameters] of [
            [LATEST_VERSION_SQL, ["platform", "publisher4", "package7"]],
            [ONE_VERSION_SQL, ["platform", "acme", "widget", "1.0.0"]]
          ] as const) {
            let index = 0
            const numbered = engine.name === "SQLite" ? text : text.replaceAll("?", () => `$${++index}`)
            const details = detailsOf(yield* explain(engine, numbered, parameters))
            const key =
              engine.name === "SQLite" ? /^SEARCH \w+ USING INDEX sqlite_autoindex_/ : /^Index Scan using registry_/
            assert.match(details[0]!, key)
          }
        })
      )

      it.effect("a search reads the index of words, without ordering what it finds anew", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const terms = [...textTerms("some words", "heading"), facets.publisher("acme")]
          const statement = makeSearchIndex(sql).find("p.id", { terms, scopes: ["*", "acme"] }, 1_000)
          if (engine.name === "SQLite") {
            const details = detailsOf(yield* explain(engine, ...statement.compile()))
            assert.match(details[0]!, /^SCAN s VIRTUAL TABLE INDEX /)
            assert.deepStrictEqual(details.slice(1), ["SEARCH p USING INTEGER PRIMARY KEY (rowid=?)"])
          } else {
            const [text, parameters] = statement.compile()
            const plan = yield* sql.unsafe<PlanRow>(`EXPLAIN ${text}`, parameters)
            assert.include(detailsOf(plan).join("\n"), "Bitmap Index Scan on registry_packages_search")
          }
        })
      )
    })
  })
}
