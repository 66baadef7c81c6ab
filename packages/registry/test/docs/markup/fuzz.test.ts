/** Odd inputs: pieces of markers in any order, and texts of real packages that were damaged. */
import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { languages, OperatingSystem } from "../../../src/contract/Language.ts"
import { storedExamples } from "../../../src/docs/markup/examples.ts"
import { parseDocument, parseMarkup } from "../../../src/docs/markup/parseMarkup.ts"
import { resolve } from "../../../src/docs/markup/resolve.ts"
import { type StoredContent } from "../../../src/docs/markup/StoredContent.ts"

/** Inputs of each of the two kinds. */
const numRuns = process.env["CI"] === "true" || process.env["PLATFORM_CONTROL_TEST_FULL"] === "true" ? 30_000 : 1_000

const folder = new URL("../../../../../../shared/data/packages/", import.meta.url)

const pieces = [
  "{{% examples %}}",
  "{{% /examples %}}",
  "{{% example %}}",
  "{{% /example %}}",
  "<!--Start PulumiCodeChooser -->",
  "<!--End PulumiCodeChooser -->",
  '{{< chooser language "go,python" >}}',
  "{{< chooser os linux,windows / >}}",
  "{{< /chooser >}}",
  "{{% choosable language go %}}",
  '{{% choosable "language" "python,java" %}}',
  "{{% choosable os windows %}}",
  "{{% /choosable %}}",
  "{{% notes type=tip %}}",
  "{{% /notes %}}",
  "{{% ref #/resources/a:b%2Fc:D %}}",
  "{{% ref %E0%A4%A %}}",
  '{{< relref "/x" >}}',
  "{{< unknown >}}",
  '<span pulumi-lang-nodejs="`a`" pulumi-lang-go="`b`">',
  "</span>",
  "<!-- lint -->",
  "<!--",
  "-->",
  "{{%",
  "%}}",
  "{{<",
  ">}}",
  "```",
  "```go\n",
  "```python<break>\n",
  "<break>",
  "~~~~",
  "---\n",
  "title: x\n",
  "## Heading",
  "# comment",
  "**Caption**",
  "- ",
  "> ",
  "    ",
  "word",
  "\n",
  "\n\n",
  "\r\n",
  " ",
  '"',
  "\0",
  "\uD800",
  "é😀"
]

const random = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join("")),
  fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join("\n")),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 10 })), { maxLength: 40 })
    .map((parts) => parts.join(""))
)

const wholeTexts = (): ReadonlyArray<string> => {
  const texts: Array<string> = []
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return
    for (const [key, inner] of Object.entries(value)) {
      if (key !== "description" || typeof inner !== "string") visit(inner)
      else if (leaves(inner) > 3) texts.push(inner)
    }
  }
  const leaves = (text: string) => text.split(/\{\{|<!--|<span|```/).length
  for (const name of ["random", "tls", "command", "docker"]) {
    const read = (file: string) => readFileSync(new URL(`${name}/${file}`, folder), "utf8")
    visit(JSON.parse(read("schema.json")))
    texts.push(read("_index.md"), read("installation-configuration.md"))
  }
  return texts
}

/** What happens to a text at a place: something is left out, put in, or moved there. */
const damage = fc.record({
  at: fc.nat(1_000_000),
  length: fc.nat(60),
  piece: fc.constantFrom("", "", ...pieces),
  move: fc.boolean()
})

const damaged = (
  text: string,
  faults: ReadonlyArray<{
    readonly at: number
    readonly length: number
    readonly piece: string
    readonly move: boolean
  }>
) =>
  faults.reduce((text, { at, length, move, piece }) => {
    const start = at % (text.length + 1)
    const cut = text.slice(start, start + length)
    const rest = text.slice(0, start) + piece + text.slice(start + length)
    return move ? cut + rest : rest
  }, text)

/** From any beginning to the next end, or to the end of the text, may be a marker. */
const brackets = [
  ["<!--", "-->"],
  ["{{%", "%}}"],
  ["{{<", ">}}"],
  ["<span", "</span>"]
] as const

const others = [
  /^\uFEFF?---[ \t]*\n[\s\S]*?(?:\n---|\n\.\.\.|$)/g,
  /<break>/g,
  /^.*(?:`{3}|~{3}).*$/gm,
  /[\s\0\uFFFD]/g
]

/** The characters that reading a text can't take for markup. */
const certainText = (text: string): string => {
  const source = text.toWellFormed().replaceAll(/\r\n?/g, "\n")
  const characters = source.split("")
  for (const pattern of others) {
    for (const match of source.matchAll(pattern)) characters.fill("", match.index, match.index + match[0].length)
  }
  for (const [begin, end] of brackets) {
    for (let at = source.indexOf(begin); at !== -1; at = source.indexOf(begin, at + 1)) {
      const to = source.indexOf(end, at + begin.length)
      characters.fill("", at, to === -1 ? source.length : to + end.length)
    }
  }
  return characters.join("")
}

const allText = (content: StoredContent): string =>
  content
    .map((node) => {
      if (typeof node === "string") return node
      if (node.kind === "wording") return node.otherwise
      return node.options.map((option) => allText(option.content)).join("")
    })
    .join("")

const isSubsequence = (part: string, whole: string): boolean => {
  let at = 0
  for (const character of part.split("")) {
    at = whole.indexOf(character, at) + 1
    if (at === 0) return false
  }
  return true
}

const check = (text: string, language: number, os: number) => {
  const { content, examples } = parseMarkup(text)
  const document = parseDocument(text)
  const certain = certainText(text)
  for (const read of [content, document]) {
    assert.isTrue(isSubsequence(certain, allText(read)), "text is lost")
    const selected = { language: languages[language % 7], os: OperatingSystem.literals[os % 3] }
    const nodes = resolve(read, selected)
    assert.isTrue(nodes.every(({ kind }) => kind === "text"))
    assert.strictEqual(nodes.length > 0, allText(read).trim() !== "", "an empty answer")
    resolve(read)
    assert.deepStrictEqual(JSON.parse(JSON.stringify(read)), read)
  }
  const stored = storedExamples(examples)
  assert.strictEqual(new Set(stored.map(({ slug }) => slug)).size, stored.length)
  assert.isTrue(stored.every(({ code }) => Object.values(code).every((source) => source !== "")))
}

describe("parseMarkup", () => {
  it("reads any text without a fault and without losing any of it", { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(random, fc.nat(), fc.nat(), (text, language, os) => check(text, language, os)),
      { numRuns }
    )
  })
})

describe.skipIf(!existsSync(folder))("parseMarkup of damaged texts of real packages", () => {
  it("reads them without a fault and without losing any of it", { timeout: 600_000 }, () => {
    const texts = wholeTexts()
    fc.assert(
      fc.property(
        fc.nat(texts.length - 1),
        fc.array(damage, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.nat(),
        (index, faults, language, os) => check(damaged(texts[index] ?? "", faults), language, os)
      ),
      { numRuns }
    )
  })
})
