/** Any sequence of the operations on tokens against a small model of them (TOK-053). */
import fc from "fast-check"
import { rule, type Rule } from "../engine/Rule.ts"
import type { Trial } from "../engine/Trial.ts"
import * as tokens from "./tokens.ts"

/** In the order in which they were made. */
type Model = Array<{ readonly owner: tokens.Owner; alive: boolean }>

interface Real {
  readonly trial: Trial
  readonly made: Array<tokens.Made>
}

/** Every token is used, and looked for in its list. */
const readBack = async (model: Model, { made, trial }: Real): Promise<void> => {
  for (const owner of tokens.owners) {
    const ids = new Set((await tokens.list(trial.admin, owner)).map(({ id }) => id))
    for (const [index, token] of made.entries()) {
      const { alive, owner: mine } = model[index]!
      trial.same(ids.has(token.id), alive && mine === owner, "A token is listed while it lives, in its own list")
    }
  }
  for (const [index, token] of made.entries())
    trial.status(await tokens.use(trial, token), [model[index]!.alive ? 200 : 401], "A token works while it lives")
}

class Command implements fc.AsyncCommand<Model, Real> {
  readonly text: string
  readonly deed: (model: Model, real: Real) => Promise<void>
  constructor(text: string, deed: Command["deed"]) {
    this.text = text
    this.deed = deed
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    await this.deed(model, real)
    await readBack(model, real)
  }
  toString = () => this.text
}

const create = fc.constantFrom(...tokens.owners).map(
  (owner) =>
    new Command(`create(${owner})`, async (model, { made, trial }) => {
      made.push(await tokens.made(trial, owner))
      model.push({ owner, alive: true })
    })
)

const again = fc.nat(5).map(
  (index) =>
    new Command(`createAgain(${index})`, async (model, { made, trial }) => {
      const at = index % Math.max(1, made.length)
      if (model[at]?.owner !== "organization") return
      const answer = await tokens.create(trial.admin, "organization", made[at]!.body)
      trial.refused(answer, "A name stays taken, whatever became of its token")
    })
)

const revoke = fc.nat(5).map(
  (index) =>
    new Command(`delete(${index})`, async (model, { made, trial }) => {
      const at = index % Math.max(1, made.length)
      const kept = model[at]
      if (kept === undefined) return
      const answer = await trial.admin.delete(made[at]!.path)
      trial.status(answer, [kept.alive ? 204 : 404], "A token is deleted once")
      kept.alive = false
    })
)

const RUNS = 6

export const modelRule: Rule = rule("TOK-053", (trial) =>
  trial.check(
    [fc.commands([create, create, again, revoke], { maxCommands: 8, size: "max" })],
    async (drawn) => {
      await fc.asyncModelRun(() => ({ model: [] as Model, real: { trial, made: [] } }), drawn)
      trial.met()
    },
    RUNS
  )
)
