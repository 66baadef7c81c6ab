/** A report as JUnit XML, for the test pages of CI systems. */
import { entryOf } from "../catalogue/Catalogue.ts"
import type { Report, Reported } from "../runs/Report.ts"
import { escaped } from "./escaped.ts"

const seconds = (millis: number): string => (millis / 1000).toFixed(3)

const resultOf = (outcome: Reported, report: Report): ReadonlyArray<string> => {
  const text = outcome.failure?.text
  switch (outcome.status) {
    case "FAIL":
      return report.known.includes(outcome.rule)
        ? [`<skipped message="known"/>`]
        : [`<failure message="${escaped(outcome.failure?.message ?? "")}" type="FAIL">${escaped(text ?? "")}</failure>`]
    case "WARN":
      return [`<system-out>${escaped(text ?? "")}</system-out>`]
    case "ERROR":
      return [`<error message="fault of the suite">${escaped(outcome.notes.join("\n"))}</error>`]
    case "INCONCLUSIVE":
    case "DISABLED":
      return [`<skipped message="${escaped([outcome.reason ?? outcome.status, ...outcome.notes].join(": "))}"/>`]
    case "PASS":
    case "RECORDED":
      return outcome.notes.length === 0 ? [] : [`<system-out>${escaped(outcome.notes.join("\n"))}</system-out>`]
  }
}

const caseOf = (outcome: Reported, report: Report): string => {
  const entry = entryOf(outcome.rule)
  const property = (name: string, value: string) => `<property name="${name}" value="${escaped(value)}"/>`
  return [
    `<testcase classname="conformance.${entry.profile}" name="${escaped(`${entry.id} ${entry.text}`)}" time="${seconds(outcome.millis)}">`,
    `<properties>${property("requirement", entry.id)}${property("clause", entry.clause)}${property("strength", entry.strength)}${property("status", outcome.status)}</properties>`,
    ...resultOf(outcome, report),
    "</testcase>"
  ].join("\n")
}

/** One test case a rule, with its id as the property `requirement`. */
export const junit = (report: Report): string => {
  const count = (...statuses: ReadonlyArray<string>) =>
    report.outcomes.filter(
      ({ rule, status }) => statuses.includes(status) && !(status === "FAIL" && report.known.includes(rule))
    ).length
  const numbers = `tests="${report.outcomes.length}" failures="${count("FAIL")}" errors="${count("ERROR")}" skipped="${count("INCONCLUSIVE", "DISABLED")}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${numbers} time="${seconds(report.millis)}">`,
    `<testsuite name="platform-conformance" ${numbers} time="${seconds(report.millis)}" timestamp="${report.startedAt}">`,
    ...report.outcomes.map((outcome) => caseOf(outcome, report)),
    "</testsuite>",
    "</testsuites>",
    ""
  ].join("\n")
}
