/** Two reports beside each other. */
import { assert, describe, it } from "vitest"
import { writeFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { diff, readReport, type Written } from "../../src/runs/diff.ts"

const of = (outcomes: Written["outcomes"], more: Partial<Written> = {}): Written => ({
  url: "http://a",
  level: "must",
  seed: 1,
  profiles: {},
  leaks: [],
  outcomes,
  ...more
})

const failing = (rule: string, message = "It is wrong") => ({
  rule,
  status: "FAIL" as const,
  failure: { message, got: "" }
})
const passing = (rule: string) => ({ rule, status: "PASS" as const })

const kinds = (before: Written, after: Written) => diff(before, after).map(({ kind, text }) => `${kind}: ${text}`)

describe("diff", () => {
  it("is empty for the same report, whatever the seed", () => {
    const report = of([passing("A"), failing("B")])
    assert.deepStrictEqual(diff(report, { ...report, seed: 9 }), [])
  })

  it("is worse when a rule fails, is not conclusive, or is not run any more", () => {
    const before = of([passing("A"), passing("B"), passing("C"), { rule: "D", status: "WARN" }])
    const after = of([
      failing("A"),
      { rule: "B", status: "INCONCLUSIVE", reason: "NO_FIXTURE" },
      failing("D"),
      failing("E", "New and wrong")
    ])
    assert.deepStrictEqual(kinds(before, after), [
      "worse: A PASS → FAIL: It is wrong",
      "worse: B PASS → INCONCLUSIVE NO_FIXTURE",
      "worse: C PASS, now not run",
      "worse: D WARN → FAIL: It is wrong",
      "worse: E was not run, now FAIL: New and wrong"
    ])
  })

  it("is better, new or changed otherwise; more left behind is worse", () => {
    const before = of([
      failing("A"),
      failing("B"),
      { rule: "C", status: "INCONCLUSIVE", reason: "BUDGET" },
      failing("E")
    ])
    const after = of([passing("A"), failing("B", "Wrong otherwise"), { rule: "C", status: "DISABLED" }, passing("D")], {
      leaks: ["/x"],
      level: "ours"
    })
    assert.deepStrictEqual(kinds(before, after), [
      "worse: left behind: 0 → 1",
      "better: A FAIL → PASS",
      "new: D was not run, now PASS",
      "changed: level must → ours",
      "changed: B FAIL → FAIL: Wrong otherwise",
      "changed: C INCONCLUSIVE → DISABLED",
      "changed: E FAIL, now not run"
    ])
  })
})

describe("readReport", () => {
  it("refuses what is no report", () => {
    const folder = mkdtempSync(join(tmpdir(), "conformance-diff-"))
    const file = join(folder, "report.json")
    for (const text of ["{", "[]", '{"format":1,"url":"a"}', JSON.stringify({ ...of([]), format: 2 })]) {
      writeFileSync(file, text)
      assert.throws(() => readReport(file), /report/)
    }
    writeFileSync(file, JSON.stringify({ ...of([passing("A")]), format: 1 }))
    assert.strictEqual(readReport(file).outcomes.length, 1)
    assert.throws(() => readReport(join(folder, "none.json")), /can't be read/)
    rmSync(folder, { recursive: true })
  })
})
