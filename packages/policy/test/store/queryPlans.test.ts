/** Every statement of policy packs finds its rows by an index, however many there are. */
import { assert, describe, it } from "@effect/vitest"
import { type TestEngine, testEngines } from "@platform-control/core/testing/databases"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { accessRepository } from "../../src/registry/AccessRepository.ts"
import {
  Imports,
  PackAccessSettings,
  policyGroupCount,
  PolicyGroups,
  policyPackCount,
  Sweeper
} from "../../src/server.ts"
import { sampleArchive, samplePack } from "../../src/testing.ts"
import { ask, layerStage, PACKS, publish, put, REGISTRY } from "../stage/Stage.ts"
import { filled, planOf, statementsOf, wholeReads } from "./plans.ts"

const acme = (name: string) => ({ organization: "acme", name })

/** A pack's whole life over the network, read on the way in every way there is. */
const life = Effect.gen(function* () {
  yield* publish(samplePack("one"))
  yield* publish(samplePack("one", { versionTag: "2.0.0" }))
  yield* ask("POST", PACKS, samplePack("one", { versionTag: "3.0.0" }))
  for (const query of ["", "?policypack=one"]) yield* ask("GET", `${PACKS}${query}`)
  for (const version of ["1", "2.0.0", "latest", "0.0.0%2B1"]) {
    yield* ask("GET", `${PACKS}/one/versions/${version}`)
    yield* ask("GET", `${REGISTRY}/private/acme/one/versions/${version}`)
  }
  yield* ask("GET", `${PACKS}/one/versions/1/schema`)
  yield* ask("GET", "/api/orgs/acme/registry/policypacks/one?tag=2.0.0")
  const versions = `${REGISTRY}/private/acme/one/versions`
  yield* ask("GET", versions)
  const { name: _, ...rest } = samplePack("one")
  const { json } = yield* ask("POST", versions, { ...rest, version: "4.0.0" })
  yield* put(json.uploadURI, yield* sampleArchive)
  yield* ask("POST", `${versions}/4.0.0/complete`, { operationID: json.operationID })
  yield* ask("POST", versions, { ...rest, version: "5.0.0" })
  yield* ask("DELETE", `${PACKS}/one/versions/2.0.0`)
  yield* ask("DELETE", `${PACKS}/one`)
})

/** What the administration command does, and the sweeper after it. */
const administration = Effect.gen(function* () {
  const groups = yield* PolicyGroups
  const access = yield* PackAccessSettings
  const imports = yield* Imports
  const group = { organization: "acme", group: "production" }
  const shared = { organization: "globex", name: "shared" }
  yield* imports.add("globex", samplePack("shared"), yield* sampleArchive, "public")
  yield* access.set("acme", shared, "added")
  yield* publish(samplePack("two"))
  yield* groups.create(group)
  yield* groups.apply(group, acme("two"), "1")
  yield* groups.list("acme")
  yield* Effect.ignore(access.set("acme", acme("two"), "denied"))
  yield* ask("GET", `${PACKS}/two/versions/1`)
  yield* ask("DELETE", `${PACKS}/two/versions/1`)
  yield* ask("DELETE", `${PACKS}/two`)
  yield* groups.withdraw(group, acme("two"))
  yield* groups.remove(group)
  yield* access.set("acme", shared, undefined)
  yield* imports.remove(shared)
  yield* (yield* policyPackCount)("acme")
  yield* (yield* policyGroupCount)("acme")
  yield* ask("POST", PACKS, samplePack("begun", { versionTag: "1.0.0" }))
  const { name: _, ...rest } = samplePack("begun")
  yield* ask("POST", `${REGISTRY}/private/acme/begun/versions`, { ...rest, version: "2.0.0" })
  yield* TestClock.adjust("2 days")
  yield* (yield* Sweeper).pass
})

/** The index that each list of packs follows, one for each of its parts. */
const followed = {
  private: ["policy_packs_complete"],
  added: ["policy_access_added"],
  enabled: ["policy_packs_complete", "policy_access_added"],
  available: ["policy_packs_public"]
} as const

/** Orderings of rows that a part of a page had to read all of first, as no index has their order. */
const sortedParts = (engine: TestEngine, plan: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (engine.name === "PostgreSQL") {
    const firstPart = plan.findIndex((line) => /-> +(?:Append|Subquery Scan|Limit)/.test(line))
    return plan.slice(Math.max(firstPart, 0)).filter((line) => /-> +(?:Incremental )?Sort/.test(line))
  }
  const parts = plan.join("\n").match(/CO-ROUTINE part\n(?:(?!SCAN part).*\n)*/g) ?? [plan.join("\n")]
  return parts.filter((part) => part.includes("USE TEMP B-TREE"))
}

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`query plans of policy packs on ${engine.name}`, () => {
    it.layer(Layer.effectDiscard(filled).pipe(Layer.provideMerge(layerStage(engine))))((it) => {
      for (const [what, run] of [
        ["the operations", life],
        ["the administration and the sweeper", administration]
      ] as const) {
        it.effect(`no statement of ${what} reads a table from end to end`, () =>
          Effect.gen(function* () {
            const statements = (yield* statementsOf(run)).filter(([text]) => text.includes("policy_"))
            assert.isAbove(statements.length, 25)
            for (const statement of statements) {
              const plan = yield* planOf(engine, statement)
              assert.deepStrictEqual(wholeReads(engine, plan), [], [statement[0], ...plan].join("\n"))
            }
          })
        )
      }

      for (const access of ["private", "added", "enabled", "available"] as const) {
        it.effect(`a page of ${access} packs follows an index from its position on`, () =>
          Effect.gen(function* () {
            const { page } = yield* accessRepository
            for (const viewers of [["acme"], ["org1"], ["acme", "org1", "org2"]]) {
              for (const after of [undefined, ["name5", "acme"]]) {
                const [statement] = yield* statementsOf(
                  page({ access, viewers, ids: undefined }, { after, limit: 101 })
                )
                const plan = yield* planOf(engine, statement!)
                const text = plan.join("\n")
                assert.deepStrictEqual(wholeReads(engine, plan), [], text)
                assert.deepStrictEqual(sortedParts(engine, plan), [], text)
                for (const index of followed[access]) {
                  const uses = plan.filter((line) => line.includes(index)).length
                  assert.strictEqual(uses, access === "available" ? 1 : viewers.length, text)
                }
              }
            }
          })
        )

        it.effect(`of ${access} packs that are named, these are looked up and no others`, () =>
          Effect.gen(function* () {
            const { page } = yield* accessRepository
            const ids = ["pack1", "pack2", "pack800"]
            const at = { after: ["name5", "acme"], limit: 101 }
            const statements = yield* statementsOf(page({ access, viewers: ["acme", "org1"], ids }, at))
            for (const statement of statements) {
              const plan = yield* planOf(engine, statement)
              const text = plan.join("\n")
              const reads = plan.filter((line) => / policy_packs(?: p\w*)?$|SEARCH p /.test(line))
              assert.deepStrictEqual(wholeReads(engine, plan), [], text)
              assert.strictEqual(reads.length, 1, text)
              assert.match(reads[0]!, /policy_packs_pkey|policy_packs_1 \(id=\?\)/, text)
            }
          })
        )
      }

      it.effect("versions that were begun do not slow down the reading of complete ones", () =>
        Effect.gen(function* () {
          yield* publish(samplePack("three"))
          const path = `${REGISTRY}/private/acme/three/versions`
          const statements = yield* statementsOf(ask("GET", path))
          const [read, ...more] = statements.filter(([text]) => text.includes("FROM policy_versions"))
          assert.deepStrictEqual(more, [])
          assert.include((yield* planOf(engine, read!)).join("\n"), "policy_versions_complete")
        })
      )

      it.effect("whether an organization's groups use a pack is asked without reading the groups", () =>
        Effect.gen(function* () {
          const { uses } = yield* accessRepository
          const [statement] = yield* statementsOf(uses("acme", "pack1"))
          assert.include((yield* planOf(engine, statement!)).join("\n"), "policy_group_packs_by_user")
        })
      )
    })
  })
}
