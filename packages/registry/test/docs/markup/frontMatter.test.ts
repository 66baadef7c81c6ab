import { assert, describe, it } from "@effect/vitest"
import { withoutFrontMatter } from "../../../src/docs/markup/frontMatter.ts"

/** CPU time of one document: many times what it takes, and less than making values of all of it would. */
const MOST_MILLIS = 15

describe("withoutFrontMatter", () => {
  for (const [what, block] of [
    ["a mapping", "title: A\nmeta_desc: |\n    B\n"],
    ["a mapping in braces", "{title: A, layout: package}\n"],
    ["a mapping with a long value", `title: A\nmeta_desc: ${"many words ".repeat(1_000)}\n`],
    ["comments", "# *** WARNING ***\n"],
    ["nothing", ""],
    ["a mapping with a fault", "title: A: B\nlayout: package\n"],
    ["a mapping with a key twice", "a: 1\na: 2\n"],
    ["values nested without end", `a: ${"[".repeat(20_000)}\n`],
    ["aliases of aliases", `a: &a [x]\n${Array.from({ length: 99 }, (_, n) => `b${n}: [*a, *a]`).join("\n")}\n`]
  ] as const) {
    it(`strips ${what}`, () => assert.isTrue(withoutFrontMatter(`---\n${block}---\n# T\n`) === "# T\n"))
  }

  it("strips a block behind a byte order mark, or ended by dots", () => {
    assert.strictEqual(withoutFrontMatter("\uFEFF---\na: b\n...\nT"), "T")
  })

  for (const [what, text] of [
    ["a line across the page", "---\n\nText\n\n---\n\nMore"],
    ["a list between lines", "---\n- a\n---\n"],
    ["a list in brackets", "---\n[a, b]\n---\n"],
    ["text with headings", `---\n${"## A\n\n".repeat(200)}Text\n---\n`],
    ["what is no YAML", "---\n}\n---\n"],
    ["a block that never ends", "---\ntitle: A\n\n# T"],
    ["a block further down", "# T\n---\na: b\n---\n"],
    ["a block larger than any real one", `---\n${"a: b\n".repeat(10_000)}---\nT`]
  ] as const) {
    it(`keeps ${what}`, () => assert.isTrue(withoutFrontMatter(text) === text))
  }

  for (const [what, block] of [
    ["different keys", `{${Array.from({ length: 4_100 }, (_, index) => index.toString(36)).join(",")}}`],
    ["equal keys", `{${"a,".repeat(7_900)}}`],
    ["different keys in lines", Array.from({ length: 3_600 }, (_, index) => `${index.toString(36)}:`).join("\n")],
    ["faults", "]\n".repeat(7_900)],
    ["lists in each other", "[".repeat(16_000)],
    ["mappings in lists", "[{".repeat(8_000)]
  ] as const) {
    it(`takes a moment for ${what}`, () => {
      const document = `---\n${block}\n---\n`
      withoutFrontMatter(document)
      const before = process.threadCpuUsage().user
      for (let repeat = 0; repeat < 5; repeat++) withoutFrontMatter(document)
      assert.isBelow((process.threadCpuUsage().user - before) / 5_000, MOST_MILLIS)
    })
  }
})
