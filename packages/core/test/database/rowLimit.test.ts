import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { rowLimit } from "../../src/database/rowLimit.ts"
import { testEngines } from "../../src/testing/databases.ts"

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`rowLimit on ${engine.name}`, () => {
    it.layer(engine.layer())((it) => {
      it.effect("gives the first rows, and none for 0", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          for (const limit of [0, 1, 2, 9]) {
            const rows = yield* sql<{ n: number }>`
              SELECT n FROM (SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3) AS numbers
              ORDER BY n LIMIT ${rowLimit(sql, limit)}`
            assert.deepStrictEqual(
              rows.map(({ n }) => n),
              [1, 2, 3].slice(0, limit)
            )
          }
        })
      )
    })
  })
}
