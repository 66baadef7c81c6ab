/** Coverage by clause: which rules come from each, and how they ended. */
import type { CatalogueEntry } from "../../catalogue/Catalogue.ts"
import type { Report } from "../../runs/Report.ts"
import { escaped } from "../escaped.ts"
import { type Clause, clauses, spokenClause } from "./clauses.ts"

/** How a rule stands in this run. */
const standing = (entry: CatalogueEntry, report: Report): string => {
  const outcome = report.outcomes.find(({ rule }) => rule === entry.id)
  return outcome?.status ?? (entry.untested === undefined ? "not-run" : "untested")
}

const conclusive = new Set(["PASS", "FAIL", "WARN", "RECORDED"])

const chip = (entry: CatalogueEntry, report: Report): string => {
  const status = standing(entry, report)
  const title = escaped(`${status}: ${entry.text}${entry.untested === undefined ? "" : ` (${entry.untested})`}`)
  const isShown = report.outcomes.some(({ rule }) => rule === entry.id)
  return isShown
    ? `<a class="chip ${status}" href="#${entry.id}" title="${title}">${entry.id}</a>`
    : `<span class="chip ${status}" title="${title}">${entry.id}</span>`
}

const row = ({ clause, rules }: Clause, report: Report): string => {
  const decided = rules.filter((entry) => conclusive.has(standing(entry, report))).length
  return `<tr><td>${escaped(spokenClause(clause))}</td><td>${decided} of ${rules.length}</td><td>${rules.map((entry) => chip(entry, report)).join(" ")}</td></tr>`
}

/** A section of the page. */
export const coverageTable = (report: Report): string => {
  const covered = clauses.filter(({ rules }) => rules.some((entry) => conclusive.has(standing(entry, report)))).length
  return [
    "<h2>Coverage by clause</h2>",
    `<p>${covered} of ${clauses.length} clauses have a rule that this run decided.</p>`,
    "<table><thead><tr><th>Clause</th><th>Decided</th><th>Rules</th></tr></thead><tbody>",
    ...clauses.map((clause) => row(clause, report)),
    "</tbody></table>"
  ].join("\n")
}
