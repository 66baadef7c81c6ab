/** A report as one page for people, which loads nothing and runs no script. */
import type { Report } from "../../runs/Report.ts"
import { escaped } from "../escaped.ts"
import { profileSection } from "./checks.ts"
import { coverageTable } from "./coverageTable.ts"
import { overview } from "./overview.ts"
import { style } from "./style.ts"

const leaksText = ({ leaks, run }: Report): ReadonlyArray<string> =>
  leaks.length === 0
    ? []
    : [
        "<section><h2>Left behind</h2>",
        `<p>Remove it with</p><pre class="command">platform-conformance sweep --run ${escaped(run)}</pre>`,
        `<ul>${leaks.map((path) => `<li><code>${escaped(path)}</code></li>`).join("")}</ul></section>`
      ]

const filters = [
  '<fieldset class="filters"><legend>Show</legend>',
  '<label><input type="radio" name="show" id="all" checked> all</label>',
  '<label><input type="radio" name="show" id="open"> what is not well</label>',
  '<label><input type="radio" name="show" id="raced"> races</label></fieldset>'
].join("\n")

const runText = ({ level, millis, requests, run, seed, startedAt }: Report): string =>
  `${requests} requests in ${(millis / 1000).toFixed(1)} s; seed ${seed}; level ${level}; run ${run}, begun ${startedAt}`

/** What failed stands first and open; whatever a target answered is text and nothing else. */
export const html = (report: Report): string =>
  [
    "<!doctype html>",
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>Conformance of ${escaped(report.url)}</title><style>${style}</style></head><body><main>`,
    `<h1>Conformance of ${escaped(report.url)}</h1>`,
    `<p class="aside">${escaped(runText(report))}</p>`,
    ...overview(report),
    filters,
    ...Object.keys(report.profiles).map((profile) => profileSection(profile, report)),
    ...leaksText(report),
    coverageTable(report),
    "</main></body></html>",
    ""
  ].join("\n")
