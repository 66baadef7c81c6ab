import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { RE2JS } from "re2js"
import { PatternBudget } from "../../src/configs/PatternBudget.ts"
import { compilePattern } from "../../src/configs/pattern.ts"
import { patternSteps } from "../../src/configs/patternSteps.ts"

const PARTS =
  String.raw`a b é 𝒳 ( ( (?: (?i) (?i: (?P<n> (?<m> ) ) ) | [ [^ ] ] - [: [:alpha:] :] \Q \E \pL \p{Greek} \PN \d \W \x{41} \x41 \101 \] \[ \\ \ ^ $ . \b * + ? ?? {3} {0} {2,} {0,} {0,4} {2,5} {03} { } {,3} , 7 {20} {1000} \( \- !`.split(
    " "
  )

describe("patternSteps", () => {
  it("says no less than what the compiled program has", () => {
    const pattern = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 14 })
    fc.assert(
      fc.property(pattern, (parts) => {
        const text = parts.join("")
        const steps = patternSteps(text)
        // Those that are larger are not compiled anywhere.
        if (steps > 2000) return
        let size: number
        try {
          size = RE2JS.compile(text).programSize()
        } catch {
          return
        }
        assert.isAtMost(size, steps, text)
      }),
      { numRuns: 20_000 }
    )
  })

  it("is not deceived about where brackets and quotes end", () => {
    for (const start of [
      "[!-[:alpha:]]]",
      "[]a]",
      "[^]a]",
      String.raw`\Q[\E`,
      "[[:alpha:]]",
      String.raw`[\]]`,
      "[a-]",
      "[--]"
    ]) {
      assert.isObject(compilePattern(start), start)
      assert.isString(compilePattern(`${start}(?:a{1000}){1}b{1000}c{1000}`), start)
    }
  })
})

describe("compilePattern", () => {
  it("compiles what is written of values", () => {
    for (const text of [
      "^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$",
      String.raw`^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:/\d{1,2})?$`,
      String.raw`^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$`,
      String.raw`^arn:aws:iam::\d{12}:role/[\w+=,.@-]{1,64}$`,
      String.raw`^[\p{L}\p{N} ._-]{1,255}$`,
      String.raw`^[\p{L}\p{M}\p{N} ._-]{1,255}$`,
      String.raw`(?i)^\p{L}[\p{L}\p{N}]*(?:\.[\p{L}\p{N}]+)*$`,
      String.raw`^[a-z0-9.-]{3,63}$|^$`,
      "^.{1,1000}$",
      "(?i)^[À-ÿа-я一-龥]+$"
    ])
      assert.isObject(compilePattern(text), text)
  })

  it("refuses what would take long, at once", () => {
    const before = process.cpuUsage().user
    for (const text of [
      "a{1000}".repeat(142),
      "(?:(?:a{10}){10}){10}".repeat(45),
      "^{1000}".repeat(140),
      "(){1000}".repeat(120),
      "a{0,1000}".repeat(110),
      String.raw`\pL`.repeat(300),
      `(?i)${String.raw`\pL`.repeat(300)}`,
      `(?i)[${String.raw`\pL`.repeat(300)}]`,
      `(?i)${"[Ā-힣]".repeat(190)}`,
      String.raw`^\pL{900}`
    ])
      assert.include(compilePattern(text), "simpler", text.slice(0, 20))
    // All of them together took four seconds.
    assert.isBelow(process.cpuUsage().user - before, 500_000)
  })
})

describe("PatternBudget", () => {
  it("holds for a whole version, by number and by what the patterns take", () => {
    const many = new PatternBudget()
    const heavy = new PatternBudget()
    for (let count = 0; count < 500; count += 1) assert.isUndefined(many.spend(10))
    assert.isFalse(many.isSpent)
    assert.include(many.spend(10), "500 patterns")
    for (let count = 0; count < 24; count += 1) assert.isUndefined(heavy.spend(2000))
    assert.include(heavy.spend(2000), "simpler")
    assert.isTrue(heavy.isSpent)
  })
})
