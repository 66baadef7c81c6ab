/** Any sequence of the operations on services against a small model of them (SVC-066). */
import fc from "fast-check"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import type { Exchange } from "../wire/Exchange.ts"
import * as services from "./services.ts"

/** What should be. */
interface Kept {
  description: string
  readonly items: Set<string>
}

type Model = Map<string, Kept>

/** The target's side: the owner, and the names of this case under the short ones of the model. */
interface Real {
  readonly trial: Trial
  readonly ownerName: string
  readonly names: Readonly<Record<string, string>>
}

const SHORT = ["a", "b"] as const
const POOL = services.stacks(4, "model")

const pathIn = ({ names, ownerName, trial }: Real, name: string) =>
  services.servicePath(trial, { ownerType: "user", ownerName, name: names[name] ?? name })

/** Everything that can be read says what the model says. */
const readBack = async (model: Model, real: Real): Promise<void> => {
  const { names, trial } = real
  for (const short of SHORT) {
    const kept = model.get(short)
    const path = pathIn(real, short)
    const answer = await services.read(trial.admin, path)
    trial.status(answer, [kept === undefined ? 404 : 200], "A service is there when the model says so")
    const head = await trial.admin.send("HEAD", path)
    trial.same(head.status === 204, kept !== undefined, "HEAD says the same", head)
    if (kept === undefined) continue
    const shown = services.serviceOf(answer)
    trial.same([shown["name"], shown["description"]], [names[short], kept.description], "It is as it was left", answer)
    trial.same(
      services.itemsOf(answer).map(services.keyOf).toSorted(),
      [...kept.items].toSorted(),
      "It has the items that it was left with",
      answer
    )
    trial.same(services.countOf(shown), kept.items.size, "The counts add up", answer)
  }
}

class Command implements fc.AsyncCommand<Model, Real> {
  readonly text: string
  readonly deed: (model: Model, real: Real) => Promise<readonly [Exchange, number]>
  constructor(text: string, deed: Command["deed"]) {
    this.text = text
    this.deed = deed
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    const [answer, expected] = await this.deed(model, real)
    real.trial.status(answer, [expected], `${this.text} does what the model says`)
    await readBack(model, real)
  }
  toString = () => this.text
}

const short = fc.constantFrom(...SHORT)
const text = fc.constantFrom("", "one", "two")
const items = fc.subarray([...POOL], { maxLength: 3 })

const create = fc.tuple(short, text, items).map(
  ([name, description, added]) =>
    new Command(`create(${name})`, async (model, { names, ownerName, trial }) => {
      const body = { ownerType: "user", ownerName, name: names[name], description, items: added, properties: [] }
      const answer = await services.create(trial.admin, body)
      if (model.has(name)) return [answer, 409]
      model.set(name, { description, items: new Set(added.map(services.keyOf)) })
      return [answer, 200]
    })
)

const describe = fc.tuple(short, fc.option(text, { nil: undefined })).map(
  ([name, description]) =>
    new Command(`patch(${name}, ${String(description)})`, async (model, real) => {
      const answer = await services.patch(real.trial.admin, pathIn(real, name), { description })
      const kept = model.get(name)
      if (kept === undefined) return [answer, 404]
      kept.description = description ?? kept.description
      return [answer, 200]
    })
)

const rename = fc.tuple(short, short).map(
  ([from, to]) =>
    new Command(`rename(${from}, ${to})`, async (model, real) => {
      services.expectToExist(real.trial, pathIn(real, to))
      const answer = await services.patch(real.trial.admin, pathIn(real, from), { name: real.names[to] })
      const kept = model.get(from)
      if (kept === undefined) return [answer, 404]
      if (from === to) return [answer, 200]
      // The specification names no status for a name that is taken; the decisions of this project do.
      if (model.has(to)) return [answer, answer.status === 400 && !real.trial.isOurs ? 400 : 409]
      model.delete(from)
      model.set(to, kept)
      return [answer, 200]
    })
)

const change = fc.tuple(short, fc.constantFrom(...services.generations), fc.boolean(), items).map(
  ([name, generation, isAdded, some]) =>
    new Command(`${isAdded ? "add" : "remove"}(${name}, ${generation}, ${some.length})`, async (model, real) => {
      const { admin } = real.trial
      const path = pathIn(real, name)
      const [one = POOL[0]!] = some
      const answer = isAdded
        ? await services.addItems(admin, path, some, generation)
        : await admin.delete(services.itemPath(path, generation, one))
      const kept = model.get(name)
      if (kept === undefined) return [answer, answer.status === 400 ? 400 : 404]
      if (isAdded) for (const item of some) kept.items.add(services.keyOf(item))
      else kept.items.delete(services.keyOf(one))
      return [answer, generation === "items" ? 200 : 204]
    })
)

const remove = short.map(
  (name) =>
    new Command(`delete(${name})`, async (model, real) => {
      const answer = await real.trial.admin.delete(pathIn(real, name))
      return [answer, model.delete(name) ? 204 : 404]
    })
)

/** Made anew for every run: a command arbitrary remembers where it was replayed. */
const commands = () =>
  fc.commands([create, create, create, describe, rename, change, change, change, change, remove], {
    maxCommands: 24,
    size: "max"
  })

const RUNS = 10

export const modelRule: Rule = rule("SVC-066", (trial) =>
  trial.check(
    [commands()],
    async (drawn) => {
      const ownerName = await services.loginOf(trial, "admin")
      const names = Object.fromEntries(SHORT.map((one) => [one, trial.context.name()]))
      await fc.asyncModelRun(() => ({ model: new Map<string, Kept>(), real: { trial, ownerName, names } }), drawn)
      trial.met()
    },
    RUNS
  )
)
