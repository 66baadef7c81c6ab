/** A report in one line, and in a few for a terminal. */
import { type Report, textsOf } from "../runs/Report.ts"
import { indented } from "./escaped.ts"

/** How many rules ended how, over how many requests, in which time. */
export const summaryLine = (report: Report): string => {
  const counts = [...Map.groupBy(report.outcomes, ({ status }) => status)].map(
    ([status, all]) => `${all.length} ${status}`
  )
  return `${counts.toSorted().join(", ")}; ${report.requests} requests in ${(report.millis / 1000).toFixed(1)} s; seed ${report.seed}; level ${report.level}`
}

/** Why a run is not whole, if it is not. */
export const stoppedText = ({ stopped }: Report): ReadonlyArray<string> =>
  stopped === undefined ? [] : [`Stopped: ${stopped.text} ${stopped.left} rules were not run.`]

const open = (report: Report): ReadonlyArray<string> =>
  report.outcomes
    .filter(({ status }) => status === "INCONCLUSIVE" || status === "ERROR")
    .map(({ notes, reason, rule, status }) => `${status} ${rule} ${reason ?? ""}: ${indented(notes.join(" "), "  ")}`)

/** For a terminal: violations whole, then what is open, then the results of the profiles. */
export const summary = (report: Report): string =>
  [
    ...textsOf(report).flatMap((text) => [text, ""]),
    ...open(report),
    ...report.known.map((rule) => `Known: ${rule}`),
    ...report.stale.map((rule) => `Stale: ${rule} is kept, or no rule; take it out of the baseline.`),
    ...stoppedText(report),
    ...(report.leaks.length === 0 && report.stopped === undefined
      ? []
      : [`${report.leaks.length} left behind: platform-conformance sweep --run ${report.run}`, ...report.leaks]),
    ...Object.entries(report.profiles).map(([profile, result]) => `${profile.padEnd(12)} ${result}`),
    summaryLine(report)
  ].join("\n")
