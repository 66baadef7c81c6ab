/** Every form of a report, made from one report with all statuses, text that looks like markup, and a race. */
import { assert, describe, it } from "vitest"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { catalogue } from "../../src/catalogue/Catalogue.ts"
import { Ledger } from "../../src/engine/Ledger.ts"
import type { Outcome } from "../../src/engine/Outcome.ts"
import { Pace } from "../../src/engine/Pace.ts"
import { RunContext } from "../../src/engine/RunContext.ts"
import { badgeJson, badgeSvg } from "../../src/reports/badge.ts"
import { clauses, spokenClause } from "../../src/reports/html/clauses.ts"
import { html } from "../../src/reports/html/html.ts"
import { json } from "../../src/reports/json.ts"
import { junit } from "../../src/reports/junit.ts"
import { markdown } from "../../src/reports/markdown.ts"
import { ndjson } from "../../src/reports/ndjson.ts"
import { formNames, writeReports } from "../../src/reports/writeReports.ts"
import { type Report, reported } from "../../src/runs/Report.ts"
import type { Exchange } from "../../src/wire/Exchange.ts"

const SECRET = "token-of-the-administrator"

const context = new RunContext({
  configuration: { url: "http://a.example/base", identities: { admin: SECRET } },
  level: "must",
  seed: 7,
  run: "test",
  ledger: new Ledger(undefined),
  pace: new Pace({})
})

const exchange = (rule: string, startedAt: number, endedAt: number, status: number): Exchange => ({
  number: 1,
  origin: { rule, case: 0, step: 1 },
  request: {
    method: "POST",
    url: "http://a.example/base/api/x",
    target: `/api/${SECRET}/complete`,
    headers: { authorization: `Bearer ${SECRET}` },
    body: undefined,
    identity: "admin"
  },
  status,
  headers: {},
  text: `<script>alert("${SECRET}")</script>`,
  isUtf8: true,
  startedAt,
  endedAt
})

const plain = { notes: [], premises: 1, requests: 2, startedAt: 1_700_000_000_000, millis: 12 }
const raced = [exchange("REG-050", 10, 20, 201), exchange("REG-050", 12, 25, 409)]
context.exchanges.push(...raced.map((one) => ({ ...one, origin: { ...one.origin, rule: "REG-049" } })))

const failure = {
  message: "Of <b>two</b> one wins",
  expected: `exactly one & not ${SECRET}`,
  got: `none ${SECRET}`,
  exchanges: raced,
  at: raced[1],
  seed: 7,
  reproduced: { times: 3, of: 10, by: "rule" as const }
}

const outcomes: ReadonlyArray<Outcome> = [
  { ...plain, rule: "REG-050", status: "FAIL", failure, notes: [`a note with ${SECRET}`] },
  { ...plain, rule: "REG-049", status: "PASS", millis: 1 },
  { ...plain, rule: "REG-031", status: "INCONCLUSIVE", reason: "NO_FIXTURE", notes: ["No identity"] },
  { ...plain, rule: "REG-053", status: "DISABLED" },
  { ...plain, rule: "REG-048", status: "WARN", failure },
  { ...plain, rule: "CORE-025", status: "ERROR", notes: ["at <anonymous>"] },
  { ...plain, rule: "CORE-018", status: "RECORDED" }
]

const report: Report = {
  run: "test",
  url: "http://a.example/base",
  level: "must",
  seed: 7,
  startedAt: "2026-01-01T00:00:00.000Z",
  millis: 100,
  requests: 9,
  outcomes: outcomes.map((outcome) => reported(outcome, context)),
  profiles: { core: "partial", registry: "failure" },
  leaks: ["/api/left<behind>"],
  known: [],
  stale: []
}

const success: Report = { ...report, profiles: { core: "success", registry: "success" }, outcomes: [] }

describe("every form of a report", () => {
  it("shows no secret", () => {
    for (const write of [junit, html, json, ndjson, markdown, badgeJson, badgeSvg])
      assert.notInclude(write(report), SECRET, write.name)
    assert.include(JSON.stringify(report), "<admin token>")
  })

  it("is written into its files", () => {
    const folder = mkdtempSync(join(tmpdir(), "conformance-reports-"))
    const files = writeReports(report, folder, formNames).map((file) => file.slice(folder.length + 1))
    const names = ["junit.xml", "report.html", "report.json", "events.ndjson", "report.md", "badge.svg", "badge.json"]
    assert.deepStrictEqual(files, names)
    for (const name of names) assert.isAbove(readFileSync(join(folder, name)).length, 50)
    rmSync(folder, { recursive: true })
  })
})

describe("html", () => {
  const page = html(report)

  it("has each check with its clause and the rule's words, violations open, and nothing of the target as markup", () => {
    for (const { rule, status } of report.outcomes)
      assert.match(page, new RegExp(`<tr id="${rule}" data-status="${status}"`))
    assert.match(page, /Part A, States, row 2<br>Part A, Registry, row 5/)
    assert.match(page, /k parallel completes of one operation: exactly one 201/)
    assert.match(page, /<details open><summary>Of &lt;b&gt;two&lt;\/b&gt; one wins\. Reproduced 3 of 10\./)
    assert.notMatch(page, /<script|<b>|left<behind>|at <anonymous>/)
    assert.notMatch(page, /(?:src|href)="(?!#)/)
  })

  it("draws the lanes of a race, failed or not, with when they began and what they got", () => {
    const drawings = page.match(/<svg class="lanes"[^]*?<\/svg>/g) ?? []
    assert.strictEqual(drawings.length, 2)
    for (const drawing of drawings) {
      assert.match(drawing, /aria-label="2 requests under way together, over 15\.0 ms"/)
      assert.match(drawing, /complete as admin: 201, 0\.0 to 10\.0 ms/)
      assert.match(drawing, /complete as admin: 409, 2\.0 to 15\.0 ms/)
      assert.match(drawing, /<rect class="s2"[^]*<rect class="s4"/)
    }
  })

  it("counts coverage by clause, with what is not tested or was not run", () => {
    assert.match(page, new RegExp(`of ${clauses.length} clauses have a rule that this run decided`))
    assert.match(page, /<a class="chip FAIL" href="#REG-050"/)
    assert.match(page, /<span class="chip not-run" title="not-run: /)
    for (const { clause, rules } of clauses) assert.isAbove(rules.length, 0, clause)
    assert.strictEqual(new Set(clauses.flatMap(({ rules }) => rules)).size, catalogue.length)
  })

  it("closes every tag that it opens", () => {
    const open: Array<string> = []
    const single = new Set(["meta", "br", "input", "rect", "line"])
    for (const [, close, name = ""] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g))
      if (close === "/") assert.strictEqual(open.pop(), name)
      else if (!single.has(name)) open.push(name)
    assert.deepStrictEqual(open, [])
  })
})

describe("spokenClause", () => {
  it("reads a clause aloud", () => {
    assert.strictEqual(spokenClause("A/States r2"), "Part A, States, row 2")
    assert.strictEqual(spokenClause("A/Endpoints/Paging p1"), "Part A, Endpoints, Paging, paragraph 1")
    assert.strictEqual(spokenClause("B/AccessToken#6"), "Part B, AccessToken, field 6")
    assert.strictEqual(spokenClause("open points 3"), "open points 3")
  })
})

describe("ndjson", () => {
  it("is one JSON object a line: the run, the rules as they ended, the end with its exit code", () => {
    const events = ndjson(report)
      .trimEnd()
      .split("\n")
      .map((line): Record<string, unknown> => JSON.parse(line))
    assert.deepStrictEqual(
      events.map(({ event, rule }) => rule ?? event),
      ["run", "REG-049", "REG-050", "REG-031", "REG-053", "REG-048", "CORE-025", "CORE-018", "end"]
    )
    assert.deepInclude(events.at(-1), { exitCode: 1, requests: 9 })
    assert.deepInclude(events[2], { strength: "derived", profile: "registry", status: "FAIL" })
  })
})

describe("badge", () => {
  it("says the worst of all profiles", () => {
    assert.deepStrictEqual(JSON.parse(badgeJson(report)), {
      schemaVersion: 1,
      label: "conformance",
      message: "1 failed in registry",
      color: "red"
    })
    assert.deepInclude(JSON.parse(badgeJson(success)), { message: "success core, registry", color: "brightgreen" })
    const partial: Report = { ...success, profiles: { core: "partial", registry: "success" } }
    assert.deepInclude(JSON.parse(badgeJson(partial)), { message: "partial core", color: "yellow" })
    assert.match(badgeSvg(success), /^<svg [^>]*aria-label="conformance: success core, registry"[^]*<\/svg>\n$/)
  })
})
