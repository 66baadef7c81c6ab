/** Needs the real packages in ../shared/data, which are not a part of this repository. */
import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { languages, OperatingSystem } from "../../../src/contract/Language.ts"
import { storedExamples } from "../../../src/docs/markup/examples.ts"
import { parseDocument, parseMarkup } from "../../../src/docs/markup/parseMarkup.ts"
import { contentMarkdown } from "../../../src/docs/markup/render/contentMarkdown.ts"
import { resolve } from "../../../src/docs/markup/resolve.ts"
import { resolvedText } from "../../../src/docs/markup/resolvedText.ts"

const folder = new URL("../../../../../../shared/data/packages/", import.meta.url)

interface Described {
  readonly description?: string
}

interface ExpectedExample {
  readonly typeToken: string
  readonly kind: string
  readonly index: number
  readonly heading: string
  readonly languages: ReadonlyArray<string>
}

const read = (path: string) => readFileSync(new URL(path, folder), "utf8")

const descriptionsIn = (value: unknown): ReadonlyArray<string> =>
  value === null || typeof value !== "object"
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        key === "description" && typeof inner === "string" ? [inner] : descriptionsIn(inner)
      )

const outsideOfFences = (markdown: string) =>
  markdown.replaceAll(/^[ \t]*(`{3,}|~{3,})[\s\S]*?\n[ \t]*\1[`~]*[ \t]*$/gm, "")

const leftOver = /\{\{[%<]|<!--|pulumi-lang|PulumiCodeChooser|<break>|^---\n/

describe.skipIf(!existsSync(folder))("real packages", () => {
  for (const [name, blocks, tokens] of [
    ["random", 10, 10],
    ["tls", 7, 6],
    ["command", 6, 3],
    ["docker", 23, 13]
  ] as const) {
    const schema = () =>
      JSON.parse(read(`${name}/schema.json`)) as Record<
        "resources" | "functions",
        Record<string, Described> | undefined
      >

    it(`${name} has the examples that an independent reading found`, () => {
      const { functions = {}, resources = {} } = schema()
      const kinds = [
        ["resource", resources],
        ["function", functions]
      ] as const
      const found = kinds.flatMap(([kind, entities]) =>
        Object.entries(entities).flatMap(([typeToken, { description = "" }]) =>
          storedExamples(parseMarkup(description).examples).map(({ code, title }, index) => ({
            typeToken,
            kind,
            index,
            heading: title,
            languages: Object.keys(code)
          }))
        )
      )
      const { examples } = (JSON.parse(read("examples.json")) as Record<string, { examples: Array<ExpectedExample> }>)[
        name
      ] ?? { examples: [] }
      const byPlace = (example: ExpectedExample) => `${example.typeToken} ${example.index}`
      assert.deepStrictEqual(
        found.toSorted((a, b) => (byPlace(a) < byPlace(b) ? -1 : 1)),
        examples
          .map(({ heading, index, kind, languages, typeToken }) => ({ typeToken, kind, index, heading, languages }))
          .toSorted((a, b) => (byPlace(a) < byPlace(b) ? -1 : 1))
      )
      assert.strictEqual(found.length, blocks)
      assert.strictEqual(new Set(found.map(({ typeToken }) => typeToken)).size, tokens)
    })

    for (const file of ["_index.md", "installation-configuration.md"]) {
      it(`${name}/${file} has no marker left in any language and system`, () => {
        const content = parseDocument(read(`${name}/${file}`))
        for (const language of [undefined, ...languages]) {
          for (const os of [undefined, ...OperatingSystem.literals]) {
            const nodes = resolve(content, { language, os })
            if (language !== undefined) assert.isFalse(nodes.some(({ kind }) => kind === "language-chooser"))
            const text = outsideOfFences(contentMarkdown(nodes))
            assert.isAbove(text.length, 100)
            assert.notMatch(text, leftOver, `${language} ${os}`)
          }
        }
      })
    }

    it(`${name} has no marker left in any description, in any language`, () => {
      const descriptions = descriptionsIn(schema())
      assert.isAbove(descriptions.length, 100)
      for (const description of descriptions) {
        const { content } = parseMarkup(description)
        for (const language of languages) {
          const text = resolvedText(content, { language })
          assert.notMatch(outsideOfFences(text), leftOver)
          assert.isTrue(text.trim() !== "" || description.trim() === "")
        }
      }
    })
  }
})
