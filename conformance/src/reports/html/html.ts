/** A report as one page for people, which loads nothing and runs no script. */
import { entryOf } from "../../catalogue/Catalogue.ts"
import type { Report, Reported } from "../../runs/Report.ts"
import { escaped } from "../escaped.ts"
import { summaryLine } from "../summary.ts"
import { spokenClause } from "./clauses.ts"
import { coverageTable } from "./coverageTable.ts"
import { laneSvg } from "./laneSvg.ts"
import { style } from "./style.ts"

const order: ReadonlyArray<Reported["status"]> = [
  "FAIL",
  "ERROR",
  "WARN",
  "INCONCLUSIVE",
  "RECORDED",
  "DISABLED",
  "PASS"
]

const chip = (word: string): string => `<span class="chip ${word}">${word}</span>`

const clausesText = (clause: string): string =>
  clause
    .split(";")
    .map((one) => escaped(spokenClause(one.trim())))
    .join("<br>")

const reproducedText = ({ failure }: Reported): string =>
  failure?.reproduced === undefined ? "" : ` Reproduced ${failure.reproduced.times} of ${failure.reproduced.of}.`

const detail = (outcome: Reported, isKnown: boolean): string => {
  const { failure, lanes = [], notes, reason } = outcome
  const said = [reason ?? "", ...notes].filter((one) => one !== "").join(". ")
  return [
    ...(said === "" ? [] : [`<br><small>${escaped(said)}</small>`]),
    ...(isKnown ? ["<br><small>Known: it stands in the baseline.</small>"] : []),
    ...(failure === undefined
      ? []
      : [
          `<details${isKnown ? "" : " open"}><summary>${escaped(`${failure.message}.${reproducedText(outcome)}`)}</summary>`,
          `<pre>${escaped(failure.text)}</pre></details>`
        ]),
    ...(lanes.length === 0
      ? []
      : [
          `<details${failure === undefined ? "" : " open"}><summary>${lanes.length} requests together</summary>`,
          laneSvg(lanes),
          "</details>"
        ])
  ].join("\n")
}

const row = (outcome: Reported, report: Report): string => {
  const { clause, id, strength, text } = entryOf(outcome.rule)
  const isKnown = report.known.includes(outcome.rule)
  const raced = (outcome.lanes ?? []).length === 0 ? "" : " data-raced"
  return [
    `<tr id="${id}" data-status="${outcome.status}"${raced}>`,
    `<td>${id}<br><small>${strength}</small></td>`,
    `<td>${chip(outcome.status)}</td>`,
    `<td class="clause">${clausesText(clause)}</td>`,
    `<td>${escaped(text)}${detail(outcome, isKnown)}</td>`,
    `<td><small>${outcome.requests} requests<br>${Math.round(outcome.millis)} ms</small></td></tr>`
  ].join("\n")
}

const profileTable = (profile: string, report: Report): string => {
  const rows = report.outcomes
    .filter(({ rule }) => entryOf(rule).profile === profile)
    .toSorted((left, right) => order.indexOf(left.status) - order.indexOf(right.status))
  const result = Object.entries(report.profiles).find(([name]) => name === profile)?.[1] ?? "partial"
  return [
    `<h2>${escaped(profile)} ${chip(result)}</h2>`,
    "<table><thead><tr><th>Rule</th><th>Result</th><th>Clause</th><th>What it demands</th><th></th></tr></thead>",
    `<tbody class="checks">${rows.map((outcome) => row(outcome, report)).join("\n")}</tbody></table>`
  ].join("\n")
}

const leaksText = ({ leaks, run }: Report): ReadonlyArray<string> =>
  leaks.length === 0
    ? []
    : [
        "<h2>Left behind</h2>",
        `<p>Remove it with <code>platform-conformance sweep --run ${escaped(run)}</code>.</p>`,
        `<ul>${leaks.map((path) => `<li><code>${escaped(path)}</code></li>`).join("")}</ul>`
      ]

const filters = [
  '<p class="filters">',
  '<label><input type="radio" name="show" id="all" checked> all</label>',
  '<label><input type="radio" name="show" id="open"> what is not well</label>',
  '<label><input type="radio" name="show" id="raced"> races</label></p>'
].join("\n")

/** What failed stands first and open; whatever a target answered is text and nothing else. */
export const html = (report: Report): string =>
  [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>Conformance of ${escaped(report.url)}</title><style>${style}</style></head><body>`,
    `<h1>Conformance of ${escaped(report.url)}</h1>`,
    `<p>${escaped(summaryLine(report))}<br><small>Run ${escaped(report.run)}, begun ${escaped(report.startedAt)}</small></p>`,
    filters,
    ...Object.keys(report.profiles).map((profile) => profileTable(profile, report)),
    ...leaksText(report),
    coverageTable(report),
    "</body></html>",
    ""
  ].join("\n")
