import { assert, describe, it } from "@effect/vitest"
import { migrate } from "@platform-control/core/database/Migrations"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { accessRepository } from "../../src/registry/AccessRepository.ts"
import { policyMigrations } from "../../src/server.ts"

/** The tables as they were before lists had an order of their own. */
const before = {
  ...policyMigrations,
  migrations: Object.fromEntries(Object.entries(policyMigrations.migrations).filter(([name]) => name < "0006"))
}

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`tables of policy packs on ${engine.name}`, () => {
    it.layer(engine.layer(before))((it) => {
      it.effect("what was added earlier stands in the order of the list", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const pack = { visibility: "public", external: 1, created_at: 0, latest_number: 1 }
          for (const name of ["b", "c", "a"]) {
            yield* sql`INSERT INTO policy_packs ${sql.insert({ ...pack, id: `id-${name}`, organization: "globex", name })}`
            yield* sql`
              INSERT INTO policy_access ${sql.insert({ organization: "acme", pack_id: `id-${name}`, state: "added" })}`
          }
          yield* migrate([policyMigrations])
          const { page } = yield* accessRepository
          const filter = { access: "added", viewers: ["acme"], ids: undefined } as const
          const found = yield* page(filter, { after: ["a", "globex"], limit: 1 })
          assert.deepStrictEqual(
            found.map(({ name }) => name),
            ["b"]
          )
        })
      )
    })
  })
}
