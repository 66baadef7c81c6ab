/** Who has a folder when it is claimed while it is discarded. */
import { assert, describe, it } from "@effect/vitest"
import { BlobSink } from "@platform-control/core/blobs/BlobSink"
import * as MemoryBlobStore from "@platform-control/core/blobs/MemoryBlobStore"
import { BlobStore } from "@platform-control/core/BlobStore"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { testEngines } from "@platform-control/core/testing/databases"
import { layerTestKey } from "@platform-control/core/testing/ServerKeys"
import { Context, Effect, Exit, Layer, Option } from "effect"
import { blobKey } from "../../src/artifacts/artifactFiles.ts"
import { LooseFolders } from "../../src/artifacts/LooseFolders.ts"
import { registryMigrations } from "../../src/server.ts"

/** What comes before blobs are removed. */
class BeforeRemoval extends Context.Service<BeforeRemoval, { happens: Effect.Effect<unknown> }>()(
  "test/BeforeRemoval"
) {}

const blobs = Layer.effectContext(
  Effect.gen(function* () {
    const store = yield* BlobStore
    const before: BeforeRemoval["Service"] = { happens: Effect.void }
    const removing = BlobStore.of({
      ...store,
      remove: (keys) => Effect.suspend(() => Effect.andThen(before.happens, store.remove(keys)))
    })
    return Context.make(BlobStore, removing).pipe(
      Context.add(BlobSink, yield* BlobSink),
      Context.add(BeforeRemoval, before)
    )
  })
).pipe(Layer.provide(MemoryBlobStore.layer), Layer.provide([PublicUrl.layer("http://test"), layerTestKey]))

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`LooseFolders on ${engine.name}`, () => {
    it.layer(LooseFolders.layer.pipe(Layer.provideMerge([blobs, engine.layer(registryMigrations)])))((it) => {
      const added = Effect.fnUntraced(function* (folder: string) {
        yield* (yield* LooseFolders).add(folder)
        yield* (yield* BlobStore).write(blobKey(folder, "schema"), new Uint8Array(1))
      }, Effect.orDie)

      const hasBytes = Effect.fnUntraced(function* (folder: string) {
        return Option.isSome(yield* (yield* BlobStore).info(blobKey(folder, "schema")))
      })

      it.effect("gives a folder to nobody once its removal has begun", () =>
        Effect.gen(function* () {
          const folders = yield* LooseFolders
          const before = yield* BeforeRemoval
          yield* added("packages/begun.")
          const claims: Array<boolean> = []
          before.happens = Effect.map(Effect.orDie(folders.claim("packages/begun.")), (isOwned) => claims.push(isOwned))
          assert.strictEqual(yield* folders.discardOlderThan(1), 1)
          before.happens = Effect.void
          assert.deepStrictEqual(claims, [false])
          assert.isFalse(yield* hasBytes("packages/begun."))
        })
      )

      it.effect("removes nothing of a folder that has an owner", () =>
        Effect.gen(function* () {
          const folders = yield* LooseFolders
          yield* added("packages/owned.")
          assert.isTrue(yield* folders.claim("packages/owned."))
          yield* folders.discard("packages/owned.")
          assert.isTrue(yield* hasBytes("packages/owned."))
        }).pipe(Effect.orDie)
      )

      it.effect("finishes a removal that broke off, however young the folder is", () =>
        Effect.gen(function* () {
          const folders = yield* LooseFolders
          const before = yield* BeforeRemoval
          yield* added("packages/broken.")
          yield* added("packages/young.")
          before.happens = Effect.die(new Error("The storage is away"))
          assert.isTrue(Exit.hasDies(yield* Effect.exit(folders.discard("packages/broken."))))
          before.happens = Effect.void
          assert.isFalse(yield* folders.claim("packages/broken."))
          assert.strictEqual(yield* folders.discardOlderThan(0), 1)
          assert.isFalse(yield* hasBytes("packages/broken."))
          assert.strictEqual(yield* folders.discardOlderThan(0), 0)
          assert.isTrue(yield* folders.claim("packages/young."))
        }).pipe(Effect.orDie)
      )

      it.effect("removes what lost its owner in the next pass", () =>
        Effect.gen(function* () {
          const folders = yield* LooseFolders
          yield* (yield* BlobStore).write(blobKey("packages/lost.", "schema"), new Uint8Array(1))
          yield* folders.addGivenUp("packages/lost.")
          assert.isFalse(yield* folders.claim("packages/lost."))
          assert.strictEqual(yield* folders.discardOlderThan(0), 1)
          assert.isFalse(yield* hasBytes("packages/lost."))
        }).pipe(Effect.orDie)
      )
    })
  })
}
