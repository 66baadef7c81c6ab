import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { fencesIn } from "../../../../src/docs/markup/fences.ts"
import { blocks, codeBlock, codeSpan, item, link, words } from "../../../../src/docs/markup/render/markdown.ts"

/** Everything that could be markup, and a little that is not. */
const nasty = fc.string({
  unit: fc.constantFrom(..."`~*_[]()<>#&|!\\-+.1 \n\t\"'{}:ab", "é", "😀", "```", "](", "<!--", "{{%"),
  maxLength: 40
})

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim()

describe("codeSpan", () => {
  it("is one span with the text in it, whatever the text", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const span = codeSpan(text)
        if (oneLine(text) === "") return assert.strictEqual(span, "")
        const [run = ""] = /^`+/.exec(span) ?? []
        const ends = [...span.matchAll(/`+/g)].filter(([ticks], index) => index > 0 && ticks.length === run.length)
        assert.strictEqual(ends.length, 1)
        assert.isTrue(span.endsWith(run))
        const inside = span.slice(run.length, -run.length)
        assert.strictEqual(/^ .*[^ ].* $/.test(inside) ? inside.slice(1, -1) : inside, oneLine(text))
      })
    )
  })
})

describe("words", () => {
  it("leave nothing that could be read as markup", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const bare = words(text).replaceAll(/\\[!-/:-@[-`{-~]/g, "x")
        assert.notMatch(bare, /[\\`*[\]<>#&|~!\n]/)
        assert.notMatch(bare, /(?:^|[^\p{L}\p{N}_])_|_(?:$|[^\p{L}\p{N}_])/u)
        assert.strictEqual(words(text).replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "").length > 0, oneLine(text) !== "")
      })
    )
  })

  it("keep what means nothing inside a word", () => {
    assert.strictEqual(words("Route53_Records 1.2.3-rc.1"), "Route53_Records 1.2.3-rc.1")
    assert.strictEqual(words("_a_ [x](y) <b>\n# c"), String.raw`\_a\_ \[x\](y) \<b\> \# c`)
  })
})

describe("link", () => {
  it("ends where it should, whatever the address", () => {
    fc.assert(fc.property(nasty, (url) => assert.match(link("`x`", url), /^\[`x`\]\([^\s()<>\\`]*\)$/)))
  })
})

describe("codeBlock", () => {
  it("is one block with the code in it, whatever the code and the tag", () => {
    fc.assert(
      fc.property(nasty, nasty, (code, tag) => {
        const fences = fencesIn(codeBlock(code, tag))
        assert.deepStrictEqual(
          fences.map(({ code }) => code),
          [code.trimEnd()]
        )
      })
    )
  })
})

describe("item", () => {
  it("holds all that belongs to it, whatever the text", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const [first, ...rest] = item("`x`", text).split("\n")
        assert.isTrue(first?.startsWith("- `x`"))
        assert.isTrue(rest.every((line) => line.trim() === "" || line.startsWith("  ")))
      })
    )
  })

  it("goes on in its line, or below it where a block begins", () => {
    assert.strictEqual(item("`x`", "Some text\nand more\n\n- a\n"), "- `x`: Some text\n  and more\n\n  - a")
    for (const block of ["- a", "* a", "1. a", "# a", "> a", "```\na\n```", "| a |", "<b>"]) {
      assert.isTrue(item("`x`", block).startsWith("- `x`\n\n  "), block)
    }
  })
})

describe("blocks", () => {
  it("stand one below the other", () => {
    assert.strictEqual(blocks("a\n", "", "\n\nb"), "a\n\nb\n")
  })
})
