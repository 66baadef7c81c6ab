/** Which rows stay in memory: those that are the very same when they are asked for again. */
import { assert, describe, it } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ListRepository } from "../../src/packages/ListRepository.ts"
import { registryMigrations } from "../../src/server.ts"

const MEGABYTE = 1024 * 1024

const insert = Effect.fnUntraced(function* (name: string, characters: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO registry_packages ${sql.insert({
    source: "private",
    publisher: "acme",
    name,
    scope: "acme",
    package_type: "native",
    version: "1.0.0",
    operation_id: name,
    published_at: 0,
    wire: "x".repeat(characters)
  })}`
}, Effect.orDie)

/** The rows that are given again as they were given before. */
const kept = Effect.gen(function* () {
  const { walk } = yield* ListRepository
  const filter = {
    regions: [{ scope: "acme" }],
    publisher: undefined,
    name: undefined,
    packageType: undefined
  }
  const all = walk(filter, { sort: "name", ascending: true }, undefined, 1_000)
  const before = yield* all
  const after = yield* all
  return after.flatMap((row, at) => (row === before[at] ? row.name : []))
})

for (const engine of testEngines) {
  const layer = ListRepository.layer.pipe(Layer.provideMerge(engine.layer(registryMigrations)))

  describe.skipIf(engine.skip)(`rows of lists in memory, on ${engine.name}`, () => {
    it.layer(layer)((it) => {
      it.effect("are the small ones", () =>
        Effect.gen(function* () {
          yield* insert("large", 3 * MEGABYTE)
          yield* insert("small", 1_000)
          assert.deepStrictEqual(yield* kept, ["small"])
        })
      )
    })

    it.layer(layer)((it) => {
      it.effect("are at most 32 megabytes, two for each character", () =>
        Effect.gen(function* () {
          const names = Array.from({ length: 20 }, (_, index) => `p${String(index).padStart(2, "0")}`)
          yield* Effect.forEach(names, (name) => insert(name, MEGABYTE))
          assert.isAtMost((yield* kept).length, 16)
        })
      )
    })
  })
}
