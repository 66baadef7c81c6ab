/** A report in one line, and in a few for a terminal. */
import { type Report, textsOf } from "../runs/Report.ts"

/** How many rules ended how, over how many requests, in which time. */
export const summaryLine = (report: Report): string => {
  const counts = [...Map.groupBy(report.outcomes, ({ status }) => status)].map(
    ([status, all]) => `${all.length} ${status}`
  )
  return `${counts.toSorted().join(", ")}; ${report.requests} requests in ${(report.millis / 1000).toFixed(1)} s; seed ${report.seed}; level ${report.level}`
}

const open = (report: Report): ReadonlyArray<string> =>
  report.outcomes
    .filter(({ status }) => status === "INCONCLUSIVE" || status === "ERROR")
    .map(({ notes, reason, rule, status }) => `${status} ${rule} ${reason ?? ""}: ${notes.join(" ")}`)

/** For a terminal: violations whole, then what is open, then the results of the profiles. */
export const summary = (report: Report): string =>
  [
    ...textsOf(report).flatMap((text) => [text, ""]),
    ...open(report),
    ...report.known.map((rule) => `Known: ${rule}`),
    ...report.stale.map((rule) => `Stale: ${rule} is kept; take it out of the baseline.`),
    ...(report.leaks.length === 0
      ? []
      : [`${report.leaks.length} left behind: platform-conformance sweep --run ${report.run}`, ...report.leaks]),
    ...Object.entries(report.profiles).map(([profile, result]) => `${profile.padEnd(12)} ${result}`),
    summaryLine(report)
  ].join("\n")
