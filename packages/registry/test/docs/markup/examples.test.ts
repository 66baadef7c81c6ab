import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { exampleCode, exampleId, storedExamples } from "../../../src/docs/markup/examples.ts"
import { parseMarkup } from "../../../src/docs/markup/parseMarkup.ts"

const fence = (tag: string, code: string) => `\`\`\`${tag}\n${code}\n\`\`\`\n`
const chooser = (...fences: ReadonlyArray<string>) =>
  `<!--Start PulumiCodeChooser -->\n${fences.join("")}<!--End PulumiCodeChooser -->\n`
const example = (...fences: ReadonlyArray<string>) => `{{% example %}}\n${fences.join("")}{{% /example %}}\n`

const examplesOf = (...parts: ReadonlyArray<string>) => storedExamples(parseMarkup(parts.join("\n\n")).examples)
const titles = (...parts: ReadonlyArray<string>) => examplesOf(...parts).map(({ title }) => title)
const slugs = (...parts: ReadonlyArray<string>) => examplesOf(...parts).map(({ slug }) => slug)

const go = fence("go", "x := 1")

describe("storedExamples", () => {
  it("has one a block, in order, with the heading it stands under", () => {
    assert.deepStrictEqual(
      titles("## One", chooser(go), "## Two", "### Deeper", chooser(go), chooser(go), example("### In it\n", go)),
      ["One", "Deeper", "Deeper", "In it"]
    )
  })

  it("takes a paragraph with a line below it for a heading", () => {
    assert.deepStrictEqual(titles("One\n===", chooser(go), "Two, over\nlines\n-----", chooser(go)), [
      "One",
      "Two, over lines"
    ])
    assert.deepStrictEqual(titles("Import\n------", chooser(go)), [])
    assert.deepStrictEqual(titles("Text.\n\nA title\n   ---  \nMore.", chooser(go)), ["A title"])
  })

  it.each([
    ["a line across", "Text.\n\n---"],
    ["a line below a list", "- One\n- Two\n---"],
    ["a line below a lazy line of a list", "1. One\ngoes on\n---"],
    ["a line below a quotation", "> Said.\n---"],
    ["a line below indented code", "    code\n---"],
    ["a table", "a | b\n--|--\n1 | 2"],
    ["a line of other marks", "Text.\n***"],
    ["a line that goes on", "Text.\n--- and more"],
    ["a line below a code block", `${fence("sh", "$ up")}---`],
    ["a line below a comment", "<!-- x -->\n---"]
  ])("does not take %s for a heading", (_, text) => {
    assert.deepStrictEqual(titles("## Real", text, chooser(go)), ["Real"])
  })

  it("leaves out the code of the import section, but not of sections inside it", () => {
    assert.deepStrictEqual(titles("## Import", chooser(go), "### Example", chooser(go)), ["Example"])
  })

  it("leaves out blocks without code, and code outside of blocks", () => {
    assert.deepStrictEqual(titles("## A", example("No code.\n"), go, "{{% examples %}}", go, "{{% /examples %}}"), [])
  })

  it("is not taken in by comments of a shell that look like headings", () => {
    assert.deepStrictEqual(titles("## Real", fence("sh", "# not one"), chooser(fence("python", "# nor this\nx = 1"))), [
      "Real"
    ])
  })

  it("does not give the heading of one example to the next", () => {
    assert.deepStrictEqual(titles("## Usage", example("### A\n", go), example(go)), ["A", "Usage"])
  })

  it("takes a caption right above where there is no heading, else no title", () => {
    assert.deepStrictEqual(titles("**The caption**", chooser(go), "Text.", chooser(go)), ["The caption", ""])
    assert.deepStrictEqual(titles("## H", "**The caption**", chooser(go)), ["H"])
    assert.deepStrictEqual(titles(`**The caption**\n${example(go)}`), ["The caption"])
    assert.deepStrictEqual(titles("**Not of it**", fence("sh", "$ up"), chooser(go)), [""])
  })

  it("takes choosers between shortcodes, one for an example around them", () => {
    const shortcode = (code: string) =>
      `{{< chooser language "go,python" >}}\n{{% choosable language go %}}\n${fence("yaml", "name: x")}\n${fence("go", code)}\n{{% /choosable %}}\n{{< /chooser >}}\n`
    assert.deepStrictEqual(examplesOf("## A", shortcode("one"), example(shortcode("two"))), [
      { title: "A", slug: "a", code: { go: "one" } },
      { title: "A", slug: "a-2", code: { go: "two" } }
    ])
  })

  it("takes a chooser for one, whatever is inside it", () => {
    const inside = `{{% choosable language go %}}\n${chooser(go, fence("java", "y"))}\n{{% /choosable %}}\n`
    assert.deepStrictEqual(titles("## A", inside), ["A"])
  })

  it("does not count prose in choosers", () => {
    const prose = `{{< chooser language "go" >}}\n{{% choosable language go %}}\nProse.\n{{% /choosable %}}\n{{< /chooser >}}\n`
    assert.deepStrictEqual(titles("## A", prose, example(prose, go)), ["A"])
  })

  it("joins the blocks of one language, and keeps code in a language of nobody's", () => {
    assert.deepStrictEqual(
      examplesOf(example(go, "\nThen:\n\n", fence("go", "y := 2"), fence("sh", "$ up")))[0]?.code,
      {
        go: "x := 1\n\ny := 2"
      }
    )
    assert.deepStrictEqual(examplesOf(example(fence("json", "{}")))[0]?.code, { json: "{}" })
    assert.deepStrictEqual(examplesOf(chooser(fence("", "plain")))[0]?.code, { "": "plain" })
  })
})

describe("slugs", () => {
  it("are the titles in kebab case, with a number from the second on", () => {
    assert.deepStrictEqual(slugs("## A B", chooser(go), chooser(go), "## a-b!", chooser(go)), ["a-b", "a-b-2", "a-b-3"])
  })

  it("begin with example- without a title", () => {
    assert.deepStrictEqual(slugs(chooser(go), chooser(go)), ["example-1", "example-2"])
    assert.deepStrictEqual(slugs("## …", chooser(go)), ["example-1"])
  })

  it("avoid what a title already is", () => {
    assert.deepStrictEqual(slugs("## A", chooser(go), "## A 2", chooser(go), "## A", chooser(go)), ["a", "a-2", "a-3"])
    assert.deepStrictEqual(slugs(chooser(go), "## Example 1", chooser(go)), ["example-1", "example-1-2"])
  })

  it("are unique and never empty, whatever the titles", () => {
    const title = fc.oneof(fc.constantFrom("a", "A", "a 2", "a-2", "a 2 2", "", "example 1", "!"), fc.string())
    fc.assert(
      fc.property(fc.array(title, { maxLength: 30 }), (titles) => {
        const found = storedExamples(titles.map((title) => ({ title, content: [go] })))
        assert.strictEqual(new Set(found.map(({ slug }) => slug)).size, found.length)
        assert.isTrue(found.every(({ slug }) => slug !== ""))
      })
    )
  })
})

describe("exampleCode", () => {
  const [stored] = examplesOf("## A", chooser(fence("yaml", "Y"), fence("python", "P")))

  it("is the code in the language, else in the first that stands in for it", () => {
    assert.isDefined(stored)
    assert.deepStrictEqual(stored && exampleCode(stored, "yaml"), { code: "Y", tag: "yaml" })
    assert.deepStrictEqual(stored && exampleCode(stored, "go"), { code: "P", tag: "python" })
    assert.strictEqual(stored && exampleId("a:b:C", stored), "a:b:C#a")
  })

  it("is never empty", () => {
    assert.deepStrictEqual(exampleCode({ title: "", slug: "x", code: { json: "{}" } }, "go"), {
      code: "{}",
      tag: "json"
    })
  })
})
