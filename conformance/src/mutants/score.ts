/** Runs rules against mutants and counts who was noticed by whom. */
import { catalogue } from "../catalogue/Catalogue.ts"
import type { Configuration } from "../config/Configuration.ts"
import { Ledger } from "../engine/Ledger.ts"
import { Pace } from "../engine/Pace.ts"
import type { Rule } from "../engine/Rule.ts"
import { RunContext } from "../engine/RunContext.ts"
import { runRules } from "../engine/runRules.ts"
import { newRun } from "../runs/newRun.ts"
import { sweep } from "../runs/sweep.ts"
import type { Mutant } from "./Mutant.ts"
import { startProxy } from "./proxy.ts"

/** How a score is made. */
export interface ScoreOptions {
  readonly configuration: Configuration
  readonly rules: ReadonlyArray<Rule>
  readonly mutants: ReadonlyArray<Mutant>
  readonly seeds: ReadonlyArray<number>
  /** Every rule against every mutant, not only those that are named with it. */
  readonly everyRule: boolean
  readonly scored: (mutant: Mutant, row: MutantScore) => void
}

/** In how many seeds a mutant was noticed, by any rule and by each. */
export interface MutantScore {
  readonly id: string
  readonly killed: number
  readonly seeds: number
  readonly by: Readonly<Record<string, number>>
}

/** The rules that notice a mutant with one seed. */
const killersOf = async (options: ScoreOptions, mutant: Mutant, seed: number): Promise<ReadonlyArray<string>> => {
  const proxy = await startProxy(options.configuration, mutant.make())
  const configuration = { ...options.configuration, url: proxy.url }
  const ledger = new Ledger(undefined)
  const context = new RunContext({ configuration, level: "ours", seed, run: newRun(), ledger, pace: new Pace({}) })
  try {
    const chosen = options.rules.filter(({ id }) => options.everyRule || mutant.killedBy.includes(id))
    const outcomes = await runRules(context, chosen, { workers: 4 })
    return outcomes.filter(({ status }) => status === "FAIL" || status === "WARN").map(({ rule }) => rule)
  } finally {
    context.wire.close()
    proxy.close()
    await sweep(ledger, options.configuration)
  }
}

/** What the proxy does when it does nothing wrong. */
const control: Mutant = { id: "NONE", fault: "no fault", killedBy: [], make: () => (hop, next) => next(hop) }

/** The rules that are violated without any fault: what kills then kills nothing. */
export const falseAlarms = (options: ScoreOptions): Promise<ReadonlyArray<string>> =>
  killersOf({ ...options, everyRule: true }, control, options.seeds[0] ?? 1)

/** One row for each mutant. */
export const score = async (options: ScoreOptions): Promise<ReadonlyArray<MutantScore>> => {
  const rows: Array<MutantScore> = []
  for (const mutant of options.mutants) {
    const by: Record<string, number> = {}
    let killed = 0
    for (const seed of options.seeds) {
      const killers = await killersOf(options, mutant, seed)
      if (killers.length > 0) killed += 1
      for (const id of killers) by[id] = (by[id] ?? 0) + 1
    }
    const row = { id: mutant.id, killed, seeds: options.seeds.length, by }
    rows.push(row)
    options.scored(mutant, row)
  }
  return rows
}

/** Rules that the specification demands and that killed no mutant in every seed. */
export const unproven = (rules: ReadonlyArray<Rule>, rows: ReadonlyArray<MutantScore>): ReadonlyArray<string> => {
  const tested = new Set(rules.map(({ id }) => id))
  return catalogue
    .filter(({ id, strength }) => strength === "must" && tested.has(id))
    .filter(({ id }) => !rows.some(({ by, seeds }) => by[id] === seeds))
    .map(({ id }) => id)
}
