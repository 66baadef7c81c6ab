/** Runs rules against a target and says how each ended. Knows no single rule, no report and no command. */
import { isIdentity } from "../config/Configuration.ts"
import { isThere, spoken } from "../config/Requirement.ts"
import type { Level, RunContext } from "./RunContext.ts"
import { type Failure, type Focus, Inconclusive, type Outcome, type Status, Violation } from "./Outcome.ts"
import { isDisabled } from "./isDisabled.ts"
import type { Rule } from "./Rule.ts"
import { Trial } from "./Trial.ts"
import { undoAll } from "./undoAll.ts"
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

/** What Node says of texts that can't stand in a request: the suite's own can, so the target gave them out. */
const unsendable = new Set(["ERR_INVALID_CHAR", "ERR_INVALID_HTTP_TOKEN", "ERR_UNESCAPED_CHARACTERS"])

const isUnsendable = (error: unknown): error is Error =>
  error instanceof URIError || (error instanceof Error && "code" in error && unsendable.has(String(error.code)))

/** The violation that an error stands for; undefined where it stands for none. */
const violationOf = (trial: Trial, error: unknown): Violation | undefined => {
  if (error instanceof Violation) return error
  if (error instanceof Unreachable) return trial.violated(error.message, "an answer", error.code)
  if (isUnsendable(error))
    return trial.violated(
      "What the target gives out can be sent back to it",
      "a text that can stand in a request",
      error.message
    )
  return undefined
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
  const violation = violationOf(trial, error)
  if (violation !== undefined) {
    const insisted = insistedOn[trial.context.level].has(rule.strength)
    return { status: insisted ? "FAIL" : "WARN", failure: failureOf(trial, violation) }
  }
  if (error instanceof Inconclusive) return { status: "INCONCLUSIVE", reason: error.reason, note: error.message }
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

/** So many rules in a row without an answer: the target may be gone. */
const GONE_AFTER = 3

/** Counts rules that got no answer, and stops the run when the target is gone: the rest would only say so again. */
class Pulse {
  readonly #context: RunContext
  #misses = 0

  constructor(context: RunContext) {
    this.#context = context
  }

  async take(error: unknown): Promise<void> {
    this.#misses = error instanceof Unreachable ? this.#misses + 1 : 0
    if (this.#misses >= GONE_AFTER && this.#context.stopped === undefined) await this.#look()
  }

  /** What only these rules ask for may be what it can't answer. */
  async #look(): Promise<void> {
    try {
      await new Trial(this.#context, "pulse").anonymous.get("/api/registry/packages", { limit: 1 })
      this.#misses = 0
    } catch (error) {
      if (error instanceof Unreachable) this.#context.stopped ??= { text: error.message, code: 3 }
    }
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
    for (let rule = queue.shift(); rule !== undefined && context.stopped === undefined; rule = queue.shift()) {
      let thrown: unknown
      const outcome = await runRule(context, rule, { tell: (error) => (thrown = error) })
      await pulse.take(thrown)
      const isOver = workers === 1 || context.pace.isSpent || context.stopped !== undefined
      if (outcome.reason === "BUDGET" && !isOver) starved.push(rule)
      else ended(outcome)
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  // Others had used up the quota of resources; alone there may be enough of it.
  if (starved.length > 0) await runTurn(context, starved, 1, pulse, ended)
}

/** Deletes what stands in the ledger and was not undone by the rule that made it, since the rule had ended before. */
const undoOpen = async (context: RunContext): Promise<void> => {
  const trial = new Trial(context, "undo")
  trial.cleaning = true
  await undoAll(
    context.ledger.open.map(({ identity, path }) => async () => {
      const { status } = await trial.as(isIdentity(identity) ? identity : "admin").delete(path)
      if (status < 300 || status === 404) context.ledger.end(path)
    })
  )
}

/**
 * Runs all of them: first what needs quiet, then the rest beside each other, last what looks at everything recorded.
 * Fewer when the run is stopped on the way; the context says why.
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
  const pulse = new Pulse(context)
  const of = (turn: Rule["turn"]) => rules.filter((rule) => rule.turn === turn)
  try {
    await runTurn(context, of("alone"), 1, pulse, ended)
    await runTurn(context, of("beside"), runner.workers, pulse, ended)
    await runTurn(context, of("last"), 1, pulse, ended)
  } finally {
    // A target that is gone undoes nothing: the ledger has it.
    if (context.stopped?.code !== 3) await context.undo().then(() => undoOpen(context))
  }
  return outcomes
}
