/** Short texts of a schema, such as the descriptions of properties, in every language at once (Spec A, RegistryDocsProperty). */
import { type Language, languages } from "../../contract/Language.ts"
import { parseMarkup } from "./parseMarkup.ts"
import { type ShowReference } from "./references.ts"
import { resolvedText } from "./resolvedText.ts"

/** The Markdown for readers of each language; where a text has nothing for one, what it has for another. */
export const markdownByLanguage = (text: string, showReference?: ShowReference): Readonly<Record<Language, string>> => {
  const { content } = parseMarkup(text, showReference)
  const [only = ""] = content
  const texts = languages.map((language): [Language, string] => [
    language,
    content.length < 2 && typeof only === "string" ? only : resolvedText(content, { language })
  ])
  return Object.fromEntries(texts) as Record<Language, string>
}
