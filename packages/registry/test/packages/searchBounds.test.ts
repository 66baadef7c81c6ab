import { assert, describe, it } from "@effect/vitest"
import { anonymous, type CallerValue } from "@platform-control/core/Authorization"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { testPrincipal } from "@platform-control/core/testing/authorization"
import { testEngines } from "@platform-control/core/testing/databases"
import { layerTestKey } from "@platform-control/core/testing/ServerKeys"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { PackageListQuery } from "../../src/contract/index.ts"
import type { PackageId } from "../../src/packages/PackageId.ts"
import { MAX_MATCHES } from "../../src/packages/packageSearch.ts"
import { makeSearchIndex } from "../../src/packages/SearchIndex.ts"
import { searchWords } from "../../src/packages/searchWords.ts"
import { scopeOf } from "../../src/packages/visibility.ts"
import { PackageLists, registryMigrations } from "../../src/server.ts"

const member = testPrincipal("member", {
  acme: { role: "member", grants: new Set() },
  ...Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`org${index}`, { role: "member", grants: new Set() } as const])
  )
})

/** More public packages that match than a search looks at, then few others. */
const published: ReadonlyArray<PackageId> = [
  ...Array.from({ length: MAX_MATCHES + 100 }, (_, index): PackageId => ({
    source: "platform",
    publisher: "crowd",
    name: `widget-${String(MAX_MATCHES + 100 - index).padStart(5, "0")}`
  })),
  { source: "platform", publisher: "late", name: "widget-late" },
  { source: "bridged", publisher: "late", name: "widget" },
  { source: "private", publisher: "acme", name: "widget-private" }
]

const insertAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const index = makeSearchIndex(sql)
  for (const id of published) {
    const packageType = id.publisher === "late" ? "component" : "native"
    const rows = yield* sql<{ id: number }>`INSERT INTO registry_packages ${sql.insert({
      source: id.source,
      publisher: id.publisher,
      name: id.name,
      scope: scopeOf(id),
      package_type: packageType,
      version: "1.0.0",
      operation_id: "operation",
      published_at: 0,
      wire: JSON.stringify({ name: id.name })
    })} RETURNING id`
    for (const row of rows) {
      yield* index.put(row.id, searchWords(id, { title: id.name, description: "", keywords: [], packageType }))
    }
  }
}).pipe((all) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(all)), Effect.orDie)

const found = Effect.fnUntraced(function* (caller: CallerValue, query: PackageListQuery) {
  const names: Array<string> = []
  let token: string | undefined
  do {
    const page = JSON.parse(
      yield* (yield* PackageLists).list(caller, {
        ...query,
        limit: 500,
        ...(token === undefined ? {} : { continuationToken: token })
      })
    )
    names.push(...page.packages.map(({ name }: { name: string }) => name))
    token = page.continuationToken
  } while (token !== undefined)
  return names
})

for (const engine of testEngines) {
  const layer = Layer.effectDiscard(insertAll).pipe(
    Layer.provideMerge(PackageLists.layer),
    Layer.provide([PublicUrl.layer("http://test"), layerTestKey]),
    Layer.provideMerge(engine.layer(registryMigrations))
  )

  describe.skipIf(engine.skip)(`a search with more matches than it looks at, on ${engine.name}`, () => {
    it.layer(layer)((it) => {
      it.effect("shows the exact name first, then a bounded number of matches in order, each once", () =>
        Effect.gen(function* () {
          const names = yield* found(anonymous, { search: "widget" })
          assert.strictEqual(names[0], "widget")
          assert.strictEqual(names.length, MAX_MATCHES + 1)
          assert.strictEqual(new Set(names).size, names.length)
          assert.deepStrictEqual(
            names.slice(1),
            names.slice(1).toSorted((a, b) => (a < b ? -1 : 1))
          )
        })
      )

      it.effect("finds whatever filters narrow down to, however many others match", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* found(member, { search: "w", visibility: "private" }), ["widget-private"])
          assert.deepStrictEqual(yield* found(anonymous, { search: "w", visibility: "private" }), [])
          assert.deepStrictEqual(yield* found(anonymous, { search: "w", publisher: "late" }), ["widget", "widget-late"])
          assert.deepStrictEqual(yield* found(anonymous, { search: "w", packageType: "component" }), [
            "widget",
            "widget-late"
          ])
          assert.deepStrictEqual(yield* found(anonymous, { search: "w", name: "widget-late" }), ["widget-late"])
          assert.deepStrictEqual(yield* found(member, { search: "private acme" }), ["widget-private"])
        })
      )

      it.effect("walks all packages of a member of many organizations", () =>
        Effect.gen(function* () {
          const names = yield* found(member, {})
          assert.deepStrictEqual(
            names,
            published.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1))
          )
        })
      )
    })
  })
}
