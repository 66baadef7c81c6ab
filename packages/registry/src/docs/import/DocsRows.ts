/** The documentation of a version as it is kept, row by row. Knows no SQL. */
import type { DocsKind } from "../../contract/DocsPage.ts"
import type { Language } from "../../contract/Language.ts"

/** Whether a page's body is the end of a JSON object, or Markdown in a language. */
export type PageForm = "json" | Language

/** A page's description as JSON (`StoredContent`), which every form of the page begins with. */
export interface PageRow {
  readonly type_token: string
  readonly description: string
  /** What stands below the description in JSON, of a page that is small enough to be written when it is read; else null. */
  readonly json: string | null
  /** What Markdown says of such a page beyond that, as JSON (`MarkdownExtras`). */
  readonly extras: string | null
}

/** One form of a large page, apart from its description. */
export interface BodyRow {
  readonly type_token: string
  readonly form: PageForm
  /** Markdown that stands above the description; empty for JSON. */
  readonly heading: string
  /** What stands below the description, packed. */
  readonly body: Uint8Array
  /** Names the body: equal ones have the same bytes. */
  readonly digest: string
}

/** An example as JSON, with what searches look at in lower case. */
export interface ExampleRow {
  readonly type_token: string
  readonly position: number
  readonly kind: DocsKind
  readonly example: string
  readonly search_title: string
  readonly search_token: string
}

/**
 * What there is one of in a version. A small navigation is kept for all languages together, a large one for each, so that
 * a reader's is all that is read.
 */
export type DocsText = "installation" | "readme" | "navigation" | `navigation-${Language}`

export interface TextRow {
  readonly kind: DocsText
  /** JSON. */
  readonly content: string
}

/** A part of a version's documentation. */
export interface DocsRows {
  readonly pages: ReadonlyArray<PageRow>
  readonly bodies: ReadonlyArray<BodyRow>
  readonly examples: ReadonlyArray<ExampleRow>
  readonly texts: ReadonlyArray<TextRow>
}

export const noRows: DocsRows = { pages: [], bodies: [], examples: [], texts: [] }
