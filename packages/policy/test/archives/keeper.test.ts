/** Completions that end in every way: the archive is there for as long as a version owns it, and not longer. */
import { assert, describe, it } from "@effect/vitest"
import { BlobStore } from "@platform-control/core/BlobStore"
import { testEngines } from "@platform-control/core/testing/databases"
import { Deferred, Effect, Fiber, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { makeKeeper } from "../../src/archives/keeper.ts"
import { LooseBlobs } from "../../src/archives/LooseBlobs.ts"
import { newKeptBlob, uploadBlob, Uploads } from "../../src/archives/Uploads.ts"
import { sampleArchive } from "../../src/testing.ts"
import { layerStage } from "../stage/Stage.ts"

const isThere = (blob: string) => Effect.flatMap(BlobStore, ({ info }) => Effect.map(info(blob), Option.isSome))

const uploaded = Effect.gen(function* () {
  const id = randomUUID()
  yield* (yield* BlobStore).write(uploadBlob(id), yield* sampleArchive)
  return id
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`keeping archives on ${engine.name}`, () => {
    it.layer(Layer.provideMerge(Layer.merge(LooseBlobs.layer, Uploads.layer), layerStage(engine)))((it) => {
      for (const outcome of ["commits", "rolls back"] as const) {
        it.effect(`an interruption while the transaction ${outcome}`, () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const loose = yield* LooseBlobs
            const keep = yield* makeKeeper
            const begun = yield* Deferred.make<string>()
            const goOn = yield* Deferred.make<void>()
            const keeping = yield* Effect.forkChild(
              keep(yield* uploaded, ({ blob }) =>
                loose
                  .claim(blob)
                  .pipe(
                    Effect.andThen(Deferred.succeed(begun, blob)),
                    Effect.andThen(Deferred.await(goOn)),
                    Effect.andThen(outcome === "commits" ? Effect.void : Effect.fail("rolled back" as const)),
                    sql.withTransaction,
                    Effect.catchTag("SqlError", Effect.die)
                  )
              )
            )
            const blob = yield* Deferred.await(begun)
            const interrupting = yield* Effect.forkChild(Fiber.interrupt(keeping), { startImmediately: true })
            yield* Deferred.succeed(goOn, undefined)
            yield* Fiber.join(interrupting)
            assert.strictEqual(yield* isThere(blob), outcome === "commits")
            assert.deepStrictEqual(yield* sql`SELECT * FROM policy_loose_blobs WHERE blob = ${blob}`, [])
          })
        )
      }

      it.effect("nobody becomes the owner of what was given up, and every pass removes it", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const loose = yield* LooseBlobs
          const blob = newKeptBlob()
          yield* (yield* BlobStore).write(blob, yield* sampleArchive)
          yield* loose.add([blob])
          // As a process leaves it that ends right behind its first statement.
          yield* sql`UPDATE policy_loose_blobs SET due_at = 0 WHERE blob = ${blob}`
          assert.isFalse(yield* loose.claim(blob))
          assert.strictEqual(yield* loose.discardDue(1), 1)
          assert.isFalse(yield* isThere(blob))
          assert.strictEqual(yield* loose.discardDue(1), 0)
        })
      )

      it.effect("one pass removes all that is due, however much it is", () =>
        Effect.gen(function* () {
          const loose = yield* LooseBlobs
          yield* loose.add(Array.from({ length: 2_500 }, newKeptBlob))
          assert.strictEqual(yield* loose.discardDue(Number.MAX_SAFE_INTEGER), 2_500)
        })
      )
    })
  })
}
