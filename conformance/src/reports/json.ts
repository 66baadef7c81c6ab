/** A report as JSON, for programs. */
import { entryOf } from "../catalogue/Catalogue.ts"
import type { Report } from "../runs/Report.ts"

/** The number of this form; another one when a field changes its meaning. */
export const FORMAT = 1

/** Every outcome with its rule; requests are in the case files. */
export const json = (report: Report): string => {
  const outcomes = report.outcomes.map((outcome) => {
    const { clause, profile, strength, text } = entryOf(outcome.rule)
    return { ...outcome, profile, strength, clause, text }
  })
  return `${JSON.stringify({ format: FORMAT, ...report, outcomes }, null, 2)}\n`
}
