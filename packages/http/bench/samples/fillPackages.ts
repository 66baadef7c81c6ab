/**
 * Makes a registry large in little time: rows of the package table, copied from one that was published. Knows of that
 * table its name and the few columns that have to differ; all others are copied as they are.
 */
import * as Database from "@platform-control/core/database/Database"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { type BenchFault, benchFault } from "../BenchFault.ts"

/** Rows a transaction: enough to be fast, few enough to keep the log of the database small. */
const CHUNK = 50_000

const columnsOf = (row: object): ReadonlyArray<string> => Object.keys(row).filter((column) => column !== "id")

/** A number of seven digits as text, so that names sort as numbers do. */
const NUMBER = "CAST(1000000 + numbers.n AS TEXT)"

const fillWith = Effect.fnUntraced(function* (template: string, prefix: string, packages: number) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<object>`SELECT * FROM registry_packages WHERE name = ${template}`
  if (row === undefined) return yield* benchFault(`There is no package ${template} to copy`)
  const columns = columnsOf(row)
  const changed: Readonly<Record<string, string>> = {
    name: `'${prefix}-' || ${NUMBER}`,
    operation_id: NUMBER,
    published_at: "template.published_at + numbers.n",
    wire: `REPLACE(template.wire, '"${template}"', '"${prefix}-' || ${NUMBER} || '"')`
  }
  const values = columns.map((column) => changed[column] ?? `template.${column}`)
  for (let from = 0; from < packages; from += CHUNK) {
    const to = Math.min(from + CHUNK, packages)
    yield* sql.unsafe(`
      INSERT INTO registry_packages (${columns.join(", ")})
      WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${to})
      SELECT ${values.join(", ")} FROM numbers, registry_packages AS template WHERE template.name = '${template}'`)
  }
  // Every row of the table is one of these, so that pages can be counted.
  yield* sql`DELETE FROM registry_packages WHERE name = ${template}`
  yield* sql.onDialectOrElse({ pg: () => sql`VACUUM ANALYZE registry_packages`, orElse: () => Effect.void })
})

/** Adds packages `<prefix>-1000000` and on, all like `template`, which goes. They are in lists, not in searches. */
export const fillPackages = (
  databaseUrl: string,
  template: string,
  prefix: string,
  packages: number
): Effect.Effect<void, BenchFault> =>
  fillWith(template, prefix, packages).pipe(
    Effect.provide(Database.layer({ url: Redacted.make(databaseUrl), maxConnections: 1 })),
    Effect.catchTag("SqlError", (error) =>
      Effect.fail(benchFault(`The database could not be filled: ${error.message}`))
    )
  )
