/** A report as events, one JSON object a line: the run, every rule in the order in which they ended, the end. */
import { exitCodeOf, type Report } from "../runs/Report.ts"
import { FORMAT, plainOutcome } from "./json.ts"

const at = (millis: number): string => new Date(millis).toISOString()

/** For programs that read a line at a time. */
export const ndjson = (report: Report): string => {
  const { known, leaks, level, millis, outcomes, profiles, requests, run, seed, stale, startedAt, url } = report
  const inTime = outcomes.toSorted((one, other) => one.startedAt + one.millis - other.startedAt - other.millis)
  const events: ReadonlyArray<object> = [
    { event: "run", at: startedAt, format: FORMAT, run, url, level, seed },
    ...inTime.map((outcome) => {
      const { startedAt, ...rest } = plainOutcome(outcome)
      return { event: "rule", at: at(startedAt + rest.millis), ...rest }
    }),
    {
      event: "end",
      at: at(Date.parse(startedAt) + millis),
      millis,
      requests,
      profiles,
      leaks,
      known,
      stale,
      exitCode: exitCodeOf(report)
    }
  ]
  return events.map((event) => `${JSON.stringify(event)}\n`).join("")
}
