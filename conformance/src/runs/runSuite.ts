/** A whole run: reach the target, run the rules, clean up, and say what came out. Knows no terminal. */
import { join } from "node:path"
import type { Configuration } from "../config/Configuration.ts"
import { Ledger, ledgerFile } from "../engine/Ledger.ts"
import type { Outcome } from "../engine/Outcome.ts"
import { type Limits, Pace } from "../engine/Pace.ts"
import type { Rule } from "../engine/Rule.ts"
import { type Level, RunContext } from "../engine/RunContext.ts"
import { runRules } from "../engine/runRules.ts"
import type { Profile } from "../table/Operation.ts"
import { compareBaseline } from "./baseline.ts"
import { caseOf, writeCase } from "./caseFile.ts"
import { newRun } from "./newRun.ts"
import { preflight } from "./preflight.ts"
import { profileResult, type Report, reported } from "./Report.ts"
import { Reproduction } from "./reproduce.ts"

/** How a run is made. */
export interface SuiteOptions {
  readonly configuration: Configuration
  readonly rules: ReadonlyArray<Rule>
  readonly level: Level
  readonly seed: number
  readonly workers: number
  readonly limits: Limits
  /** Rules that are known to be violated. */
  readonly baseline: ReadonlyArray<string>
  /** Where the ledger and the case files go; nothing is written without. */
  readonly folder: string | undefined
  /** How often a violation is tried again at most; not at all without. */
  readonly reproduce?: number
  /** Stops the run: nothing more is asked, what was made is undone, and what came out so far is the report. */
  readonly signal?: AbortSignal
  readonly ended?: (outcome: Outcome, done: number) => void
  /** Told before a violation is tried again. */
  readonly retried?: (rule: string) => void
}

const contextOf = (options: SuiteOptions): RunContext => {
  const run = newRun()
  const file = options.folder === undefined ? undefined : ledgerFile(options.folder, run)
  return new RunContext({ ...options, run, ledger: new Ledger(file), pace: new Pace(options.limits) })
}

/** Writes the case of every violation and tries it again; nothing else is under way by now. */
const withCases = async (context: RunContext, options: SuiteOptions, outcomes: ReadonlyArray<Outcome>) => {
  const { configuration, folder, rules, signal } = options
  const reproduce = context.stopped === undefined ? (options.reproduce ?? 0) : 0
  const means = { ledger: context.ledger, pace: context.pace }
  const reproduction = new Reproduction(configuration, reproduce, {
    ...means,
    ...(signal === undefined ? {} : { signal })
  })
  const all: Array<Outcome> = []
  for (const outcome of outcomes) {
    const rule = rules.find(({ id }) => id === outcome.rule)
    if (outcome.failure === undefined || rule === undefined) {
      all.push(outcome)
      continue
    }
    const written = caseOf(context, outcome.rule, outcome.failure)
    const file = folder === undefined ? undefined : join(folder, `case-${outcome.rule}-${context.run}.json`)
    if (file !== undefined) writeCase(file, written)
    if (reproduce > 0) options.retried?.(outcome.rule)
    const reproduced = await reproduction.of(written, rule)
    all.push({
      ...outcome,
      failure: { ...outcome.failure, reproduced, ...(file === undefined ? {} : { caseFile: file }) }
    })
  }
  return all
}

const resultsOf = (rules: ReadonlyArray<Rule>, outcomes: ReadonlyArray<Outcome>, known: ReadonlyArray<string>) => {
  const byProfile = Map.groupBy(rules, ({ profile }) => profile)
  return Object.fromEntries(
    [...byProfile].map(([profile, ofProfile]): [Profile, ReturnType<typeof profileResult>] => [
      profile,
      profileResult(ofProfile, outcomes, known)
    ])
  )
}

/** Fails with `Unreachable` or `NotThisApi` before any rule has run; a target that is gone later ends the run. */
export const runSuite = async (options: SuiteOptions): Promise<Report> => {
  const startedAt = new Date()
  const context = contextOf(options)
  try {
    await preflight(context)
    const runner = { workers: options.workers, ...(options.ended === undefined ? {} : { ended: options.ended }) }
    const outcomes = await withCases(context, options, await runRules(context, options.rules, runner))
    const { stopped } = context
    const { known, stale } = compareBaseline(options.baseline, outcomes)
    return {
      run: context.run,
      url: options.configuration.url,
      level: options.level,
      seed: options.seed,
      startedAt: startedAt.toISOString(),
      millis: Date.now() - startedAt.getTime(),
      requests: context.pace.sent,
      outcomes: outcomes
        .map((outcome) => reported(outcome, context))
        .toSorted((left, right) => left.rule.localeCompare(right.rule)),
      profiles: resultsOf(options.rules, outcomes, known),
      leaks: context.ledger.open.map(({ path }) => path),
      known,
      stale,
      ...(stopped === undefined ? {} : { stopped: { ...stopped, left: options.rules.length - outcomes.length } })
    }
  } finally {
    context.wire.close()
  }
}
