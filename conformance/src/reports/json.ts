/** A report as JSON, for programs. */
import { entryOf } from "../catalogue/Catalogue.ts"
import type { Report, Reported } from "../runs/Report.ts"

/** The number of this form; another one when a field changes its meaning. */
export const FORMAT = 1

/** An outcome for programs, with what its rule says. */
export const plainOutcome = (outcome: Reported) => {
  const { clause, profile, strength, text } = entryOf(outcome.rule)
  if (outcome.failure === undefined) return { ...outcome, profile, strength, clause, text }
  const { steps: _, ...failure } = outcome.failure
  return { ...outcome, failure, profile, strength, clause, text }
}

/** Every outcome with its rule; requests are in the case files. */
export const json = (report: Report): string => {
  const outcomes = report.outcomes.map(plainOutcome)
  return `${JSON.stringify({ format: FORMAT, ...report, outcomes }, null, 2)}\n`
}
