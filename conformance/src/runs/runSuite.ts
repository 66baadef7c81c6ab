/** A whole run: reach the target, run the rules, clean up, and say what came out. Knows no terminal. */
import { join } from "node:path"
import { entryOf } from "../catalogue/Catalogue.ts"
import type { Configuration } from "../config/Configuration.ts"
import { Ledger, ledgerFile } from "../engine/Ledger.ts"
import type { Outcome } from "../engine/Outcome.ts"
import { type Limits, Pace } from "../engine/Pace.ts"
import type { Rule } from "../engine/Rule.ts"
import { type Level, RunContext } from "../engine/RunContext.ts"
import { runRules } from "../engine/runRules.ts"
import { failureText } from "../reports/failureText.ts"
import type { Profile } from "../table/Operation.ts"
import { compareBaseline } from "./baseline.ts"
import { writeCase } from "./caseFile.ts"
import { preflight } from "./preflight.ts"
import { profileResult, type Report } from "./Report.ts"

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
  readonly ended?: (outcome: Outcome, done: number) => void
}

/** A word of letters and digits that no other run has. */
export const newRun = (): string => `${Date.now().toString(36)}${Math.floor(Math.random() * 36 ** 3).toString(36)}`

const contextOf = (options: SuiteOptions): RunContext => {
  const run = newRun()
  const file = options.folder === undefined ? undefined : ledgerFile(options.folder, run)
  return new RunContext({ ...options, run, ledger: new Ledger(file), pace: new Pace(options.limits) })
}

const withCases = (context: RunContext, folder: string | undefined, outcomes: ReadonlyArray<Outcome>) =>
  outcomes.map((outcome) => {
    if (outcome.failure === undefined || folder === undefined) return outcome
    const file = join(folder, `case-${outcome.rule}-${context.run}.json`)
    writeCase(file, context, outcome.rule, outcome.failure)
    return { ...outcome, failure: { ...outcome.failure, caseFile: file } }
  })

const resultsOf = (rules: ReadonlyArray<Rule>, outcomes: ReadonlyArray<Outcome>, known: ReadonlyArray<string>) => {
  const byProfile = Map.groupBy(rules, ({ profile }) => profile)
  return Object.fromEntries(
    [...byProfile].map(([profile, ofProfile]): [Profile, ReturnType<typeof profileResult>] => [
      profile,
      profileResult(ofProfile, outcomes, known)
    ])
  )
}

/** Fails with `Unreachable` or `NotThisApi` before any rule has run. */
export const runSuite = async (options: SuiteOptions): Promise<Report> => {
  const startedAt = new Date()
  const context = contextOf(options)
  try {
    await preflight(context)
    const runner = { workers: options.workers, ...(options.ended === undefined ? {} : { ended: options.ended }) }
    const outcomes = withCases(context, options.folder, await runRules(context, options.rules, runner))
    const { known, stale } = compareBaseline(options.baseline, outcomes)
    const violated = outcomes.filter(({ failure }) => failure !== undefined)
    return {
      run: context.run,
      url: options.configuration.url,
      level: options.level,
      seed: options.seed,
      startedAt: startedAt.toISOString(),
      millis: Date.now() - startedAt.getTime(),
      requests: context.pace.sent,
      outcomes: outcomes.toSorted((left, right) => left.rule.localeCompare(right.rule)),
      profiles: resultsOf(options.rules, outcomes, known),
      leaks: context.ledger.open.map(({ path }) => path),
      known,
      stale,
      texts: Object.fromEntries(
        violated.map((outcome) => [outcome.rule, failureText(entryOf(outcome.rule), outcome, context.secrets)])
      )
    }
  } finally {
    context.wire.close()
  }
}
