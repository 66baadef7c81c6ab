/** The rows of one page and of the texts of a version. Knows no SQL. */
import { type Language, languages } from "../../contract/Language.ts"
import { storedExamples } from "../markup/examples.ts"
import type { Markup } from "../markup/MarkupReader.ts"
import type { StoredContent } from "../markup/StoredContent.ts"
import type { PreparedItem, PreparedModule, PreparedPage } from "../schema/pages/PreparedPage.ts"
import { bodyDigest, packBody } from "./bodyBytes.ts"
import type { BodyRow, DocsRows, PageForm, TextRow } from "./DocsRows.ts"
import type { RenderedPage } from "./PageRenderer.ts"

const bodyRow = (typeToken: string, form: PageForm, heading: string, body: string): BodyRow => ({
  type_token: typeToken,
  form,
  heading,
  body: packBody(body),
  digest: bodyDigest(body)
})

const bodyRows = (typeToken: string, { json, markdown }: RenderedPage): ReadonlyArray<BodyRow> => {
  if ("extras" in markdown) return []
  const texts = languages.map((language) => [language, markdown.written[language]] as const)
  return [
    bodyRow(typeToken, "json", "", json),
    ...texts.map(([language, { body, heading }]) => bodyRow(typeToken, language, heading, body))
  ]
}

/** A page in all its forms, or in the one that the others are written from, and the examples in its description. */
export const pageRows = (
  { kind, typeToken }: PreparedPage,
  { content, examples }: Markup,
  rendered: RenderedPage
): Omit<DocsRows, "texts"> => {
  const { json, markdown } = rendered
  const source = "extras" in markdown ? { json, extras: JSON.stringify(markdown.extras) } : { json: null, extras: null }
  return {
    pages: [{ type_token: typeToken, description: JSON.stringify(content), ...source }],
    bodies: bodyRows(typeToken, rendered),
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

/** Characters of a navigation in all languages that is kept as one. */
const MAX_NAVIGATION_IN_ONE = 20_000

/** A navigation that is kept as one. */
export type StoredNavigation = Readonly<Partial<Record<Language, ReadonlyArray<StoredModule>>>>

export const navigationRows = (modules: ReadonlyArray<PreparedModule>): ReadonlyArray<TextRow> => {
  const rows = languages.map((language) => [language, JSON.stringify(storedModules(modules, language))] as const)
  return rows.reduce((sum, [, content]) => sum + content.length, 0) > MAX_NAVIGATION_IN_ONE
    ? rows.map(([language, content]) => ({ kind: `navigation-${language}`, content }))
    : [{ kind: "navigation", content: `{${rows.map(([language, content]) => `"${language}":${content}`).join(",")}}` }]
}

export const textRow = (kind: "installation" | "readme", content: StoredContent): TextRow => ({
  kind,
  content: JSON.stringify(content)
})
