/** The rows of one page and of the texts of a version. Knows no SQL. */
import { createHash } from "node:crypto"
import { type Language, languages } from "../../contract/Language.ts"
import { storedExamples } from "../markup/examples.ts"
import { parseMarkup } from "../markup/parseMarkup.ts"
import type { ShowReference } from "../markup/references.ts"
import type { StoredContent } from "../markup/StoredContent.ts"
import type { PreparedItem, PreparedModule, PreparedPage } from "../schema/pages/PreparedPage.ts"
import { packBody } from "./bodyBytes.ts"
import type { BodyRow, DocsRows, PageForm, TextRow } from "./DocsRows.ts"
import type { RenderedPage } from "./PageRenderer.ts"

const bodyRow = (typeToken: string, form: PageForm, heading: string, body: string): BodyRow => ({
  type_token: typeToken,
  form,
  heading,
  body: packBody(body),
  digest: createHash("sha256").update(body).digest("base64url").slice(0, 22)
})

/** A page in all its forms, and the examples in its description. */
export const pageRows = (page: PreparedPage, rendered: RenderedPage, show: ShowReference): Omit<DocsRows, "texts"> => {
  const { description, kind, typeToken } = page
  const { content, examples } = parseMarkup(description, show)
  return {
    pages: [{ type_token: typeToken, description: JSON.stringify(content) }],
    bodies: [
      bodyRow(typeToken, "json", "", rendered.json),
      ...languages.map((language) => {
        const { body, heading } = rendered.markdown[language]
        return bodyRow(typeToken, language, heading, body)
      })
    ],
    examples: storedExamples(examples).map((example, position) => ({
      type_token: typeToken,
      position,
      kind,
      example: JSON.stringify(example),
      search_title: example.title.toLowerCase(),
      search_token: typeToken.toLowerCase()
    }))
  }
}

/** What is kept of a module for readers of one language. */
export interface StoredModule {
  readonly name: string
  readonly resources: ReadonlyArray<StoredItem>
  readonly functions: ReadonlyArray<StoredItem>
}

/** The token and the name. */
export type StoredItem = readonly [typeToken: string, name: string]

const storedModules = (modules: ReadonlyArray<PreparedModule>, language: Language): ReadonlyArray<StoredModule> => {
  const item = ({ name, typeToken }: PreparedItem): StoredItem => [typeToken, name[language] ?? typeToken]
  return modules.map(({ functions, name, resources }) => ({
    name,
    resources: resources.map(item),
    functions: functions.map(item)
  }))
}

export const navigationRows = (modules: ReadonlyArray<PreparedModule>): ReadonlyArray<TextRow> =>
  languages.map((language) => ({
    kind: `navigation-${language}`,
    content: JSON.stringify(storedModules(modules, language))
  }))

export const textRow = (kind: "installation" | "readme", content: StoredContent): TextRow => ({
  kind,
  content: JSON.stringify(content)
})
