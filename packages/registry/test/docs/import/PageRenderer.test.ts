/** That Markdown which is written when a page is read is what would have been kept. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { languages } from "../../../src/contract/Language.ts"
import { PageRenderer, type VersionParts } from "../../../src/docs/import/PageRenderer.ts"
import { readImport } from "../../../src/docs/import/readImport.ts"
import { type MarkdownExtras, pageMarkdown } from "../../../src/docs/markup/render/pageMarkdown.ts"
import { randomSchema } from "../schema/randomSchemas.ts"

const parts: VersionParts = {
  version: "1.0.0",
  navUrl: "/nav",
  describe: (markdown) => Object.fromEntries(languages.map((language) => [language, `${language}: ${markdown}`])),
  packageId: (name) => `platform/them/${name}`
}

describe("a page", () => {
  it("says the same in Markdown, whether that is kept or written from JSON", () => {
    let pages = 0
    fc.assert(
      fc.property(randomSchema, (schema) => {
        const read = readImport(schema, "1.0.0")
        if (Result.isFailure(read)) return
        const keeping = new PageRenderer(parts, 0)
        const writing = new PageRenderer(parts, Infinity)
        for (const page of read.success.docs.pages) {
          const kept = keeping.render(page)
          const { json, markdown } = writing.render(page)
          assert.strictEqual(json, kept.json)
          assert("written" in kept.markdown && "extras" in markdown)
          const docs = { ...JSON.parse(`{${json}`), version: "1.0.0", navUrl: "/nav", typeToken: page.typeToken }
          const extras: MarkdownExtras = JSON.parse(JSON.stringify(markdown.extras))
          for (const language of languages) {
            assert.deepStrictEqual(pageMarkdown(docs, extras, language), kept.markdown.written[language])
          }
          pages++
        }
      }),
      { numRuns: 200 }
    )
    assert.isAbove(pages, 200)
  })

  it("is kept in all forms where it is long", () => {
    const properties = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`property${index}`, { type: "string" }]))
    const schema = {
      name: "p",
      resources: { "p:m:Short": { properties: properties(2) }, "p:m:Long": { properties: properties(60) } }
    }
    const renderer = new PageRenderer(parts)
    const { docs } = Result.getOrThrow(readImport(schema, "1.0.0"))
    const kept = [...docs.pages].filter((page) => "written" in renderer.render(page).markdown)
    assert.deepStrictEqual(
      kept.map(({ typeToken }) => typeToken),
      ["p:m:Long"]
    )
  })
})
