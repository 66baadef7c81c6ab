import { assert, describe, it } from "@effect/vitest"
import { BlobStore } from "@platform-control/core/BlobStore"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Stream } from "effect"
import { publishSample, sampleArtifacts, uploadSample } from "../../src/testing.ts"
import { callers, layerStage, Raw } from "../stage/Stage.ts"

const CLIENTS = 16

const versionsOf = (name: string) => `/api/registry/packages/private/acme/${name}/versions`

const start = Effect.fnUntraced(function* (name: string, version: string) {
  const { send } = yield* Raw
  const { json, status } = yield* send("POST", versionsOf(name), { token: "alice", body: { version } })
  assert.strictEqual(status, 202)
  const operationId: string = json.operationID
  yield* uploadSample(operationId, sampleArtifacts())
  return operationId
})

const complete = Effect.fnUntraced(function* (name: string, version: string, operationID: string) {
  const { send } = yield* Raw
  return (yield* send("POST", `${versionsOf(name)}/${version}/complete`, { token: "alice", body: { operationID } }))
    .status
})

const together = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

const tally = (statuses: ReadonlyArray<number>, status: number) => statuses.filter((one) => one === status).length

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`races on ${engine.name}`, () => {
    it.layer(layerStage(engine))((it) => {
      /** The version answers with its artifacts, which are the only blobs that are kept. */
      const isWhole = Effect.fnUntraced(function* (name: string, version: string) {
        const { send } = yield* Raw
        const blobs = yield* BlobStore
        const { json, status } = yield* send("GET", `${versionsOf(name)}/${version}`, { token: "alice" })
        assert.strictEqual(status, 200)
        for (const file of ["schema.json", "index.md", "installation-configuration.md"]) {
          const path = new URL(json.schemaURL.replace("schema.json", file)).pathname.replace("/base", "")
          const place = new URL((yield* send("GET", path, { token: "alice" })).headers.get("location")!)
          const artifact = yield* send("GET", place.pathname.replace("/base", "") + place.search)
          assert.strictEqual(artifact.status, 200)
        }
        const removed = yield* send("DELETE", `${versionsOf(name)}/${version}`, { token: "alice" })
        assert.strictEqual(removed.status, 204)
        assert.strictEqual((yield* Stream.runCollect(blobs.list("packages-"))).length, 0)
      })

      it.effect("exactly one 201 of parallel completes of one version by an operation each", () =>
        Effect.gen(function* () {
          for (const round of times(3)) {
            const name = `one-version-${round}`
            const operations = yield* Effect.forEach(times(CLIENTS), () => start(name, "1.0.0"))
            const statuses = yield* together(operations.map((id) => complete(name, "1.0.0", id)))
            assert.deepStrictEqual([tally(statuses, 201), tally(statuses, 409)], [1, CLIENTS - 1])
            yield* isWhole(name, "1.0.0")
          }
        })
      )

      it.effect("exactly one 201 of parallel completes of one operation", () =>
        Effect.gen(function* () {
          for (const round of times(3)) {
            const name = `one-operation-${round}`
            const id = yield* start(name, "1.0.0")
            const statuses = yield* together(times(CLIENTS).map(() => complete(name, "1.0.0", id)))
            assert.deepStrictEqual([tally(statuses, 201), tally(statuses, 409)], [1, CLIENTS - 1])
            yield* isWhole(name, "1.0.0")
          }
        })
      )

      it.effect("202 for each of parallel starts of one new version, each with its own operation", () =>
        Effect.gen(function* () {
          const ids = yield* together(times(CLIENTS).map(() => start("starts", "1.0.0")))
          assert.strictEqual(new Set(ids).size, CLIENTS)
        })
      )

      it.effect("exactly one 204 of parallel deletes, the others 404, and the version is gone", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          yield* publishSample(
            callers.alice,
            { source: "private", publisher: "acme", name: "deletes" },
            { version: "1.0.0" }
          )
          const path = `${versionsOf("deletes")}/1.0.0`
          const answers = yield* together(times(CLIENTS).map(() => send("DELETE", path, { token: "alice" })))
          const statuses = answers.map(({ status }) => status)
          assert.deepStrictEqual([tally(statuses, 204), tally(statuses, 404)], [1, CLIENTS - 1])
          assert.strictEqual((yield* send("GET", path, { token: "alice" })).status, 404)
        })
      )

      it.effect("latest is right after parallel completes and deletes of many versions", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          for (const round of times(3)) {
            const name = `latest-${round}`
            const versions = times(CLIENTS).map((index) => `1.0.${index}`)
            const body = (index: number) => ({
              version: `1.0.${index}`,
              publishedAt: new Date(index * 1000).toISOString()
            })
            const operations = yield* Effect.forEach(times(CLIENTS), (index) =>
              Effect.gen(function* () {
                const { json } = yield* send("POST", versionsOf(name), { token: "alice", body: body(index) })
                yield* uploadSample(json.operationID, sampleArtifacts())
                return String(json.operationID)
              })
            )
            const statuses = yield* together(operations.map((id, index) => complete(name, versions[index]!, id)))
            assert.strictEqual(tally(statuses, 201), CLIENTS)
            const latest = Effect.map(
              send("GET", `${versionsOf(name)}/latest`, { token: "alice" }),
              ({ json }) => json.version
            )
            assert.strictEqual(yield* latest, `1.0.${CLIENTS - 1}`)
            const removed = versions.slice(CLIENTS / 2)
            yield* together(
              removed.map((version) => send("DELETE", `${versionsOf(name)}/${version}`, { token: "alice" }))
            )
            assert.strictEqual(yield* latest, `1.0.${CLIENTS / 2 - 1}`)
          }
        })
      )

      it.effect("a read beside a delete is 200 or 404, and never 200 again after a 404", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          yield* publishSample(
            callers.alice,
            { source: "private", publisher: "acme", name: "reads" },
            { version: "1.0.0" }
          )
          const path = `${versionsOf("reads")}/1.0.0`
          /** Reads until some while after the version is gone. */
          const reader = Effect.gen(function* () {
            const statuses: Array<number> = []
            while (tally(statuses, 404) < 5 && statuses.length < 1_000) {
              statuses.push((yield* send("GET", path, { token: "alice" })).status)
              yield* Effect.yieldNow
            }
            return statuses
          })
          const [first, second] = yield* together([
            reader,
            reader,
            Effect.as(send("DELETE", path, { token: "alice" }), [])
          ])
          for (const statuses of [first!, second!]) {
            assert.match(statuses.join(" "), /^(?:200 )*404(?: 404)*$/)
          }
        })
      )
    })
  })
}
