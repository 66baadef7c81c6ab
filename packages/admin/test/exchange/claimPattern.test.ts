import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { matchesPattern } from "../../src/exchange/claimPattern.ts"

/** The words of the decision, one after the other; slow, and plainly right. */
const oracle = (pattern: ReadonlyArray<string>, text: ReadonlyArray<string>): boolean => {
  const [first, ...others] = pattern
  const [character, ...rest] = text
  if (first === undefined) return text.length === 0
  if (first === "*") return oracle(others, text) || (text.length > 0 && oracle(pattern, rest))
  if (first === "?") return oracle(others, text) || (text.length > 0 && oracle(others, rest))
  return first === character && oracle(others, rest)
}

const letters = (...alphabet: ReadonlyArray<string>) =>
  Schema.Array(Schema.Literals(alphabet)).pipe(Schema.check(Schema.isMaxLength(8)))

describe("matchesPattern", () => {
  it.effect.prop(
    "says of every pattern and text what its definition says",
    { pattern: letters("a", "b", "😀", "*", "?"), text: letters("a", "b", "😀") },
    ({ pattern, text }) =>
      Effect.sync(() => {
        assert.strictEqual(matchesPattern(pattern.join(""), text.join("")), oracle(pattern, text))
      }),
    { arbitrary: { runs: 3000 } }
  )

  it.effect.prop(
    "takes a text without * and ? as itself and as nothing else",
    { pattern: Schema.String, text: Schema.String },
    ({ pattern, text }) =>
      Effect.sync(() => {
        const plain = pattern.replaceAll(/[*?]/g, "")
        assert.isTrue(matchesPattern(plain, plain))
        if (text !== plain) assert.isFalse(matchesPattern(plain, text))
      })
  )

  for (const [pattern, text, expected] of [
    ["", "", true],
    ["", "a", false],
    ["*", "", true],
    ["*", "line\nbreak", true],
    ["?", "", true],
    ["?", "ab", false],
    ["repo:acme/*", "repo:acme/web:ref:refs/heads/main", true],
    ["repo:acme/*", "xrepo:acme/web", false],
    ["repo:acme/*", "repo:ACME/web", false],
    ["refs/heads/release-?.?", "refs/heads/release-1.2", true],
    ["refs/heads/release-?.?", "refs/heads/release-12.3", false],
    ["a.c", "abc", false],
    ["[a]", "a", false],
    ["\\*", "\\anything", true],
    ["?", "😀", true],
    ["a*?*b", "ab", true]
  ] as const) {
    it(`${JSON.stringify(pattern)} ${expected ? "takes" : "refuses"} ${JSON.stringify(text)}`, () => {
      assert.strictEqual(matchesPattern(pattern, text), expected)
    })
  }

  it("does not slow down on patterns that make others backtrack", () => {
    const pattern = `${"a*".repeat(100)}b`
    const began = performance.now()
    assert.isFalse(matchesPattern(pattern, "a".repeat(16_000)))
    assert.isFalse(matchesPattern(`${"?".repeat(250)}b`, "a".repeat(16_000)))
    assert.isBelow(performance.now() - began, 5_000)
  })
})
