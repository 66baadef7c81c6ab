import { assert, describe, it } from "@effect/vitest"
import { BlobSink } from "@platform-control/core/blobs/BlobSink"
import * as MemoryBlobStore from "@platform-control/core/blobs/MemoryBlobStore"
import { BlobStore } from "@platform-control/core/BlobStore"
import { testEngines } from "@platform-control/core/testing/databases"
import { Array as Arr, Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { blobKey } from "../../src/artifacts/artifactFiles.ts"
import { Publish, Sweeper } from "../../src/server.ts"
import { publishSample, sampleArtifacts, uploadSample } from "../../src/testing.ts"
import { callers, layerStage } from "../stage/Stage.ts"

const path = (name: string) => ({ source: "private", publisher: "acme", name }) as const

const keys = (prefix: string) =>
  Effect.gen(function* () {
    return (yield* Stream.runCollect((yield* BlobStore).list(prefix))).map(({ key }) => key)
  })

const begin = Effect.fnUntraced(function* (name: string) {
  const { operationID } = yield* (yield* Publish).start(callers.alice, path(name), { version: "1.0.0" })
  yield* uploadSample(operationID, sampleArtifacts())
  return operationID
})

/** What a crash between keeping blobs and storing a version leaves. */
const abandon = Effect.fnUntraced(function* (folder: string) {
  const sql = yield* SqlClient.SqlClient
  const since = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  yield* sql`INSERT INTO registry_loose_folders ${sql.insert({ folder, since })}`
  yield* (yield* BlobStore).write(blobKey(folder, "schema"), new Uint8Array(1))
}, Effect.orDie)

/** What has this in its key can't be removed. */
const STUCK = "STUCK"
const MORE_THAN_A_PAGE = 1_002

const sometimesStuck = Layer.effectContext(
  Effect.gen(function* () {
    const store = yield* BlobStore
    const stuck = BlobStore.of({
      ...store,
      remove: (keys) =>
        keys.some((key) => key.includes(STUCK)) ? Effect.die(new Error("It is stuck")) : store.remove(keys)
    })
    return Context.make(BlobStore, stuck).pipe(Context.add(BlobSink, yield* BlobSink))
  })
).pipe(Layer.provide(MemoryBlobStore.layer))

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`Sweeper on ${engine.name}`, () => {
    it.layer(layerStage(engine))((it) => {
      it.effect("removes expired operations with their uploads, and leaves the others", () =>
        Effect.gen(function* () {
          const { pass } = yield* Sweeper
          yield* begin("expired")
          yield* TestClock.adjust("12 hours")
          const open = yield* begin("open")
          yield* TestClock.adjust("12 hours")
          yield* TestClock.adjust("1 second")
          yield* pass
          assert.deepStrictEqual([...new Set((yield* keys("uploads/")).map((key) => key.split(/[/.]/)[1]))], [open])
          yield* (yield* Publish).complete(callers.alice, { ...path("open"), version: "1.0.0" }, open)
        })
      )

      it.effect("removes folders that nobody owns after a day, and no others", () =>
        Effect.gen(function* () {
          const { pass } = yield* Sweeper
          yield* publishSample(callers.alice, path("owned"), { version: "1.0.0" })
          const owned = yield* keys("packages")
          yield* abandon("packages/a/old")
          yield* abandon("packages-2026-01-31/old.")
          yield* TestClock.adjust("23 hours")
          yield* abandon("packages-2026-01-31/young.")
          yield* pass
          const old = ["packages/a/old/schema.json", "packages-2026-01-31/old.schema.json"]
          assert.includeMembers(yield* keys("packages"), old)
          yield* TestClock.adjust("61 minutes")
          yield* pass
          assert.sameMembers(yield* keys("packages"), [...owned, "packages-2026-01-31/young.schema.json"])
          yield* TestClock.adjust("23 hours")
          yield* pass
          assert.sameMembers(yield* keys("packages"), owned)
        })
      )
    })

    it.layer(layerStage(engine, sometimesStuck))((it) => {
      it.effect("removes all that there is in one pass, and what can't be removed keeps nothing behind it", () =>
        Effect.gen(function* () {
          const { pass } = yield* Sweeper
          const sql = yield* SqlClient.SqlClient
          const numbers = Arr.makeBy(MORE_THAN_A_PAGE, (index) => String(index).padStart(5, "0"))
          for (const chunk of Arr.chunksOf(numbers, 500)) {
            yield* sql`INSERT INTO registry_operations ${sql.insert(
              Arr.map(chunk, (id) => ({
                id: id === "00000" ? `${id}-${STUCK}` : id,
                source: "private",
                publisher: "acme",
                name: "many",
                version: "1.0.0",
                created_by: "alice",
                created_at: 0,
                expires_at: 0
              }))
            )}`
            yield* sql`INSERT INTO registry_loose_folders ${sql.insert(
              Arr.map(chunk, (id) => ({ folder: id === "00000" ? `packages/${STUCK}` : `packages/a${id}`, since: 0 }))
            )}`
          }
          const left = Effect.all([
            sql`SELECT id FROM registry_operations`,
            sql`SELECT folder FROM registry_loose_folders`
          ])
          yield* TestClock.adjust("25 hours")
          // The first passes run by themselves meanwhile.
          yield* pass
          assert.deepStrictEqual(yield* left, [[{ id: `00000-${STUCK}` }], [{ folder: `packages/${STUCK}` }]])
          assert.deepStrictEqual(yield* pass, { operations: 0, folders: 0 })
        }).pipe(Effect.orDie)
      )
    })

    it.layer(layerStage(engine))((it) => {
      it.effect("runs by itself, a minute after the start and every hour", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          /** Lets the clock run on, and between its steps the database, which lives in real time, answer the pass. */
          const goes = Effect.fnUntraced(function* (folder: string) {
            yield* abandon(folder)
            while ((yield* keys(folder)).length > 0) {
              yield* TestClock.adjust("61 minutes")
              yield* Effect.repeat(Effect.orDie(sql`SELECT 1 AS one`), { times: 50 })
            }
          })
          yield* goes("packages/b/first")
          yield* goes("packages/b/second")
          assert.deepStrictEqual(yield* keys("packages/b"), [])
        })
      )
    })
  })
}
