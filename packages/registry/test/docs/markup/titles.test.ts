import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { captionIn, slugOf, titleOf } from "../../../src/docs/markup/titles.ts"

describe("titleOf", () => {
  for (const [line, title] of [
    ["## Example Usage", "Example Usage"],
    ["### Using `local.Command` with *style* and **more** ##", "Using local.Command with style and more"],
    ["# Route53_CreateOrReplace a_b __init__", "Route53_CreateOrReplace a_b init"],
    ["### Copy `*.txt` and `*.md`", "Copy *.txt and *.md"],
    ["### 2 * 3 * 4 = 24", "2 * 3 * 4 = 24"],
    ["## See [the docs](https://x.example/a) \\*here\\*", "See the docs *here*"],
    ['### The <span pulumi-lang-nodejs="`a`" pulumi-lang-go="`A`">`a_b`</span> one', "The a_b one"],
    ["### With {{% ref #/resources/a:b:Bucket %}} <!-- x -->", "With Bucket"],
    ["# C#", "C#"],
    ["##", ""]
  ] as const) {
    it(`of ${line}`, () => assert.strictEqual(titleOf(line), title))
  }

  for (const length of [119, 120, 121, 500, 100_000]) {
    it(`is cut to 120 code points, of ${length}`, () => {
      assert.strictEqual(titleOf(`## ${"x".repeat(length)}`), "x".repeat(Math.min(length, 120)))
      assert.strictEqual(titleOf(`## ${"😀".repeat(Math.min(length, 500))}`), "😀".repeat(Math.min(length, 120)))
    })
  }

  it("has no half of a character where the line is cut", () => {
    assert.strictEqual(titleOf(`# a${" ".repeat(3_996)}😀`), "a \uFFFD")
  })

  it("is at most 120 code points and one line, whatever the heading", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab *_`[]()#<>{}%\\-", "😀"), maxLength: 400 }), (text) => {
        const title = titleOf(`## ${text}`)
        assert.isAtMost([...title].length, 120)
        assert.notInclude(title, "\n")
      })
    )
  })
})

describe("captionIn", () => {
  it("is the text of a line that is wholly emphasized", () => {
    assert.deepStrictEqual(["**A b**", "*C*", "__D e__:", "**A** b", "a **B**", "text", "****"].map(captionIn), [
      "A b",
      "C",
      "D e",
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })
})

describe("slugOf", () => {
  it("is the title in kebab case", () => {
    assert.deepStrictEqual(["Example Usage", "A *b* -- C/d_e", "Größe 2: Ünïcode", "…!"].map(slugOf), [
      "example-usage",
      "a-b-c-d-e",
      "größe-2-ünïcode",
      ""
    ])
  })
})
