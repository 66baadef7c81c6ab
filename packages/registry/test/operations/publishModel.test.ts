import { assert, describe, it } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Clock, Context, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { sampleArtifacts, uploadSample } from "../../src/testing.ts"
import { layerStage, Raw, type RawRequest, type RawResponse } from "../stage/Stage.ts"

const VERSIONS = ["1.0.0", "1.0.1", "2.0.0-rc.1", "0.9.0+b"] as const
const TIMES = [undefined, "2001-01-01T00:00:00.000Z", "2002-02-02T00:00:00.000Z", "2100-01-01T00:00:00.000Z"] as const

interface Operation {
  readonly id: string
  readonly version: string
  readonly publishedAt: string | undefined
  uploaded: boolean
  completed: boolean
}

interface Published {
  readonly version: string
  readonly createdAt: string
  readonly sequence: number
}

/** What the specification says has to be visible of one package. */
interface Model {
  readonly operations: Array<Operation>
  readonly versions: Map<string, Published>
  completions: number
}

/** The real registry, one package of it. */
interface Real {
  readonly ask: (method: string, path: string, body?: unknown) => Promise<RawResponse>
  readonly upload: (operationId: string) => Promise<void>
  /** Lets a second pass; gives the time in milliseconds since 1970. */
  readonly tick: () => Promise<number>
}

const latestOf = (model: Model): Published | undefined =>
  [...model.versions.values()]
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.sequence - b.sequence)
    .at(-1)

const at = (version: string) => `/versions/${encodeURIComponent(version)}`

/** Everything that can be read of the package agrees with the model. */
const readBack = async (model: Model, real: Real) => {
  const latest = latestOf(model)
  for (const version of VERSIONS) {
    const { json, status } = await real.ask("GET", at(version))
    const published = model.versions.get(version)
    assert.deepStrictEqual(
      [status, json.createdAt, json.version],
      published === undefined ? [404, undefined, undefined] : [200, published.createdAt, version]
    )
  }
  const { json, status } = await real.ask("GET", at("latest"))
  assert.deepStrictEqual([status, json.version], latest === undefined ? [404, undefined] : [200, latest.version])
  for (const query of ["", "&search=model"]) {
    const list = await real.ask("GET", `?${query}`)
    assert.deepStrictEqual(
      list.json.packages.map((item: Published) => item.version),
      latest === undefined ? [] : [latest.version]
    )
  }
}

const start = async (model: Model, real: Real, version: string, publishedAt: string | undefined) => {
  const { json, status } = await real.ask("POST", "/versions", { version, publishedAt })
  assert.strictEqual(status, model.versions.has(version) ? 409 : 202)
  if (status !== 202) return undefined
  const operation: Operation = { id: json.operationID, version, publishedAt, uploaded: false, completed: false }
  assert.isFalse(model.operations.some(({ id }) => id === operation.id))
  model.operations.push(operation)
  return operation
}

const upload = async (real: Real, operation: Operation) => {
  await real.upload(operation.id)
  operation.uploaded = true
}

const complete = async (model: Model, real: Real, operation: Operation) => {
  const now = await real.tick()
  const { status } = await real.ask("POST", `${at(operation.version)}/complete`, { operationID: operation.id })
  const expected = model.versions.has(operation.version) || operation.completed ? 409 : operation.uploaded ? 201 : 400
  assert.strictEqual(status, expected)
  if (status !== 201) return
  operation.completed = true
  const createdAt = operation.publishedAt ?? new Date(now).toISOString()
  model.versions.set(operation.version, { version: operation.version, createdAt, sequence: ++model.completions })
}

class Step implements fc.AsyncCommand<Model, Real> {
  readonly #name: string
  readonly #run: (model: Model, real: Real) => Promise<void>
  readonly #check: (model: Model) => boolean
  constructor(
    name: string,
    run: (model: Model, real: Real) => Promise<void>,
    check: (model: Model) => boolean = () => true
  ) {
    this.#name = name
    this.#run = run
    this.#check = check
  }
  check(model: Readonly<Model>) {
    return this.#check(model)
  }
  async run(model: Model, real: Real) {
    await this.#run(model, real)
    await readBack(model, real)
  }
  toString() {
    return this.#name
  }
}

const version = fc.constantFrom(...VERSIONS)
const time = fc.constantFrom(...TIMES)
const some = fc.nat()

const operationOf = (model: Model, index: number) => model.operations[index % model.operations.length]!
const hasOperation = (model: Model) => model.operations.length > 0

const steps: Array<fc.Arbitrary<Step>> = [
  fc.tuple(version, time).map(
    ([version, time]) =>
      new Step(`publish ${version} ${time}`, async (model, real) => {
        const operation = await start(model, real, version, time)
        if (operation === undefined) return
        await upload(real, operation)
        await complete(model, real, operation)
      })
  ),
  fc
    .tuple(version, time)
    .map(
      ([version, time]) =>
        new Step(`start ${version} ${time}`, async (model, real) => void (await start(model, real, version, time)))
    ),
  fc.tuple(version, time).map(
    ([version, time]) =>
      new Step(`complete ${version} ${time}, refused, then upload and complete`, async (model, real) => {
        const operation = await start(model, real, version, time)
        if (operation === undefined) return
        await complete(model, real, operation)
        await upload(real, operation)
        await complete(model, real, operation)
      })
  ),
  some.map(
    (index) => new Step(`upload ${index}`, (model, real) => upload(real, operationOf(model, index)), hasOperation)
  ),
  some.map(
    (index) =>
      new Step(`complete ${index}`, (model, real) => complete(model, real, operationOf(model, index)), hasOperation)
  ),
  some.map(
    (index) =>
      new Step(
        `repeat a completed complete ${index}`,
        async (model, real) => {
          const done = model.operations.filter(({ completed }) => completed)
          await complete(model, real, done[index % done.length]!)
        },
        (model) => model.operations.some(({ completed }) => completed)
      )
  ),
  fc.tuple(some, version).map(
    ([index, version]) =>
      new Step(
        `complete ${index} as ${version}`,
        async (model, real) => {
          const operation = operationOf(model, index)
          if (operation.version === version) return
          const { status } = await real.ask("POST", `${at(version)}/complete`, { operationID: operation.id })
          assert.strictEqual(status, 404)
        },
        hasOperation
      )
  ),
  version.map(
    (version) =>
      new Step(`delete ${version}`, async (model, real) => {
        const { status } = await real.ask("DELETE", at(version))
        assert.strictEqual(status, model.versions.delete(version) ? 204 : 404)
      })
  ),
  fc.constant(
    new Step("delete latest", async (_, real) =>
      assert.strictEqual((await real.ask("DELETE", at("latest"))).status, 400)
    )
  )
]

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`publishing on ${engine.name}`, () => {
    it.layer(layerStage(engine))((it) => {
      it.effect("agrees with the model of versions after every step of any sequence", () =>
        Effect.gen(function* () {
          const context = yield* Effect.context<Effect.Services<ReturnType<typeof uploadSample>> | Raw>()
          const run = Effect.runPromiseWith(context)
          const { send } = Context.get(context, Raw)
          let packages = 0
          const setup = () => {
            const name = `model-${++packages}`
            const ask: Real["ask"] = (method, path, body) => {
              const request: RawRequest = { token: "alice", ...(body === undefined ? {} : { body }) }
              const root = "/api/registry/packages"
              return run(
                send(
                  method,
                  path.startsWith("?") ? `${root}${path}&name=${name}` : `${root}/private/acme/${name}${path}`,
                  request
                )
              )
            }
            const real: Real = {
              ask,
              upload: (id) => run(uploadSample(id, sampleArtifacts())),
              tick: () => run(Effect.andThen(TestClock.adjust("1 second"), Clock.currentTimeMillis))
            }
            return { model: { operations: [], versions: new Map(), completions: 0 }, real }
          }
          yield* Effect.promise(() =>
            fc.assert(
              fc.asyncProperty(fc.commands(steps, { maxCommands: 14, size: "max" }), (commands) =>
                fc.asyncModelRun(setup, commands)
              ),
              { numRuns: 25 }
            )
          )
        })
      )
    })
  })
}
