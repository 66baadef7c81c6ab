/** Every form of a report. */
import { assert, describe, it } from "vitest"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { catalogue, entryOf } from "../../src/catalogue/Catalogue.ts"
import { badgeJson, badgeSvg } from "../../src/reports/badge.ts"
import { clauses, spokenClause } from "../../src/reports/html/clauses.ts"
import { againText } from "../../src/reports/failureText.ts"
import { html } from "../../src/reports/html/html.ts"
import { json } from "../../src/reports/json.ts"
import { junit } from "../../src/reports/junit.ts"
import { markdown } from "../../src/reports/markdown.ts"
import { ndjson } from "../../src/reports/ndjson.ts"
import { formNames, writeReports } from "../../src/reports/writeReports.ts"
import type { Report } from "../../src/runs/Report.ts"
import { report, SECRET } from "./sampleReport.ts"

const success: Report = { ...report, profiles: { core: "success", registry: "success" }, outcomes: [] }

describe("every form of a report", () => {
  it("shows no secret", () => {
    for (const write of [junit, html, json, ndjson, markdown, badgeJson, badgeSvg])
      for (const part of [SECRET, SECRET.slice(0, 10)]) assert.notInclude(write(report), part, write.name)
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
      assert.match(page, new RegExp(`<article id="${rule}" data-status="${status}"`))
    assert.match(page, /Part A, States, row 2<br>Part A, Registry, row 5/)
    assert.match(page, /k parallel completes of one operation: exactly one 201/)
    assert.match(
      page,
      /<details class="failure" open><summary>Of &lt;b&gt;two&lt;\/b&gt; one wins\. Reproduced 3 of 10\./
    )
    assert.notMatch(page, /<script|<b>|<img|left<behind>|at <anonymous>/)
    assert.notMatch(page, /(?:src|href)="(?!#)/)
  })

  it("begins with what is not well, what fails first, and what is stale", () => {
    const top = page.slice(0, page.indexOf("<fieldset"))
    const rules = [...top.matchAll(/<li><a href="#([^"]+)" class="chip/g)].map(([, rule]) => rule)
    assert.deepStrictEqual(rules, ["REG-050", "CORE-025", "REG-048", "REG-031"])
    assert.include(top, "NO_FIXTURE: No identity")
    assert.include(top, "Stale: REG-001 is kept")
  })

  it("gives each request as a command, folds up those before, and says what is cut", () => {
    const commands = [...page.matchAll(/<pre class="command">([^<]*)<\/pre>/g)].map(([, command = ""]) => command)
    assert.match(
      commands[0] ?? "",
      /^curl --path-as-is -i -X POST -H 'authorization: Bearer &lt;admin token&gt;' --data-raw '/
    )
    assert.match(commands[0] ?? "", /it'\\''s long.*# the body is cut after 2000 of \d+ characters$/)
    assert.include(commands, "platform-conformance run --only REG-050 --seed 7")
    assert.strictEqual(
      againText(entryOf("OUR-010"), 7),
      "platform-conformance run --only OUR-010 --seed 7 --level ours"
    )
    assert.include(commands, "platform-conformance replay 'my results/case.json'")
    assert.match(page, /<details><summary>Request 1, before it<\/summary><ol class="steps"><li value="1">/)
    assert.match(page, /x&lt;admin token&gt;yy…<\/pre>/)
  })

  it("names characters that nobody would see, and lists notes of which there are many folded up", () => {
    assert.include(page, "⟨U+0000⟩⟨U+202E⟩")
    assert.match(page, /<details><summary>7 notes<\/summary><ul class="notes"><li>1\.<\/li>/)
  })

  it("draws the lanes of a race, failed or not, with when they began and what they got", () => {
    const drawings = page.match(/<ol class="lanes">[^]*?<\/ol>/g) ?? []
    assert.strictEqual(drawings.length, 2)
    for (const drawing of drawings) {
      assert.match(drawing, /complete as admin: 201, 0\.0 to 10\.0 ms/)
      assert.match(drawing, /complete as admin: 409, 2\.0 to 15\.0 ms/)
      assert.match(
        drawing,
        /<span class="bar s2" style="margin-left:0\.00%;width:66\.67%">[^]*<span class="bar s4" style="margin-left:13\.33%;width:86\.67%">/
      )
    }
    assert.include(page, "<summary>2 requests together</summary>")
  })

  it("counts coverage by clause, with what is not tested or was not run", () => {
    assert.match(page, new RegExp(`of ${clauses.length} clauses have a rule that this run decided`))
    assert.match(page.slice(page.indexOf("Coverage by clause")), /<a href="#REG-050" class="chip FAIL"/)
    assert.match(page, /<span class="chip not-run" [^>]*>.*<span class="said"> not-run<\/span><\/span>/)
    for (const { clause, rules } of clauses) assert.isAbove(rules.length, 0, clause)
    assert.strictEqual(new Set(clauses.flatMap(({ rules }) => rules)).size, catalogue.length)
  })

  it("closes every tag that it opens", () => {
    const open: Array<string> = []
    const single = new Set(["meta", "br", "input"])
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
    assert.strictEqual(spokenClause("A/Authentication p1,p3"), "Part A, Authentication, paragraphs 1 and 3")
    assert.strictEqual(spokenClause("B/Services r7..r10"), "Part B, Services, rows 7 to 10")
    assert.strictEqual(spokenClause("A/Navigation#5,#6"), "Part A, Navigation, fields 5 and 6")
    assert.strictEqual(
      spokenClause("A/Resources/TokenExchange #1..#5"),
      "Part A, Resources, TokenExchange, fields 1 to 5"
    )
    assert.strictEqual(spokenClause("A/Registry p-after2"), "Part A, Registry, text after the table")
  })
})

describe("json", () => {
  it("has no requests: they are in the case files", () => {
    assert.notProperty(JSON.parse(json(report)).outcomes[0].failure, "steps")
    assert.notInclude(ndjson(report), '"steps"')
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
