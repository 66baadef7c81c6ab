/** What a run found out, as data. Knows no form in which it is shown. */
import type { Failure, Outcome, Status } from "../engine/Outcome.ts"
import type { Rule } from "../engine/Rule.ts"
import type { Level } from "../engine/RunContext.ts"
import type { Profile } from "../table/Operation.ts"

/** How a profile as a whole came out. */
export type ProfileResult = "disabled" | "failure" | "partial" | "success"

/** One run. */
export interface Report {
  readonly run: string
  readonly url: string
  readonly level: Level
  readonly seed: number
  readonly startedAt: string
  readonly millis: number
  readonly requests: number
  readonly outcomes: ReadonlyArray<Outcome>
  readonly profiles: Readonly<Partial<Record<Profile, ProfileResult>>>
  /** Paths of what could not be deleted. */
  readonly leaks: ReadonlyArray<string>
  /** Rules of the baseline that were violated as expected. */
  readonly known: ReadonlyArray<string>
  /** Rules of the baseline that are kept by now, or are none. */
  readonly stale: ReadonlyArray<string>
  /** The violations, by rule, without secrets. */
  readonly texts: Readonly<Record<string, string>>
}

/** Everything but the exchanges, which case files have. */
export const withoutExchanges = ({
  caseFile,
  expected,
  got,
  message,
  seed
}: Failure): Omit<Failure, "at" | "exchanges"> => ({
  message,
  expected,
  got,
  seed,
  ...(caseFile === undefined ? {} : { caseFile })
})

/** Failure when a rule is violated; partial when a must rule is not conclusive or switched off; disabled when all are. */
export const profileResult = (
  rules: ReadonlyArray<Rule>,
  outcomes: ReadonlyArray<Outcome>,
  known: ReadonlyArray<string>
): ProfileResult => {
  const of = (id: string): Status | undefined => outcomes.find(({ rule }) => rule === id)?.status
  if (rules.some(({ id }) => of(id) === "FAIL" && !known.includes(id))) return "failure"
  if (rules.every(({ id }) => of(id) === "DISABLED")) return "disabled"
  const open = new Set<Status | undefined>(["INCONCLUSIVE", "DISABLED", "ERROR"])
  return rules.some(({ id, strength }) => strength === "must" && open.has(of(id))) ? "partial" : "success"
}

/** What the shell is told: 0 success, 1 a rule failed, 4 a fault of the suite, 5 nothing conclusive, 6 stale baseline. */
export const exitCodeOf = ({
  known,
  outcomes,
  stale
}: Pick<Report, "known" | "outcomes" | "stale">): 0 | 1 | 4 | 5 | 6 => {
  if (outcomes.some(({ rule, status }) => status === "FAIL" && !known.includes(rule))) return 1
  if (outcomes.some(({ status }) => status === "ERROR")) return 4
  if (stale.length > 0) return 6
  const conclusive = new Set<Status>(["PASS", "FAIL", "WARN", "RECORDED"])
  return outcomes.some(({ status }) => conclusive.has(status)) ? 0 : 5
}
