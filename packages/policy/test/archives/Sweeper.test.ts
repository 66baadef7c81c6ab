import { assert, describe, it } from "@effect/vitest"
import { Audit, type AuditedWrite } from "@platform-control/core/Audit"
import { BlobStore } from "@platform-control/core/BlobStore"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Sweeper } from "../../src/server.ts"
import { sampleArchive, samplePack } from "../../src/testing.ts"
import { ask, blobKeys, layerStage, PACKS, publish, put } from "../stage/Stage.ts"

const nothing = { versions: 0, operations: 0, blobs: 0 }

for (const engine of testEngines) {
  const abandoned: Array<string> = []
  const note = (write: AuditedWrite) =>
    Effect.sync(() => {
      if (write.action === "policy-pack-version.abandon") abandoned.push(`${write.organization}: ${write.target}`)
    })
  const audit = Layer.succeed(Audit, { ...Audit.defaultValue(), record: note })

  describe.skipIf(engine.skip)(`the sweeper on ${engine.name}`, () => {
    it.layer(layerStage(engine).pipe(Layer.provide(audit)))((it) => {
      it.effect("removes what nobody completes, with its upload, and gives its tag back but not its number", () =>
        Effect.gen(function* () {
          const { pass } = yield* Sweeper
          yield* publish(samplePack("swept"))
          const before = yield* blobKeys
          const { json } = yield* ask("POST", PACKS, samplePack("swept", { versionTag: "2.0.0" }))
          yield* put(json.uploadURI, yield* sampleArchive)
          yield* ask("POST", PACKS, samplePack("only-begun"))
          const { name: _, ...body } = samplePack("x")
          const versions = "/api/registry/policypacks/private/acme/swept/versions"
          const started = yield* ask("POST", versions, { ...body, version: "3.0.0" })
          yield* put(started.json.uploadURI, yield* sampleArchive)
          yield* TestClock.adjust("23 hours")
          const { blobs: _early, ...early } = yield* pass
          assert.deepStrictEqual(early, { versions: 0, operations: 0 })
          yield* TestClock.adjust("1 hour")
          yield* TestClock.adjust("1 second")
          const { blobs: _due, ...due } = yield* pass
          assert.deepStrictEqual(due, { versions: 2, operations: 1 })
          assert.sameMembers(abandoned, ["acme: acme/swept@2", "acme: acme/only-begun@1"])
          assert.strictEqual((yield* ask("POST", `${PACKS}/swept/versions/2.0.0/complete`)).status, 404)
          assert.strictEqual((yield* ask("DELETE", `${PACKS}/only-begun`)).status, 404)
          const again = yield* ask("POST", PACKS, samplePack("swept", { versionTag: "2.0.0" }))
          assert.deepStrictEqual([again.status, again.json.version], [201, 3])
          yield* ask("DELETE", `${PACKS}/swept/versions/3`)
          yield* TestClock.adjust("3 hours")
          yield* pass
          assert.deepStrictEqual(yield* blobKeys, before)
          assert.strictEqual((yield* ask("GET", `${PACKS}/swept/versions/1`)).status, 200)
          assert.deepStrictEqual(yield* pass, nothing)
        })
      )

      it.effect("removes what is uploaded after its version was completed, and what a crash left", () =>
        Effect.gen(function* () {
          const { pass } = yield* Sweeper
          const { json } = yield* ask("POST", PACKS, samplePack("again"))
          yield* put(json.uploadURI, yield* sampleArchive)
          assert.strictEqual((yield* ask("POST", `${PACKS}/again/versions/1/complete`)).status, 204)
          const kept = yield* blobKeys
          yield* put(json.uploadURI, yield* sampleArchive)
          assert.strictEqual((yield* blobKeys).length, kept.length + 1)
          yield* TestClock.adjust("1 hour")
          yield* pass
          assert.strictEqual((yield* blobKeys).length, kept.length + 1)
          yield* TestClock.adjust("16 minutes")
          assert.strictEqual((yield* pass).blobs, 1)
          assert.deepStrictEqual(yield* blobKeys, kept)
          for (const key of kept) assert.strictEqual((yield* (yield* BlobStore).info(key))._tag, "Some")
        })
      )
    })
  })
}
