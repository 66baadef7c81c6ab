/** Makes a text for each language. */
import type { TextByLanguage } from "../../../contract/DocsPage.ts"
import type { LanguageRules } from "../languages/LanguageRules.ts"
import type { Languages } from "../languages/languagesOf.ts"

export const byLanguage = (languages: Languages, text: (rules: LanguageRules) => string): TextByLanguage => ({
  typescript: text(languages.typescript),
  python: text(languages.python),
  go: text(languages.go),
  csharp: text(languages.csharp),
  java: text(languages.java),
  yaml: text(languages.yaml),
  hcl: text(languages.hcl)
})
