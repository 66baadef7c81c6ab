/** How a rule ends. Knows no rule and no report. */
import type { Exchange } from "../wire/Exchange.ts"

/** Why nothing could be concluded. */
export type Reason = "BUDGET" | "NO_FIXTURE" | "PREMISE_NEVER_MET" | "REFUSED"

/** How a rule ended. WARN is a violation that the chosen level does not insist on. */
export type Status = "DISABLED" | "ERROR" | "FAIL" | "INCONCLUSIVE" | "PASS" | "RECORDED" | "WARN"

/** A violation: what was expected, what was there, and where. */
export class Violation extends Error {
  override readonly name = "Violation"
  readonly expected: string
  readonly got: string
  /** The exchange that shows it; the last one of the case where it is absent. */
  readonly at: Exchange | undefined
  /** The requests of the case, up to here. */
  readonly exchanges: ReadonlyArray<Exchange>

  constructor(
    message: string,
    told: {
      readonly expected: string
      readonly got: string
      readonly at?: Exchange | undefined
      readonly exchanges: ReadonlyArray<Exchange>
    }
  ) {
    super(message)
    this.expected = told.expected
    this.got = told.got
    this.at = told.at
    this.exchanges = told.exchanges
  }
}

/** A rule whose premise can't be brought about here. */
export class Inconclusive extends Error {
  override readonly name = "Inconclusive"
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Where the smallest failing input of a rule is found again: in which of its checks, and where among what that draws. */
export interface Focus {
  readonly check: number
  readonly path: string
}

/** How often a violation was there again, and whether its requests or its whole rule were tried again. */
export interface Reproduced {
  readonly times: number
  readonly of: number
  readonly by: "requests" | "rule"
}

/** What is known of a violation. */
export interface Failure {
  readonly message: string
  readonly expected: string
  readonly got: string
  /** The requests of the smallest failing case, in their order. */
  readonly exchanges: ReadonlyArray<Exchange>
  /** The exchange that shows the violation. */
  readonly at: Exchange | undefined
  readonly seed: number
  /** Absent where the rule draws nothing. */
  readonly focus?: Focus | undefined
  readonly caseFile?: string
  readonly reproduced?: Reproduced | undefined
}

/** How one rule ended in one run. */
export interface Outcome {
  readonly rule: string
  readonly status: Status
  readonly reason?: Reason | undefined
  /** What was recorded, or why nothing could be concluded. */
  readonly notes: ReadonlyArray<string>
  /** How often the premise of the rule was met. */
  readonly premises: number
  readonly requests: number
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly millis: number
  readonly failure?: Failure | undefined
}
