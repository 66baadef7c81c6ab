/** The rows of one page and of the texts of a version. Knows no SQL. */
import { parseDocument, parseMarkup } from "../markup/parseMarkup.ts"
import { storedExamples } from "../markup/examples.ts"
import type { ExampleRow, PageRow, TextRow } from "../DocsRepository.ts"
import type { PreparedModule, PreparedPage } from "../schema/pages/PreparedPage.ts"

/** The page, and the examples in its description. */
export const pageRows = (
  page: PreparedPage
): { readonly page: PageRow; readonly examples: ReadonlyArray<ExampleRow> } => {
  const { description, kind, typeToken } = page
  return {
    page: { type_token: typeToken, page: JSON.stringify(page) },
    examples: storedExamples(parseMarkup(description).examples).map((example, position) => ({
      type_token: typeToken,
      position,
      kind,
      example: JSON.stringify(example),
      search_title: example.title.toLowerCase(),
      search_token: typeToken.toLowerCase()
    }))
  }
}

/** The texts of a version; an installation text only where there is one. */
export const textRows = (
  modules: ReadonlyArray<PreparedModule>,
  readme: string,
  installation: string | undefined
): ReadonlyArray<TextRow> => [
  { kind: "navigation", content: JSON.stringify(modules) },
  { kind: "readme", content: JSON.stringify(parseDocument(readme)) },
  ...(installation === undefined
    ? []
    : [{ kind: "installation" as const, content: JSON.stringify(parseDocument(installation)) }])
]
