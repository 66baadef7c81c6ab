/** A whole page as Markdown, from its wire form and the little that Markdown says beyond it. */
import type { PackageDocs, RegistryDocsSupportingType } from "../../../contract/DocsPage.ts"
import type { Language } from "../../../contract/Language.ts"
import { docsBody, docsHeading, type MarkdownSurroundings, supportingTypeMarkdown } from "./docsMarkdown.ts"
import type { Used } from "./usage.ts"

/** What stands above and below the description. */
export interface PageMarkdown {
  readonly heading: string
  readonly body: string
}

/** What only Markdown says of a page. Plain JSON, so that it can be stored as it is. */
export interface MarkdownExtras extends Pick<Used, "usedFrom"> {
  /** Types of other packages, which have no pages: those that the page's own properties have. */
  readonly elsewhere?: ReadonlyArray<string>
  /** The same of its supporting types, by token. */
  readonly elsewhereOf?: Readonly<Record<string, ReadonlyArray<string>>>
}

type Docs = Omit<PackageDocs, "description" | "language">

const NONE: ReadonlyArray<string> = []

/** The page in one language. */
export const pageMarkdown = (docs: Docs, extras: MarkdownExtras, language: Language): PageMarkdown => {
  const { navUrl, supportingTypes = [] } = docs
  const here = new Set(supportingTypes.map(({ typeToken }) => typeToken))
  const around = (elsewhere = NONE): MarkdownSurroundings => ({
    language,
    navUrl,
    isHere: (typeToken) => here.has(typeToken),
    hasPage: (typeToken) => !elsewhere.includes(typeToken)
  })
  const supporting = (type: RegistryDocsSupportingType) =>
    supportingTypeMarkdown(type, around(extras.elsewhereOf?.[type.typeToken]))
  return {
    heading: docsHeading(docs, language),
    body: docsBody({ ...docs, usedFrom: extras.usedFrom }, supportingTypes.map(supporting), around(extras.elsewhere))
  }
}
