/** A report as Markdown, for the summary of a CI job. */
import { entryOf } from "../catalogue/Catalogue.ts"
import type { Report } from "../runs/Report.ts"
import { stoppedText, summaryLine } from "./summary.ts"

const cell = (text: string): string => text.replaceAll("|", String.raw`\|`).replaceAll("\n", " ")

const section = (title: string, report: Report, statuses: ReadonlyArray<string>): ReadonlyArray<string> => {
  const rows = report.outcomes.filter(({ status }) => statuses.includes(status))
  if (rows.length === 0) return []
  return [
    `### ${title}`,
    "",
    "| Rule | Strength | Clause | What |",
    "| --- | --- | --- | --- |",
    ...rows.map((outcome) => {
      const { clause, strength, text } = entryOf(outcome.rule)
      const { reproduced } = outcome.failure ?? {}
      const again = reproduced === undefined ? "" : `Reproduced ${reproduced.times} of ${reproduced.of}`
      const what = [outcome.failure?.message ?? text, again, outcome.reason ?? "", ...outcome.notes].filter(
        (one) => one !== ""
      )
      return `| ${outcome.rule} | ${strength} | ${cell(clause)} | ${cell(what.join(". "))} |`
    }),
    ""
  ]
}

/** What failed first; what passed is a number. */
export const markdown = (report: Report): string =>
  [
    `## Conformance of ${report.url}`,
    "",
    summaryLine(report),
    "",
    ...stoppedText(report).flatMap((text) => [cell(text), ""]),
    "| Profile | Result |",
    "| --- | --- |",
    ...Object.entries(report.profiles).map(([profile, result]) => `| ${profile} | ${result} |`),
    "",
    ...section("Violated", report, ["FAIL"]),
    ...section("Fault of the suite", report, ["ERROR"]),
    ...section("Warnings", report, ["WARN"]),
    ...section("Not conclusive", report, ["INCONCLUSIVE"]),
    ...section("Switched off", report, ["DISABLED"]),
    ...section("Recorded", report, ["RECORDED"]),
    ...(report.leaks.length === 0 ? [] : ["### Left behind", "", ...report.leaks.map((path) => `- \`${path}\``), ""])
  ].join("\n")
