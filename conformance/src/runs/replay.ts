/** Tries a failing case again and says whether the fault is still there. */
import type { Configuration } from "../config/Configuration.ts"
import { Ledger } from "../engine/Ledger.ts"
import { Inconclusive, type Reproduced } from "../engine/Outcome.ts"
import { Pace } from "../engine/Pace.ts"
import type { Rule } from "../engine/Rule.ts"
import { type Level, RunContext } from "../engine/RunContext.ts"
import { runRule } from "../engine/runRules.ts"
import { Trial } from "../engine/Trial.ts"
import { Unreachable } from "../wire/Unreachable.ts"
import type { CaseFile } from "./caseFile.ts"
import { newRun } from "./newRun.ts"
import { Drifted, isRacing, Lacking, Resending, stuckAt } from "./Resending.ts"

/**
 * How a replay came out. A drifted one met another answer before the step that matters, or could not be judged; `by`
 * says whether the requests themselves decided, or their rule.
 */
export type ReplayResult =
  | {
      readonly result: "DRIFTED"
      readonly step: number
      readonly expected: number | string
      readonly got: number | string
    }
  | {
      readonly result: "FIXED" | "STILL FAILS"
      readonly by: Reproduced["by"]
      /** What the rule says now, where that is another violation. */
      readonly otherwise?: string
    }

/** Statuses that a case expected, where it was a status that was wrong. */
const expectedStatuses = ({ expected }: CaseFile): ReadonlyArray<number> | undefined => {
  if (expected.startsWith("a refusal")) return Array.from({ length: 100 }, (_, index) => 400 + index)
  return expected.startsWith("status ") ? [...expected.matchAll(/\d{3}/g)].map(([status]) => Number(status)) : undefined
}

const levelOf = ({ level }: CaseFile): Level =>
  (["must", "derived", "all", "ours"] as const).find((one): one is Level => one === level) ?? "all"

/** What a replay may use up, and where it writes down what it makes; without, nothing is bounded or kept. */
export interface ReplayMeans {
  readonly ledger?: Ledger
  readonly pace?: Pace
  readonly signal?: AbortSignal
}

const contextOf = (written: CaseFile, configuration: Configuration, means: ReplayMeans): RunContext =>
  new RunContext({
    configuration,
    level: levelOf(written),
    seed: written.seed,
    run: newRun(),
    ledger: means.ledger ?? new Ledger(undefined),
    pace: means.pace ?? new Pace({}),
    signal: means.signal
  })

/** The rule judges: alone, with the case's seed and its smallest input first; or over what was just recorded. */
const byRule = async (
  written: CaseFile,
  rule: Rule,
  context: RunContext,
  by: Reproduced["by"]
): Promise<ReplayResult> => {
  const { failure, notes, reason, status } = await runRule(context, rule, { focus: written.focus })
  if (failure !== undefined) {
    const isSame = failure.message === written.message || failure.expected === written.expected
    return { result: "STILL FAILS", by, ...(isSame ? {} : { otherwise: failure.message }) }
  }
  if (status === "PASS" || status === "RECORDED") return { result: "FIXED", by }
  const got = `${reason ?? status}: ${notes.join(" ")}`
  return { result: "DRIFTED", step: written.at, expected: "a verdict", got }
}

/** The requests are sent again; undefined where they alone don't decide, or can't be sent as they were. */
const byRequests = async (written: CaseFile, rule: Rule, context: RunContext): Promise<ReplayResult | undefined> => {
  const stuck = stuckAt(written)
  if (stuck !== undefined) {
    // What was recorded then can't be recorded again; any other rule makes requests of its own.
    if (rule.turn !== "last") return undefined
    return { result: "DRIFTED", step: stuck, expected: "a request that can be sent again", got: "none" }
  }
  const trial = new Trial(context, rule.id)
  const sent = new Resending(trial, written)
  try {
    await sent.run()
    // These rules look at what was recorded, which is these requests now.
    if (rule.turn === "last") return await byRule(written, rule, context, "requests")
    const statuses = expectedStatuses(written)
    if (statuses === undefined || isRacing(written, written.at)) return undefined
    return { result: statuses.includes(sent.last?.status ?? 0) ? "FIXED" : "STILL FAILS", by: "requests" }
  } catch (error) {
    if (error instanceof Inconclusive)
      return { result: "DRIFTED", step: written.at, expected: "a verdict", got: `${error.reason}: ${error.message}` }
    if (error instanceof Drifted && (rule.turn === "last" || !(error instanceof Lacking)))
      return { result: "DRIFTED", step: error.step, expected: error.expected, got: error.got }
    if (error instanceof Unreachable || rule.turn === "last") throw error
    return undefined
  } finally {
    await trial.finish()
  }
}

/**
 * The requests are sent again. A wrong status is judged by the one that comes now, a rule over everything recorded by
 * these requests; any other fault (a field, a header, a law of paging, a race) by its rule, run alone.
 */
export const replay = async (
  written: CaseFile,
  rule: Rule,
  configuration: Configuration,
  means: ReplayMeans = {}
): Promise<ReplayResult> => {
  const context = contextOf(written, configuration, means)
  try {
    return (await byRequests(written, rule, context)) ?? (await byRule(written, rule, context, "rule"))
  } finally {
    await context.close()
  }
}

/** The rule alone, for a case whose requests depend on what another rule had prepared. */
export const rerun = async (
  written: CaseFile,
  rule: Rule,
  configuration: Configuration,
  means: ReplayMeans
): Promise<ReplayResult> => {
  const context = contextOf(written, configuration, means)
  try {
    return await byRule(written, rule, context, "rule")
  } finally {
    await context.close()
  }
}
