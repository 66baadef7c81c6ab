import { assert, describe, it } from "@effect/vitest"
import { languages } from "../../../src/contract/Language.ts"
import { markdownByLanguage } from "../../../src/docs/markup/markdownByLanguage.ts"

describe("markdownByLanguage", () => {
  it("has the same text for every language where there is no choice", () => {
    assert.deepStrictEqual(Object.keys(markdownByLanguage("a")), [...languages])
    assert.deepStrictEqual(new Set(Object.values(markdownByLanguage(" a\n"))), new Set([" a"]))
    assert.strictEqual(markdownByLanguage("").go, "")
  })

  it("has the words of each language, references among them", () => {
    const text =
      'Not `x`: <span pulumi-lang-nodejs="`minUpper`" pulumi-lang-python="`min_upper`">`min`</span> of {{% ref #/resources/a:b:C %}}.'
    const markdown = markdownByLanguage(text, ({ typeToken }) => ({
      words: { python: "`c`", go: "`C`" },
      href: `/${typeToken}`
    }))
    assert.strictEqual(markdown.python, "Not `x`: `min_upper` of [`c`](/a:b:C).")
    assert.strictEqual(markdown.typescript, "Not `x`: `minUpper` of [`c`](/a:b:C).")
    assert.strictEqual(markdown.go, "Not `x`: `min` of [`C`](/a:b:C).")
  })
})
