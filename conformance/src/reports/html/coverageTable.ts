/** Coverage by clause: which rules come from each, and how they ended. */
import type { CatalogueEntry } from "../../catalogue/Catalogue.ts"
import type { Report } from "../../runs/Report.ts"
import { escaped } from "../escaped.ts"
import { ruleChip } from "./chip.ts"
import { type Clause, clauses, spokenClause } from "./clauses.ts"

/** How a rule stands in this run. */
const standing = (entry: CatalogueEntry, report: Report): string => {
  const outcome = report.outcomes.find(({ rule }) => rule === entry.id)
  return outcome?.status ?? (entry.untested === undefined ? "not-run" : "untested")
}

const conclusive = new Set(["PASS", "FAIL", "WARN", "RECORDED"])

const chipOf = (entry: CatalogueEntry, report: Report): string => {
  const title = `${entry.text}${entry.untested === undefined ? "" : ` (${entry.untested})`}`
  const isShown = report.outcomes.some(({ rule }) => rule === entry.id)
  return ruleChip(entry.id, standing(entry, report), title, isShown)
}

const row = ({ clause, rules }: Clause, report: Report): string => {
  const decided = rules.filter((entry) => conclusive.has(standing(entry, report))).length
  return `<tr><th scope="row">${escaped(spokenClause(clause))}</th><td>${decided} of ${rules.length}</td><td>${rules.map((entry) => chipOf(entry, report)).join(" ")}</td></tr>`
}

/** A section of the page. */
export const coverageTable = (report: Report): string => {
  const covered = clauses.filter(({ rules }) => rules.some((entry) => conclusive.has(standing(entry, report)))).length
  return [
    "<section><h2>Coverage by clause</h2>",
    `<p>${covered} of ${clauses.length} clauses have a rule that this run decided.</p>`,
    '<table><thead><tr><th scope="col">Clause</th><th scope="col">Decided</th><th scope="col">Rules</th></tr></thead><tbody>',
    ...clauses.map((clause) => row(clause, report)),
    "</tbody></table></section>"
  ].join("\n")
}
