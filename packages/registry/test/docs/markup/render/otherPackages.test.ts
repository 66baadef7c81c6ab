import { assert, describe, it } from "@effect/vitest"
import { languages } from "../../../../src/contract/Language.ts"
import { PageRenderer } from "../../../../src/docs/import/PageRenderer.ts"
import { pageMarkdown } from "../../../../src/docs/markup/render/pageMarkdown.ts"
import { pageOf, prepare } from "../../schema/pages.ts"

const other = (section: string) => ({ $ref: `/q/v2.0.0/schema.json#/${section}/q:index:Other` })

const schema = {
  name: "p",
  types: { "p:index:Holder": { type: "object", properties: { kept: other("types"), led: other("resources") } } },
  resources: {
    "p:index:Typed": { inputProperties: { x: other("types"), holder: { $ref: "#/types/p:index:Holder" } } },
    "p:index:Linked": { inputProperties: { x: other("resources") } }
  }
}

const about = { version: "1.0.0", navUrl: "/nav" }

const renderer = new PageRenderer({
  ...about,
  describe: (markdown) => Object.fromEntries(languages.map((language) => [language, markdown])),
  packageId: (name) => `private/acme/${name}`
})

const prepared = prepare(schema)

const bodyOf = (typeToken: string) => {
  const { json, markdown } = renderer.render(pageOf(prepared, typeToken))
  assert("extras" in markdown)
  return pageMarkdown({ ...JSON.parse(`{${json}`), ...about, typeToken }, markdown.extras, "go").body
}

const ADDRESS = "(/api/registry/packages/private/acme/q/versions/2.0.0/docs/q%3Aindex%3AOther)"

describe("types of other packages", () => {
  it("lead to the pages of resources, which types have not", () => {
    assert.include(bodyOf("p:index:Linked"), `- \`X\` ([\`Other\`]${ADDRESS})\n`)
    assert.include(bodyOf("p:index:Typed"), "- `X` (`OtherArgs`)\n")
    assert.include(bodyOf("p:index:Typed"), "- `Kept` (`Other`)\n")
  })
})
