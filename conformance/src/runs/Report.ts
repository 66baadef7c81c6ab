/** What a run found out, as data without any secret. Knows no form in which it is shown. */
import { entryOf } from "../catalogue/Catalogue.ts"
import type { Outcome, Reproduced, Status } from "../engine/Outcome.ts"
import type { Rule } from "../engine/Rule.ts"
import type { Level, RunContext, Stop } from "../engine/RunContext.ts"
import { failureSteps, type ReportedStep } from "../reports/failureSteps.ts"
import { failureText } from "../reports/failureText.ts"
import type { Profile } from "../table/Operation.ts"
import { type Lane, lanesOf } from "./lanes.ts"

/** How a profile as a whole came out. */
export type ProfileResult = "disabled" | "failure" | "partial" | "success"

/** A violation as it is reported. */
export interface ReportedFailure {
  readonly message: string
  readonly expected: string
  readonly got: string
  readonly seed: number
  readonly caseFile?: string
  readonly reproduced?: Reproduced
  /** The last requests. */
  readonly steps: ReadonlyArray<ReportedStep>
  /** The whole of it for a person: clause, requests, how to see it again. */
  readonly text: string
}

/** How one rule ended; all its requests are in the case file. */
export interface Reported extends Omit<Outcome, "failure"> {
  readonly failure?: ReportedFailure
  /** The requests of a race. */
  readonly lanes?: ReadonlyArray<Lane>
}

/** One run. */
export interface Report {
  readonly run: string
  readonly url: string
  readonly level: Level
  readonly seed: number
  readonly startedAt: string
  readonly millis: number
  readonly requests: number
  readonly outcomes: ReadonlyArray<Reported>
  readonly profiles: Readonly<Partial<Record<Profile, ProfileResult>>>
  /** Paths of what could not be deleted. */
  readonly leaks: ReadonlyArray<string>
  /** Rules of the baseline that were violated as expected. */
  readonly known: ReadonlyArray<string>
  /** Rules of the baseline that are kept by now, or are none. */
  readonly stale: ReadonlyArray<string>
  /** Why it ended before all rules had run, and how many had not. */
  readonly stopped?: Stop & { readonly left: number }
}

/** The violations as text, in the order of their rules. */
export const textsOf = ({ outcomes }: Pick<Report, "outcomes">): ReadonlyArray<string> =>
  outcomes.flatMap(({ failure }) => (failure === undefined ? [] : [failure.text]))

/** The outcome with no secret of the run in it. */
export const reported = (outcome: Outcome, context: RunContext): Reported => {
  const { failure, notes, ...rest } = outcome
  const redact = (text: string) => context.secrets.redact(text)
  const entry = entryOf(outcome.rule)
  const lanes = entry.kind === "race" ? lanesOf(outcome, context.exchanges) : []
  const told = { ...rest, notes: notes.map(redact) }
  const raced =
    lanes.length === 0 ? told : { ...told, lanes: lanes.map((lane) => ({ ...lane, request: redact(lane.request) })) }
  if (failure === undefined) return raced
  const { caseFile, expected, got, message, reproduced, seed } = failure
  return {
    ...raced,
    failure: {
      message: redact(message),
      expected: redact(expected),
      got: redact(got),
      seed,
      ...(caseFile === undefined ? {} : { caseFile }),
      ...(reproduced === undefined ? {} : { reproduced }),
      steps: failureSteps(failure, context.secrets),
      text: failureText(entry, outcome, context.secrets)
    }
  }
}

type Ended = Pick<Outcome, "rule" | "status">

/** Failure when a rule is violated; partial when a must rule is not conclusive, switched off or was not run; disabled when all are. */
export const profileResult = (
  rules: ReadonlyArray<Rule>,
  outcomes: ReadonlyArray<Ended>,
  known: ReadonlyArray<string>
): ProfileResult => {
  const of = (id: string): Status | undefined => outcomes.find(({ rule }) => rule === id)?.status
  if (rules.some(({ id }) => of(id) === "FAIL" && !known.includes(id))) return "failure"
  if (rules.every(({ id }) => of(id) === "DISABLED")) return "disabled"
  const open = new Set<Status | undefined>(["INCONCLUSIVE", "DISABLED", "ERROR", undefined])
  return rules.some(({ id, strength }) => strength === "must" && open.has(of(id))) ? "partial" : "success"
}

/** What the shell is told: 3 the target was gone or 130 the run interrupted on the way; else 0 success, 1 a rule failed, 4 a fault of the suite, 5 nothing conclusive, 6 stale baseline. */
export const exitCodeOf = ({
  known,
  outcomes,
  stale,
  stopped
}: {
  readonly known: ReadonlyArray<string>
  readonly outcomes: ReadonlyArray<Ended>
  readonly stale: ReadonlyArray<string>
  readonly stopped?: Stop | undefined
}): 0 | 1 | 3 | 4 | 5 | 6 | 130 => {
  if (stopped !== undefined) return stopped.code
  if (outcomes.some(({ rule, status }) => status === "FAIL" && !known.includes(rule))) return 1
  if (outcomes.some(({ status }) => status === "ERROR")) return 4
  if (stale.length > 0) return 6
  const conclusive = new Set<Status>(["PASS", "FAIL", "WARN", "RECORDED"])
  return outcomes.some(({ status }) => conclusive.has(status)) ? 0 : 5
}
