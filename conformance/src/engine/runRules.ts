/** Runs rules against a target and says how each ended. Knows no single rule, no report and no command. */
import { isThere, spoken } from "../config/Requirement.ts"
import type { Level, RunContext } from "./RunContext.ts"
import { type Failure, type Focus, Inconclusive, type Outcome, type Status, Violation } from "./Outcome.ts"
import { isDisabled } from "./isDisabled.ts"
import type { Rule } from "./Rule.ts"
import { Trial } from "./Trial.ts"
import { now } from "../wire/clock.ts"
import type { Exchange } from "../wire/Exchange.ts"
import { Unreachable } from "../wire/Unreachable.ts"

/** How rules are run. */
export interface Runner {
  /** Rules at a time, of those that may run beside each other. */
  readonly workers: number
  /** Told when a rule has ended. */
  readonly ended?: (outcome: Outcome, done: number) => void
}

const insistedOn: Readonly<Record<Level, ReadonlySet<string>>> = {
  must: new Set(["must"]),
  derived: new Set(["must", "derived"]),
  all: new Set(["must", "derived", "probe"]),
  ours: new Set(["must", "derived", "probe", "ours"])
}

/** Whether a rule is run at this level: what follows from a clause always is, and warns where it is not insisted on. */
export const runsAt = (rule: Pick<Rule, "strength">, level: Level): boolean =>
  rule.strength === "derived" || insistedOn[level].has(rule.strength)

/** The requests that led to one that another rule sent: those of its case, and what prepared all cases there. */
const leadingTo = ({ exchanges }: RunContext, at: Exchange): ReadonlyArray<Exchange> =>
  exchanges.filter(
    ({ number, origin }) =>
      number <= at.number && origin.rule === at.origin.rule && (origin.case === 0 || origin.case === at.origin.case)
  )

const failureOf = (trial: Trial, { at, exchanges, expected, got, message }: Violation): Failure => ({
  message,
  expected,
  got,
  exchanges: at === undefined || at.origin.rule === trial.rule ? exchanges : leadingTo(trial.context, at),
  at,
  seed: trial.context.seed,
  focus: trial.failedAt
})

interface Verdict {
  readonly status: Status
  readonly reason?: Outcome["reason"]
  readonly failure?: Failure
  readonly note?: string
}

const verdictOf = (rule: Rule, trial: Trial, error: unknown): Verdict => {
  if (error === undefined) {
    if (trial.premises === 0)
      return {
        status: "INCONCLUSIVE",
        reason: "PREMISE_NEVER_MET",
        note: "The situation of this rule never came about."
      }
    return { status: rule.strength === "probe" ? "RECORDED" : "PASS" }
  }
  if (error instanceof Violation) {
    const insisted = insistedOn[trial.context.level].has(rule.strength)
    return { status: insisted ? "FAIL" : "WARN", failure: failureOf(trial, error) }
  }
  if (error instanceof Inconclusive) return { status: "INCONCLUSIVE", reason: error.reason, note: error.message }
  if (error instanceof Unreachable) {
    const failure = failureOf(
      trial,
      new Violation(error.message, { expected: "an answer", got: error.code, exchanges: [...trial.exchanges] })
    )
    return { status: "FAIL", failure }
  }
  return {
    status: "ERROR",
    note: error instanceof Error ? (error.stack ?? error.message) : "Something was thrown that is no error."
  }
}

/** The outcome of a rule that is switched off; nothing is sent for it. */
const disabled = (rule: Rule): Outcome => ({
  rule: rule.id,
  status: "DISABLED",
  notes: ["Switched off by the configuration."],
  premises: 0,
  requests: 0,
  startedAt: now(),
  millis: 0
})

/** Runs one rule and undoes what it made; `tell` hears what it threw, `focus` is tried first. One that is switched off is not run. */
export const runRule = async (
  context: RunContext,
  rule: Rule,
  options: { readonly tell?: (error: unknown) => void; readonly focus?: Focus | undefined } = {}
): Promise<Outcome> => {
  if (isDisabled(rule, context.configuration)) return disabled(rule)
  const startedAt = now()
  const trial = new Trial(context, rule.id, options.focus)
  const absent = rule.requires.find((requirement) => !isThere(requirement, context.configuration))
  let error: unknown
  try {
    if (absent !== undefined) throw new Inconclusive("NO_FIXTURE", `No ${spoken(absent)} is configured.`)
    await rule.run(trial)
  } catch (thrown) {
    error = thrown
  }
  options.tell?.(error)
  const { note, ...verdict } = verdictOf(rule, trial, error)
  await trial.finish()
  return {
    rule: rule.id,
    ...verdict,
    notes: note === undefined ? trial.notes : [...trial.notes, note],
    premises: trial.premises,
    requests: trial.requests,
    startedAt,
    millis: now() - startedAt
  }
}

/** So many rules in a row without an answer: the target is gone, and the rest would only say so again. */
const GONE_AFTER = 3

/** Counts rules that got no answer; whoever comes when the target is gone has nothing to do. */
class Pulse {
  #misses = 0
  #last: Unreachable | undefined

  take(error: unknown): void {
    this.#misses = error instanceof Unreachable ? this.#misses + 1 : 0
    this.#last = error instanceof Unreachable ? error : undefined
  }

  get gone(): Unreachable | undefined {
    return this.#misses >= GONE_AFTER ? this.#last : undefined
  }
}

const runTurn = async (
  context: RunContext,
  rules: ReadonlyArray<Rule>,
  workers: number,
  pulse: Pulse,
  ended: (outcome: Outcome) => void
) => {
  const queue = [...rules]
  const starved: Array<Rule> = []
  const worker = async () => {
    for (let rule = queue.shift(); rule !== undefined && pulse.gone === undefined; rule = queue.shift()) {
      const outcome = await runRule(context, rule, { tell: (error) => pulse.take(error) })
      if (workers > 1 && outcome.reason === "BUDGET" && !context.pace.isSpent) starved.push(rule)
      else ended(outcome)
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  // Others had used up the quota of resources; alone there may be enough of it.
  if (starved.length > 0) await runTurn(context, starved, 1, pulse, ended)
}

/**
 * Runs all of them: first what needs quiet, then the rest beside each other, last what looks at everything recorded.
 * Fails with `Unreachable` when the target stops answering on the way.
 */
export const runRules = async (
  context: RunContext,
  rules: ReadonlyArray<Rule>,
  runner: Runner
): Promise<ReadonlyArray<Outcome>> => {
  const outcomes: Array<Outcome> = []
  const ended = (outcome: Outcome) => {
    outcomes.push(outcome)
    runner.ended?.(outcome, outcomes.length)
  }
  const pulse = new Pulse()
  const of = (turn: Rule["turn"]) => rules.filter((rule) => rule.turn === turn)
  try {
    await runTurn(context, of("alone"), 1, pulse, ended)
    await runTurn(context, of("beside"), runner.workers, pulse, ended)
    await runTurn(context, of("last"), 1, pulse, ended)
  } finally {
    await context.undo()
  }
  if (pulse.gone !== undefined) throw pulse.gone
  return outcomes
}
