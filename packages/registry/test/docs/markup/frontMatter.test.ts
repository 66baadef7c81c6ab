import { assert, describe, it } from "@effect/vitest"
import { withoutFrontMatter } from "../../../src/docs/markup/frontMatter.ts"

describe("withoutFrontMatter", () => {
  for (const [what, block] of [
    ["a mapping", "title: A\nmeta_desc: |\n    B\n"],
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
    ["a block that never ends", "---\ntitle: A\n\n# T"],
    ["a block further down", "# T\n---\na: b\n---\n"],
    ["a block larger than any real one", `---\n${"a: b\n".repeat(10_000)}---\nT`]
  ] as const) {
    it(`keeps ${what}`, () => assert.isTrue(withoutFrontMatter(text) === text))
  }
})
