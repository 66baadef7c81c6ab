import { assert, describe, it } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Context, Effect } from "effect"
import * as fc from "fast-check"
import { PolicyGroups } from "../../src/server.ts"
import { sampleArchive, samplePack } from "../../src/testing.ts"
import { layerStage, ORIGIN, PACKS, Raw, type RawResponse } from "../stage/Stage.ts"

const TAGS = ["1.0.0", "2.0.0-rc.1"] as const
const GROUPS = ["one", "two"] as const

interface Version {
  readonly tag: string | undefined
  readonly uploadURI: string
  uploaded: boolean
  complete: boolean
}

/** One pack as the specification's state table has it. */
interface Model {
  /** The highest number ever given. */
  last: number
  readonly usedTags: Set<string>
  readonly versions: Map<number, Version>
  /** Which version each group applies. */
  readonly applied: Map<string, number>
}

interface Real {
  readonly name: string
  readonly ask: (method: string, path: string, body?: unknown) => Promise<RawResponse>
  readonly upload: (uploadURI: string) => Promise<void>
  /** Whether it was possible. */
  readonly apply: (group: string, version: string) => Promise<boolean>
  readonly withdraw: (group: string) => Promise<void>
}

const newest = (model: Model): number | undefined =>
  [...model.versions]
    .filter(([, { complete }]) => complete)
    .reduce<number | undefined>((best, [number]) => (best === undefined || number > best ? number : best), undefined)

const resolve = (model: Model, text: string): number | undefined => {
  if (text === "latest") return newest(model)
  const tagged = [...model.versions].find(([, { tag }]) => tag === text)
  return tagged?.[0] ?? (model.versions.has(Number(text)) ? Number(text) : undefined)
}

const at = (real: Real, version: number | string) => `${PACKS}/${real.name}/versions/${version}`

/** All reads agree with the model, in both scopes. */
const readBack = async (model: Model, real: Real) => {
  const complete = [...model.versions].filter(([, version]) => version.complete).toSorted(([a], [b]) => b - a)
  const list = await real.ask("GET", `${PACKS}?policypack=${real.name}`)
  assert.deepStrictEqual(
    list.json.policyPacks.map((pack: { versions: unknown; versionTags: unknown }) => [pack.versions, pack.versionTags]),
    complete.length === 0 ? [] : [[complete.map(([number]) => number), complete.flatMap(([, { tag }]) => tag ?? [])]]
  )
  for (let number = 1; number <= model.last + 1; number++) {
    const version = model.versions.get(number)
    const { json, status } = await real.ask("GET", at(real, number))
    assert.strictEqual(status, version === undefined ? 404 : version.complete ? 200 : 400)
    if (status !== 200) continue
    const applied = [...model.applied.values()].includes(number)
    assert.deepStrictEqual([json.version, json.versionTag, json.applied], [number, version?.tag ?? "", applied])
  }
  const latest = newest(model)
  const registered = await real.ask("GET", `/api/registry/policypacks/private/acme/${real.name}/versions/latest`)
  const tag = latest === undefined ? undefined : (model.versions.get(latest)?.tag ?? `0.0.0+${latest}`)
  assert.deepStrictEqual([registered.status, registered.json.policyPack?.version], [tag ? 200 : 404, tag])
}

class Step implements fc.AsyncCommand<Model, Real> {
  readonly #name: string
  readonly #run: (model: Model, real: Real) => Promise<void>
  constructor(name: string, run: (model: Model, real: Real) => Promise<void>) {
    this.#name = name
    this.#run = run
  }
  check() {
    return true
  }
  async run(model: Model, real: Real) {
    await this.#run(model, real)
    await readBack(model, real)
  }
  toString() {
    return this.#name
  }
}

const create = async (model: Model, real: Real, tag: string | undefined) => {
  const { json, status } = await real.ask(
    "POST",
    PACKS,
    samplePack(real.name, tag === undefined ? {} : { versionTag: tag })
  )
  if (tag !== undefined && model.usedTags.has(tag)) {
    assert.strictEqual(status, 409)
    return undefined
  }
  assert.deepStrictEqual([status, json.version], [201, model.last + 1])
  model.last += 1
  if (tag !== undefined) model.usedTags.add(tag)
  model.versions.set(model.last, { tag, uploadURI: json.uploadURI, uploaded: false, complete: false })
  return model.last
}

const upload = async (model: Model, real: Real, number: number) => {
  const version = model.versions.get(number)
  if (version === undefined) return
  await real.upload(version.uploadURI)
  if (!version.complete) version.uploaded = true
}

const complete = async (model: Model, real: Real, text: string) => {
  const number = resolve(model, text)
  const version = number === undefined ? undefined : model.versions.get(number)
  const { status } = await real.ask("POST", `${at(real, text)}/complete`)
  const expected = version === undefined ? 404 : version.complete || !version.uploaded ? 400 : 204
  assert.strictEqual(status, expected, `complete ${text}`)
  if (version !== undefined && status === 204) version.complete = true
}

const removeVersion = async (model: Model, real: Real, text: string) => {
  const number = resolve(model, text)
  const { status } = await real.ask("DELETE", at(real, text))
  const applied = number !== undefined && [...model.applied.values()].includes(number)
  assert.strictEqual(status, number === undefined ? 404 : applied ? 409 : 200)
  if (number !== undefined && status === 200) model.versions.delete(number)
}

const removePack = async (model: Model, real: Real) => {
  const { status } = await real.ask("DELETE", `${PACKS}/${real.name}`)
  assert.strictEqual(status, model.versions.size === 0 ? 404 : model.applied.size > 0 ? 400 : 200)
  if (status === 200) model.versions.clear()
}

const apply = async (model: Model, real: Real, group: string, text: string) => {
  const number = resolve(model, text)
  const possible = number !== undefined && model.versions.get(number)?.complete === true
  assert.strictEqual(await real.apply(group, text), possible)
  if (possible) model.applied.set(group, number)
}

const withdraw = async (model: Model, real: Real, group: string) => {
  if (!model.applied.delete(group)) return
  await real.withdraw(group)
}

const tag = fc.option(fc.constantFrom(...TAGS), { nil: undefined })
const text = fc.oneof(fc.integer({ min: 0, max: 6 }).map(String), fc.constantFrom("latest", ...TAGS))
const group = fc.constantFrom(...GROUPS)

const steps: Array<fc.Arbitrary<Step>> = [
  tag.map(
    (tag) =>
      new Step(`publish ${tag}`, async (model, real) => {
        const number = await create(model, real, tag)
        if (number === undefined) return
        await upload(model, real, number)
        await complete(model, real, String(number))
      })
  ),
  tag.map((tag) => new Step(`create ${tag}`, async (model, real) => void (await create(model, real, tag)))),
  fc.integer({ min: 1, max: 6 }).map((n) => new Step(`upload ${n}`, (model, real) => upload(model, real, n))),
  text.map((text) => new Step(`complete ${text}`, (model, real) => complete(model, real, text))),
  text.map((text) => new Step(`delete ${text}`, (model, real) => removeVersion(model, real, text))),
  fc.constant(new Step("delete pack", removePack)),
  fc
    .tuple(group, text)
    .map(([group, text]) => new Step(`apply ${text} in ${group}`, (model, real) => apply(model, real, group, text))),
  group.map((group) => new Step(`withdraw from ${group}`, (model, real) => withdraw(model, real, group)))
]

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`policy packs on ${engine.name}`, () => {
    it.layer(layerStage(engine))((it) => {
      it.effect("agree with the model of the state table after every step of any sequence", () =>
        Effect.gen(function* () {
          const context = yield* Effect.context<PolicyGroups | Raw>()
          const run = Effect.runPromiseWith(context)
          const { send } = Context.get(context, Raw)
          const groups = Context.get(context, PolicyGroups)
          const archive = yield* sampleArchive
          for (const group of GROUPS) yield* groups.create({ organization: "acme", group })
          let packs = 0
          const setup = () => {
            const name = `model-${++packs}`
            const real: Real = {
              name,
              ask: (method, path, body) =>
                run(send(method, path, { token: "alice", ...(body === undefined ? {} : { body }) })),
              upload: async (uploadURI) => {
                const { status } = await run(
                  send("PUT", uploadURI.replace(ORIGIN, ""), {
                    body: archive,
                    headers: { "content-type": "application/gzip" }
                  })
                )
                assert.strictEqual(status, 200)
              },
              apply: (group, version) =>
                run(
                  groups.apply({ organization: "acme", group }, { organization: "acme", name }, version).pipe(
                    Effect.as(true),
                    Effect.orElseSucceed(() => false)
                  )
                ),
              withdraw: (group) =>
                run(Effect.orDie(groups.withdraw({ organization: "acme", group }, { organization: "acme", name })))
            }
            const model: Model = { last: 0, usedTags: new Set(), versions: new Map(), applied: new Map() }
            return { model, real }
          }
          yield* Effect.promise(() =>
            fc.assert(
              fc.asyncProperty(fc.commands(steps, { maxCommands: 16, size: "max" }), (commands) =>
                fc.asyncModelRun(setup, commands)
              ),
              { numRuns: 40 }
            )
          )
        })
      )
    })
  })
}
