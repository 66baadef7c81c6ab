/** How languages and systems are called in prose, and where the pages of a package are. */
import { type TextByLanguage } from "../../../contract/DocsPage.ts"
import { type Language } from "../../../contract/Language.ts"
import { words } from "./markdown.ts"

const titles: ReadonlyMap<string, string> = new Map([
  ["typescript", "TypeScript"],
  ["python", "Python"],
  ["go", "Go"],
  ["csharp", "C#"],
  ["java", "Java"],
  ["yaml", "YAML"],
  ["hcl", "HCL"],
  ["javascript", "JavaScript"],
  ["linux", "Linux"],
  ["macos", "macOS"],
  ["windows", "Windows"]
])

/** A language or operating system as people write it; unknown names as they are. */
export const titleOfChoice = (name: string): string => titles.get(name) ?? name

/** The same for a sentence of Markdown, whatever the name. */
export const wordsOfChoice = (name: string): string => titles.get(name) ?? words(name)

/** The text for a language, or for any other when there is none. */
export const inLanguage = (texts: TextByLanguage, language: Language): string =>
  texts[language] ?? Object.values(texts)[0] ?? ""

/** The path of a page of the package that `navUrl` is the navigation of. */
export const docsUrl = (navUrl: string, typeToken: string): string =>
  `${navUrl.replace(/\/nav$/, "")}/docs/${encodeURIComponent(typeToken.toWellFormed())}`

/** The path of a page of another package, `{source}/{publisher}/{name}`; of its latest version when none is named. */
export const foreignDocsUrl = (identifier: string, version: string | undefined, typeToken: string): string => {
  const [source = "", publisher = "", ...name] = identifier.split("/")
  const path = [source, publisher, name.join("/"), "versions", version ?? "latest", "docs", typeToken]
  return `/api/registry/packages/${path.map((part) => encodeURIComponent(part.toWellFormed())).join("/")}`
}
