/** Any sequence of steps against a model of one pack (POL-080). */
import fc from "fast-check"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import { objectOf } from "../wire/Exchange.ts"
import { apply as applyPack } from "./groupRules.ts"
import * as packs from "./packs.ts"

interface Version {
  readonly tag: string | undefined
  complete: boolean
  /** A version that was begun without an upload can't be completed by the model. */
  readonly uploaded: boolean
}

/** What should be. */
interface Model {
  last: number
  readonly tags: Set<string>
  readonly versions: Map<number, Version>
  applied: number | undefined
}

interface Real {
  readonly trial: Trial
  readonly id: packs.PackId
  readonly hooks: boolean
}

const numberOf = (model: Model, index: number): number => 1 + (index % Math.max(1, model.last + 1))

const readBack = async (model: Model, { id, trial }: Real): Promise<void> => {
  const complete = [...model.versions].filter(([, one]) => one.complete).map(([number]) => number)
  const entry = await packs.listed(trial.admin, id)
  const { versions } = entry ?? {}
  const shown = Array.isArray(versions) ? versions.map(Number).toSorted((left, right) => left - right) : []
  trial.same(
    shown,
    complete.toSorted((left, right) => left - right),
    "The list shows the complete versions"
  )
  for (let number = 1; number <= model.last; number += 1) {
    const version = model.versions.get(number)
    const answer = await packs.read(trial.admin, id, number)
    trial.status(
      answer,
      [version === undefined ? 404 : version.complete ? 200 : 400],
      "A version is what the model says"
    )
    if (answer.status !== 200) continue
    const { applied, versionTag } = objectOf(answer)
    trial.same(applied, model.applied === number, "applied is what the model says", answer)
    if (version?.tag !== undefined) trial.same(versionTag, version.tag, "The tag is the one that was sent", answer)
  }
}

class Step implements fc.AsyncCommand<Model, Real> {
  readonly #name: string
  readonly #run: (model: Model, real: Real) => Promise<void>
  constructor(name: string, run: (model: Model, real: Real) => Promise<void>) {
    this.#name = name
    this.#run = run
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    await this.#run(model, real)
    await readBack(model, real)
  }
  toString = () => this.#name
}

const begin = async (model: Model, { id, trial }: Real, tag: string | undefined, uploads: boolean) => {
  const body = packs.packBody(id.name, tag === undefined ? {} : { versionTag: tag })
  const answer = await packs.create(trial.admin, id, body)
  if (tag !== undefined && model.tags.has(tag)) {
    trial.refused(answer, "A used tag is refused")
    return undefined
  }
  trial.status(answer, [201], "A create begins a version")
  trial.same(packs.createdOf(answer).version, model.last + 1, "Its number is the next one", answer)
  model.last += 1
  if (tag !== undefined) model.tags.add(tag)
  if (uploads) await packs.upload(trial, answer)
  model.versions.set(model.last, { tag, complete: false, uploaded: uploads })
  return model.last
}

const complete = async (model: Model, { id, trial }: Real, number: number) => {
  const version = model.versions.get(number)
  const answer = await packs.complete(trial.admin, id, number)
  const expected = version === undefined ? 404 : version.complete || !version.uploaded ? 400 : 204
  trial.status(answer, [expected], "A completion does what the model says")
  if (version !== undefined && answer.status === 204) version.complete = true
}

const remove = async (model: Model, { id, trial }: Real, number: number) => {
  const version = model.versions.get(number)
  // What the deletion of an incomplete version does is not stated.
  if (version?.complete === false) return
  const answer = await packs.remove(trial.admin, id, number)
  const expected = version === undefined ? 404 : model.applied === number ? 409 : 200
  trial.status(answer, [expected], "A deletion does what the model says")
  if (answer.status === 200) model.versions.delete(number)
}

const removePack = async (model: Model, { id, trial }: Real) => {
  // What is left of a pack whose versions are all gone, or whose only ones are incomplete, is not stated.
  if (![...model.versions.values()].some((one) => one.complete)) return
  const answer = await packs.removePack(trial.admin, id)
  trial.status(answer, [model.applied === undefined ? 200 : 400], "A deletion of the pack does what the model says")
  if (answer.status === 200) model.versions.clear()
}

const apply = async (model: Model, { hooks, id, trial }: Real, number: number) => {
  if (!hooks || model.versions.get(number)?.complete !== true || model.applied !== undefined) return
  await applyPack(trial, id, number)
  model.applied = number
}

const withdraw = async (model: Model, { id, trial }: Real) => {
  if (model.applied === undefined) return
  await applyPack(trial, id, model.applied, false)
  model.applied = undefined
}

const tag = fc.option(fc.constantFrom("1.0.0", "1.1.0", "2.0.0-rc.1"), { nil: undefined })
const index = fc.nat(5)

const onVersion = (name: string, run: (model: Model, real: Real, number: number) => Promise<void>) =>
  index.map((one) => new Step(`${name}(${one})`, (model, real) => run(model, real, numberOf(model, one))))

const publishes = tag.map(
  (one) =>
    new Step(`publish(${one})`, async (model, real) => {
      const number = await begin(model, real, one, true)
      if (number !== undefined) await complete(model, real, number)
    })
)

/** Made anew for every run: a command arbitrary remembers where it was replayed. */
const commands = () =>
  fc.commands(
    [
      publishes,
      publishes,
      fc
        .tuple(tag, fc.boolean())
        .map(
          ([one, uploads]) =>
            new Step(`create(${one}, ${uploads})`, async (model, real) => void (await begin(model, real, one, uploads)))
        ),
      onVersion("complete", complete),
      onVersion("delete", remove),
      onVersion("apply", apply),
      fc.constant(new Step("withdraw", withdraw)),
      fc.constant(new Step("deletePack", removePack))
    ],
    { maxCommands: 12, size: "max" }
  )

const RUNS = 8

export const policyModelRule: Rule = rule("POL-080", (trial) =>
  trial.check(
    [commands()],
    async (drawn) => {
      const hooks = trial.context.configuration.hooks?.applyPack !== undefined
      const model: Model = { last: 0, tags: new Set(), versions: new Map(), applied: undefined }
      await fc.asyncModelRun(() => ({ model, real: { trial, id: packs.newPack(trial), hooks } }), drawn)
      trial.met()
    },
    RUNS
  )
)
