import { assert, describe, it } from "@effect/vitest"
import { Audit } from "@platform-control/core/Audit"
import { BlobSink } from "@platform-control/core/blobs/BlobSink"
import * as MemoryBlobStore from "@platform-control/core/blobs/MemoryBlobStore"
import { BlobStore } from "@platform-control/core/BlobStore"
import { testEngines } from "@platform-control/core/testing/databases"
import { Context, Deferred, Duration, Effect, Fiber, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { importThreadFile } from "../../src/docs/import/importThreadFile.ts"
import { ImportBounds } from "../../src/docs/import/ImportThreads.ts"
import { Publish, Sweeper } from "../../src/server.ts"
import { sampleArtifacts, uploadSample } from "../../src/testing.ts"
import { callers, layerStage, Raw } from "../stage/Stage.ts"

/** After some operations of the blob store, `blow` comes before each further one. */
class Fuse extends Context.Service<Fuse, { operations: number; blow: Effect.Effect<void> }>()("test/Fuse") {}

const fused = Layer.effectContext(
  Effect.gen(function* () {
    const store = yield* BlobStore
    const fuse = { operations: Infinity, blow: Effect.void }
    const through = <A, E, R>(operation: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() => (fuse.operations-- > 0 ? operation : Effect.andThen(fuse.blow, operation)))
    const stopping = BlobStore.of({
      ...store,
      info: (key) => through(store.info(key)),
      read: (key, maxBytes) => through(store.read(key, maxBytes)),
      keep: (from, to) => through(store.keep(from, to)),
      remove: (keys) => through(store.remove(keys))
    })
    return Context.make(BlobStore, stopping).pipe(Context.add(BlobSink, yield* BlobSink), Context.add(Fuse, fuse))
  })
).pipe(Layer.provide(MemoryBlobStore.layer))

/** An attempt that is stopped while it holds a thread never gives it back, as its process would. */
const enoughThreads = Layer.succeed(ImportBounds, {
  threads: 8,
  waiting: 8,
  heapMegabytes: 512,
  time: Duration.minutes(10),
  program: importThreadFile
})

const VERSIONS = "/api/registry/packages/private/acme/crash/versions"

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`completing a publish, at every step in the blob store, on ${engine.name}`, () => {
    it.layer(layerStage(engine, fused).pipe(Layer.provide(enoughThreads)))((it) => {
      it.effect(
        "leaves the version whole or not there at all when the process is killed, and nothing that is not swept up",
        () =>
          Effect.gen(function* () {
            const fuse = Option.getOrThrow(yield* Effect.serviceOption(Fuse))
            const publish = yield* Publish
            const { send } = yield* Raw
            const kept = Effect.map(Stream.runCollect((yield* BlobStore).list("packages-")), (blobs) => blobs.length)
            const outcomes: Array<number> = []
            let finished = false
            for (let operations = 0; !finished; operations++) {
              const version = `1.0.${operations}`
              const path = { source: "private", publisher: "acme", name: "crash" } as const
              const { operationID } = yield* publish.start(callers.alice, path, { version })
              yield* uploadSample(operationID, sampleArtifacts())
              const blown = yield* Deferred.make<void>()
              fuse.operations = operations
              // As a killed process stops: without any clean-up.
              fuse.blow = Effect.andThen(Deferred.succeed(blown, undefined), Effect.never)
              const complete = publish.complete(callers.alice, { ...path, version }, operationID)
              const killed = yield* Effect.forkChild(complete, { startImmediately: true })
              finished = yield* Effect.race(
                Effect.as(Fiber.join(killed), true),
                Effect.as(Deferred.await(blown), false)
              )
              fuse.operations = Infinity
              const before = (yield* send("GET", `${VERSIONS}/${version}`, { token: "alice" })).status
              outcomes.push(before)
              const again = yield* send("POST", `${VERSIONS}/${version}/complete`, {
                token: "alice",
                body: { operationID }
              })
              assert.strictEqual(again.status, before === 200 ? 409 : 201)
              yield* TestClock.adjust("25 hours")
              yield* (yield* Sweeper).pass
              assert.strictEqual(yield* kept, 3 * (operations + 1))
              const { json } = yield* send("GET", `${VERSIONS}/${version}`, { token: "alice" })
              const artifact = yield* send("GET", new URL(json.schemaURL).pathname.replace("/base", ""), {
                token: "alice"
              })
              const place = new URL(artifact.headers.get("location")!)
              assert.strictEqual((yield* send("GET", place.pathname.replace("/base", "") + place.search)).status, 200)
            }
            assert.isAbove(outcomes.indexOf(200), 5)
            assert.match(outcomes.join(" "), /^(?:404 )+200(?: 200)*$/)
          })
      )

      it.effect("409 for an attempt at whose every step another one of the same operation succeeds", () =>
        Effect.gen(function* () {
          const fuse = Option.getOrThrow(yield* Effect.serviceOption(Fuse))
          const publish = yield* Publish
          const kept = Effect.map(Stream.runCollect((yield* BlobStore).list("packages-")), (blobs) => blobs.length)
          const before = yield* kept
          const outcomes: Array<string> = []
          let others = 0
          for (let operations = 0; others === operations; operations++) {
            const path = { source: "private", publisher: "acme", name: "overtaken" } as const
            const version = `1.0.${operations}`
            const { operationID } = yield* publish.start(callers.alice, path, { version })
            yield* uploadSample(operationID, sampleArtifacts())
            const complete = publish.complete(callers.alice, { ...path, version }, operationID)
            fuse.operations = operations
            fuse.blow = Effect.suspend(() => {
              fuse.operations = Infinity
              others++
              return Effect.orDie(complete)
            })
            const outcome = yield* Effect.match(complete, { onSuccess: () => "done", onFailure: ({ _tag }) => _tag })
            fuse.operations = Infinity
            outcomes.push(outcome)
            assert.strictEqual(yield* kept, before + 3 * (operations + 1))
          }
          // Once it has stored the version, an attempt only cleans up: there the other one comes too late.
          assert.match(outcomes.join(" "), /^(?:Conflict ){6,}done(?: done)*$/)
        })
      )

      it.effect("404 for an attempt at whose every step its operation expires and is swept up", () =>
        Effect.gen(function* () {
          const fuse = Option.getOrThrow(yield* Effect.serviceOption(Fuse))
          const publish = yield* Publish
          const { pass } = yield* Sweeper
          const outcomes: Array<string> = []
          let expired = 0
          for (let operations = 0; expired === operations; operations++) {
            const path = { source: "private", publisher: "acme", name: "expired" } as const
            const version = `1.0.${operations}`
            const { operationID } = yield* publish.start(callers.alice, path, { version })
            yield* uploadSample(operationID, sampleArtifacts())
            yield* TestClock.adjust("23 hours")
            const complete = publish.complete(callers.alice, { ...path, version }, operationID)
            fuse.operations = operations
            fuse.blow = Effect.suspend(() => {
              fuse.operations = Infinity
              expired++
              return Effect.andThen(TestClock.adjust("2 hours"), Effect.asVoid(pass))
            })
            outcomes.push(yield* Effect.match(complete, { onSuccess: () => "done", onFailure: ({ _tag }) => _tag }))
            fuse.operations = Infinity
          }
          assert.match(outcomes.join(" "), /^(?:NotFound ){6,}done(?: done)*$/)
        })
      )
    })

    const recording = Deferred.makeUnsafe<void>()
    const recorded = Deferred.makeUnsafe<void>()
    const waitingAudit = Layer.succeed(Audit, {
      record: ({ action }) =>
        action === "package-version.publish"
          ? Effect.andThen(Deferred.succeed(recording, undefined), Deferred.await(recorded))
          : Effect.void,
      recordAll: () => Effect.void
    })

    it.layer(layerStage(engine).pipe(Layer.provide(waitingAudit)))((it) => {
      it.effect("leaves the version whole when its client goes away while it is stored", () =>
        Effect.gen(function* () {
          const publish = yield* Publish
          const path = { source: "private", publisher: "acme", name: "left" } as const
          const { operationID } = yield* publish.start(callers.alice, path, { version: "1.0.0" })
          yield* uploadSample(operationID, sampleArtifacts())
          const complete = publish.complete(callers.alice, { ...path, version: "1.0.0" }, operationID)
          const fiber = yield* Effect.forkChild(complete)
          yield* Deferred.await(recording)
          const interrupting = yield* Effect.forkChild(Fiber.interrupt(fiber), { startImmediately: true })
          yield* Deferred.succeed(recorded, undefined)
          yield* Fiber.join(interrupting)
          const { send } = yield* Raw
          const versions = "/api/registry/packages/private/acme/left/versions"
          assert.strictEqual((yield* send("GET", `${versions}/1.0.0`, { token: "alice" })).status, 200)
          const kept = yield* Stream.runCollect((yield* BlobStore).list("packages-"))
          assert.lengthOf(kept, 3)
        })
      )
    })
  })
}
