import { assert, describe, it } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect } from "effect"
import { PolicyGroups } from "../../src/server.ts"
import { sampleArchive, samplePack } from "../../src/testing.ts"
import { ask, blobKeys, layerStage, PACKS, publish, put } from "../stage/Stage.ts"

const CLIENTS = 16
const ROUNDS = 5

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

const together = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

const tally = (statuses: ReadonlyArray<number>) =>
  Object.fromEntries([...Map.groupBy(statuses, String)].map(([status, all]) => [status, all.length]))

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`races on ${engine.name}`, () => {
    it.layer(layerStage(engine))((it) => {
      it.effect("parallel creates of one name have numbers of their own, without a gap, also after deletes", () =>
        Effect.gen(function* () {
          let last = 0
          for (const round of times(ROUNDS)) {
            const answers = yield* together(times(CLIENTS).map(() => ask("POST", PACKS, samplePack("numbers"))))
            const numbers = answers.map(({ json }) => json.version as number).toSorted((a, b) => a - b)
            assert.deepStrictEqual(
              numbers,
              times(CLIENTS).map((index) => last + 1 + index)
            )
            last += CLIENTS
            // In one round the newest go, in the next the whole pack.
            if (round % 2 === 0) yield* ask("DELETE", `${PACKS}/numbers/versions/${last}`)
            else assert.strictEqual((yield* ask("DELETE", `${PACKS}/numbers`)).status, 200)
          }
        })
      )

      it.effect("of parallel creates with one tag exactly one succeeds, and the refused ones use no number", () =>
        Effect.gen(function* () {
          for (const round of times(ROUNDS)) {
            const body = samplePack("tags", { versionTag: `1.0.${round}` })
            const answers = yield* together(times(CLIENTS).map(() => ask("POST", PACKS, body)))
            assert.deepStrictEqual(tally(answers.map(({ status }) => status)), { "201": 1, "409": CLIENTS - 1 })
            const created = answers.find(({ status }) => status === 201)
            assert.strictEqual(created?.json.version, round + 1)
          }
        })
      )

      it.effect("of parallel completes of one version exactly one is 204, the others 400, and one archive stays", () =>
        Effect.gen(function* () {
          for (const round of times(ROUNDS)) {
            const before = yield* blobKeys
            const name = `completes-${round}`
            const { json } = yield* ask("POST", PACKS, samplePack(name))
            yield* put(json.uploadURI, yield* sampleArchive)
            const path = `${PACKS}/${name}/versions/1`
            const answers = yield* together(times(CLIENTS).map(() => ask("POST", `${path}/complete`)))
            assert.deepStrictEqual(tally(answers.map(({ status }) => status)), { "204": 1, "400": CLIENTS - 1 })
            for (const { json, status } of answers) if (status === 400) assert.include(json.message, "already complete")
            assert.strictEqual((yield* blobKeys).length, before.length + 1)
          }
        })
      )

      it.effect("of parallel completes of publish operations of one version exactly one is 201, the others 409", () =>
        Effect.gen(function* () {
          const { name: _, ...body } = samplePack("x")
          for (const round of times(2)) {
            const versions = `/api/registry/policypacks/private/acme/operations/versions`
            const version = `1.0.${round}`
            const started = yield* together(times(CLIENTS).map(() => ask("POST", versions, { ...body, version })))
            for (const { json } of started) yield* put(json.uploadURI, yield* sampleArchive)
            const answers = yield* together(
              started.map(({ json }) =>
                ask("POST", `${versions}/${version}/complete`, { operationID: json.operationID })
              )
            )
            assert.deepStrictEqual(tally(answers.map(({ status }) => status)), { "201": 1, "409": CLIENTS - 1 })
            const { json } = yield* ask("GET", `${PACKS}?policypack=operations`)
            assert.deepStrictEqual(json.policyPacks[0].versions[0], round + 1)
          }
        })
      )

      it.effect("of parallel deletes of a version exactly one is 200, the others 404", () =>
        Effect.gen(function* () {
          yield* publish(samplePack("deletes"))
          const path = `${PACKS}/deletes/versions/1`
          const answers = yield* together(times(CLIENTS).map(() => ask("DELETE", path)))
          assert.deepStrictEqual(tally(answers.map(({ status }) => status)), { "200": 1, "404": CLIENTS - 1 })
        })
      )

      it.effect("a version is never both deleted and applied", () =>
        Effect.gen(function* () {
          const groups = yield* PolicyGroups
          const group = { organization: "acme", group: "race" }
          yield* groups.create(group)
          for (const round of times(2 * ROUNDS)) {
            const pack = { organization: "acme", name: `deleted-or-applied-${round}` }
            yield* publish(samplePack(pack.name))
            const path = round % 2 === 0 ? `${PACKS}/${pack.name}/versions/1` : `${PACKS}/${pack.name}`
            const applying = groups.apply(group, pack, "1").pipe(
              Effect.as(true),
              Effect.catchTag("NotFound", () => Effect.succeed(false))
            )
            const deleting = Effect.map(ask("DELETE", path), ({ status }) => status)
            const [applied, status] = yield* Effect.all(
              round % 4 < 2 ? [applying, deleting] : [Effect.andThen(Effect.yieldNow, applying), deleting],
              { concurrency: "unbounded" }
            )
            const expected = applied ? (round % 2 === 0 ? 409 : 400) : 200
            assert.strictEqual(status, expected)
            const read = yield* ask("GET", `${PACKS}/${pack.name}/versions/1`)
            assert.deepStrictEqual([read.status, read.json.applied], applied ? [200, true] : [404, undefined])
          }
        })
      )

      it.effect("a complete beside a delete leaves a whole version or nothing", () =>
        Effect.gen(function* () {
          for (const round of times(ROUNDS)) {
            const before = yield* blobKeys
            const name = `gone-${round}`
            const { json } = yield* ask("POST", PACKS, samplePack(name))
            yield* put(json.uploadURI, yield* sampleArchive)
            const path = `${PACKS}/${name}/versions/1`
            const [completed, deleted] = yield* together([ask("POST", `${path}/complete`), ask("DELETE", path)])
            assert.strictEqual(deleted?.status, 200)
            assert.oneOf(completed?.status, [204, 400, 404])
            assert.strictEqual((yield* ask("GET", path)).status, 404)
            assert.deepStrictEqual(yield* blobKeys, before)
          }
        })
      )
    })
  })
}
