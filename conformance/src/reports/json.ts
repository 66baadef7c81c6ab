/** A report as JSON, for programs. */
import { entryOf } from "../catalogue/Catalogue.ts"
import { type Report, withoutExchanges } from "../runs/Report.ts"

/** Every outcome with its rule; requests are in the case files. */
export const json = (report: Report): string => {
  const outcomes = report.outcomes.map(({ failure, ...outcome }) => {
    const { clause, profile, strength, text } = entryOf(outcome.rule)
    const shown =
      failure === undefined ? {} : { failure: { ...withoutExchanges(failure), text: report.texts[outcome.rule] } }
    return { ...outcome, profile, strength, clause, text, ...shown }
  })
  const { texts: _, ...rest } = report
  return `${JSON.stringify({ ...rest, outcomes }, null, 2)}\n`
}
