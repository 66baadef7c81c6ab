/** Completing a publish, where the thread that prepares documentation can't do its work. */
import { assert, describe, it } from "@effect/vitest"
import * as MemoryBlobStore from "@platform-control/core/blobs/MemoryBlobStore"
import { BlobStore } from "@platform-control/core/BlobStore"
import { testEngines } from "@platform-control/core/testing/databases"
import { Duration, Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { ImportBounds } from "../../src/docs/import/ImportThreads.ts"
import { importThreadFile } from "../../src/docs/import/importThreadFile.ts"
import { Publish } from "../../src/server.ts"
import { publishSample, sampleArtifacts, uploadSample } from "../../src/testing.ts"
import { callers, layerStage, Raw } from "../stage/Stage.ts"

const path = { source: "private", publisher: "acme", name: "shop" } as const
const VERSIONS = "/api/registry/packages/private/acme/shop/versions"

/** Too much to be imported on the thread that completes it. */
const large = JSON.stringify({ name: "shop", description: "A shop. ".repeat(1_000), unknown: "x".repeat(20_000) })

const begun = Effect.fnUntraced(function* (version: string, schema = large) {
  const { operationID } = yield* (yield* Publish).start(callers.alice, path, { version })
  yield* uploadSample(operationID, { ...sampleArtifacts(), schema })
  const complete = Effect.flatMap(Raw, ({ send }) =>
    send("POST", `${VERSIONS}/${version}/complete`, { token: "alice", body: { operationID } })
  )
  return { operationID, complete }
})

const kept = Effect.flatMap(BlobStore, (blobs) =>
  Effect.map(Stream.runCollect(blobs.list("packages-")), (found) => found.length)
)

/** Rows of documentation, and folders that nobody owns. */
const rows = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(["pages", "bodies", "examples", "texts"], (table) =>
    Effect.map(sql<{ count: number }>`SELECT COUNT(*) AS count FROM ${sql(`registry_doc_${table}`)}`, ([row]) =>
      Number(row?.count)
    )
  ).pipe(
    Effect.map((counts) => counts.reduce((sum, count) => sum + count, 0)),
    Effect.orDie
  )
)

const nothingIsLeft = Effect.fnUntraced(function* (version: string) {
  const { send } = yield* Raw
  assert.strictEqual((yield* send("GET", `${VERSIONS}/${version}`, { token: "alice" })).status, 404)
  assert.deepStrictEqual([yield* kept, yield* rows], [0, 0])
})

const bounds = (changes: Partial<ImportBounds>) =>
  Layer.succeed(ImportBounds, {
    threads: 1,
    waiting: 0,
    heapMegabytes: 512,
    time: Duration.minutes(1),
    program: importThreadFile,
    ...changes
  })

const program = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)
const silent = program('import { parentPort } from "node:worker_threads"; parentPort.on("message", () => {})')

for (const engine of testEngines) {
  const stage = (changes: Partial<ImportBounds>) =>
    layerStage(engine, MemoryBlobStore.layer).pipe(Layer.provide(bounds(changes)))

  describe.skipIf(engine.skip)(`POST complete on ${engine.name}`, () => {
    it.effect("503 when the thread ends, and nothing is stored", () =>
      Effect.gen(function* () {
        const { complete } = yield* begun("1.0.0")
        const { json, status } = yield* complete
        assert.deepStrictEqual([status, json.code], [503, 503])
        yield* nothingIsLeft("1.0.0")
        assert.strictEqual((yield* complete).status, 503)
      }).pipe(Effect.provide(stage({ program: program("process.exit(1)") })))
    )

    it.effect("429 while another one is prepared and none may wait", () =>
      Effect.gen(function* () {
        const first = yield* begun("1.0.0")
        const second = yield* begun("1.0.1")
        const fiber = yield* Effect.forkChild(first.complete, { startImmediately: true })
        // A thread at work keeps the process alive: then the first one holds the only place.
        const isAtWork = () => process.getActiveResourcesInfo().includes("MessagePort")
        yield* Effect.promise(async () => {
          while (!isAtWork()) await new Promise((resolve) => setImmediate(resolve))
        })
        assert.strictEqual((yield* second.complete).status, 429)
        yield* Fiber.interrupt(fiber)
        yield* nothingIsLeft("1.0.0")
        yield* nothingIsLeft("1.0.1")
      }).pipe(Effect.provide(stage({ program: silent })))
    )

    it.effect("400 when the schema needs more memory than there is, and the operation stays usable", () =>
      Effect.gen(function* () {
        const deep = JSON.stringify({ name: "shop", unknown: Array.from({ length: 900_000 }, () => ({ a: {} })) })
        const { complete, operationID } = yield* begun("1.0.0", deep)
        const refused = yield* complete
        assert.strictEqual(refused.status, 400, refused.text)
        assert.match(refused.text, /MB of memory/)
        yield* nothingIsLeft("1.0.0")
        yield* uploadSample(operationID, sampleArtifacts())
        assert.strictEqual((yield* complete).status, 201)
      }).pipe(Effect.provide(stage({ heapMegabytes: 40 })))
    )
  })

  describe.skipIf(engine.skip)(`types of other packages on ${engine.name}`, () => {
    const other = (source: "bridged" | "platform" | "private", publisher: string, name: string) =>
      publishSample(callers.rita, { source, publisher, name }, { version: "1.0.0" })

    const typeRefs = Effect.fnUntraced(function* (source: "platform" | "private", names: ReadonlyArray<string>) {
      const properties = Object.fromEntries(
        names.map((name) => [name, { $ref: `/${name}/v2.0.0/schema.json#/types/${name}:m:T` }])
      )
      const schema = JSON.stringify({ name: "own", resources: { "own:m:R": { properties } } })
      const id = { source, publisher: "acme", name: "own" }
      yield* publishSample(callers.rita, id, { version: "1.0.0" }, { ...sampleArtifacts(), schema })
      const { send } = yield* Raw
      const url = `/api/registry/packages/${source}/acme/own/versions/1.0.0/docs/own:m:R`
      const { json } = yield* send("GET", url, { token: "rita" })
      const outputs: ReadonlyArray<{ readonly typeRef: { readonly package: string } | null }> = json.outputs
      return outputs.flatMap(({ typeRef }) => (typeRef === null ? [] : [typeRef.package]))
    })

    it.effect("are of the package of that name that is nearest, of those that every reader sees", () =>
      Effect.gen(function* () {
        yield* other("platform", "globex", "far")
        yield* other("platform", "globex", "both")
        yield* other("bridged", "acme", "both")
        yield* other("private", "acme", "mine")
        yield* other("private", "globex", "theirs")
        const names = ["both", "far", "mine", "none", "theirs"]
        assert.deepStrictEqual(yield* typeRefs("private", names), [
          "bridged/acme/both",
          "platform/globex/far",
          "private/acme/mine",
          "private/acme/none",
          "private/acme/theirs"
        ])
        assert.deepStrictEqual(yield* typeRefs("platform", names), [
          "bridged/acme/both",
          "platform/globex/far",
          "platform/acme/mine",
          "platform/acme/none",
          "platform/acme/theirs"
        ])
      }).pipe(Effect.provide(layerStage(engine)))
    )
  })
}
