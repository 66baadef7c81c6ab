/**
 * A description, README or installation text as it is kept: Markdown between choices that a reader makes later. Plain
 * JSON, so that it can be stored as it is. Knows neither how it is written by publishers nor how it is answered.
 */

/** Text that names things as each language does, inside a sentence. `otherwise` stands where no language is asked for. */
export interface Wording {
  readonly kind: "wording"
  readonly words: Readonly<Record<string, string>>
  readonly otherwise: string
}

/** What a chooser offers for the languages or systems in `names`; usually one name, none when the author gave none. */
export interface StoredOption {
  readonly names: ReadonlyArray<string>
  readonly content: StoredContent
}

/** The two things a reader can choose by (Spec A, Content node). */
export type ChooserKind = "language-chooser" | "os-chooser"

/** Content of which a reader wants one option. It has at least one, and options may hold choosers of the other kind. */
export interface Chooser {
  readonly kind: ChooserKind
  readonly options: ReadonlyArray<StoredOption>
}

/** Text stands as a string of its own: nearly all content is text. */
export type StoredNode = string | Wording | Chooser

/** In the order of the document. */
export type StoredContent = ReadonlyArray<StoredNode>
