/**
 * Renders pages when they are published: everything that an answer says but the description, which depends on choices of
 * the reader, and the Markdown of small pages, which is written when it is read. What pages of one module have in common,
 * their supporting types, is rendered once for all of them.
 */
import { type Language, languages } from "../../contract/Language.ts"
import {
  docsBody,
  docsHeading,
  type MarkdownSurroundings,
  supportingTypeMarkdown
} from "../markup/render/docsMarkdown.ts"
import type { MarkdownExtras, PageMarkdown } from "../markup/render/pageMarkdown.ts"
import { type AnswerParts, type DocsMembers, docsMembers, supportingTypeAnswer } from "../schema/pages/docsAnswer.ts"
import type { PreparedPage, PreparedProperty, PreparedType } from "../schema/pages/PreparedPage.ts"

/**
 * Characters of a page as JSON from which its Markdown is written when it is read: up to here that takes no longer than
 * inflating what would be kept, and eight forms take eight times the room and time of one.
 */
const MAX_WRITTEN_WHEN_READ = 16_000

/** Characters of supporting types that are kept for further pages. */
const MAX_KEPT = 50_000_000

/** A page, ready to be kept. */
export interface RenderedPage {
  /** The end of a JSON object whose beginning names the version and describes the page. */
  readonly json: string
  /** All of it, or, where it is soon written, what has to be known for that beside `json`. */
  readonly markdown:
    | { readonly written: Readonly<Record<Language, PageMarkdown>> }
    | { readonly extras: MarkdownExtras }
}

interface RenderedType {
  readonly json: string
  markdown: Readonly<Record<Language, string>> | undefined
}

/** What pages of one version have in common. */
export interface VersionParts extends AnswerParts {
  readonly version: string
  readonly navUrl: string
}

const forEachLanguage = <A>(make: (language: Language) => A): Readonly<Record<Language, A>> =>
  Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, A>

/** The types of other packages among these, which have no pages. */
const typesElsewhere = (properties: ReadonlyArray<PreparedProperty>): ReadonlyArray<string> => [
  ...new Set(properties.flatMap(({ typeRef }) => (typeRef?.isType === true ? [typeRef.typeToken] : [])))
]

const extrasOf = ({ inputs, outputs, supportingTypes, usedFrom }: PreparedPage): MarkdownExtras => {
  const elsewhere = typesElsewhere([...inputs, ...outputs])
  const ofTypes = supportingTypes.flatMap(({ properties = [], typeToken }) => {
    const found = typesElsewhere(properties)
    return found.length === 0 ? [] : [[typeToken, found] as const]
  })
  return {
    usedFrom,
    ...(elsewhere.length === 0 ? {} : { elsewhere }),
    ...(ofTypes.length === 0 ? {} : { elsewhereOf: Object.fromEntries(ofTypes) })
  }
}

const lengthOf = (texts: Readonly<Record<Language, string>>): number =>
  Object.values(texts).reduce((sum, text) => sum + text.length, 0)

export class PageRenderer {
  readonly #parts: VersionParts
  readonly #maxWrittenWhenRead: number
  #kept = new Map<PreparedType, RenderedType>()
  #keptSize = 0

  constructor(parts: VersionParts, maxWrittenWhenRead = MAX_WRITTEN_WHEN_READ) {
    this.#parts = parts
    this.#maxWrittenWhenRead = maxWrittenWhenRead
  }

  render(page: PreparedPage): RenderedPage {
    const members = docsMembers(page, this.#parts)
    const types = page.supportingTypes.map((type) => this.#type(type).json)
    const json = `${JSON.stringify(members).slice(1, -1)},"supportingTypes":[${types.join(",")}]}`
    const isLong = json.length > this.#maxWrittenWhenRead
    return { json, markdown: isLong ? { written: this.#markdown(page, members) } : { extras: extrasOf(page) } }
  }

  #markdown(page: PreparedPage, members: DocsMembers): Readonly<Record<Language, PageMarkdown>> {
    const { navUrl, version } = this.#parts
    const here = new Set(page.supportingTypes.map(({ typeToken }) => typeToken))
    const isHere = (typeToken: string) => here.has(typeToken)
    const elsewhere = new Set(typesElsewhere([...page.inputs, ...page.outputs]))
    const hasPage = (typeToken: string) => !elsewhere.has(typeToken)
    const types = page.supportingTypes.map((type) => this.#typeMarkdown(type, isHere))
    const about = { ...members, typeToken: page.typeToken, version, navUrl, usedFrom: page.usedFrom }
    return forEachLanguage((language) => ({
      heading: docsHeading(about, language),
      body: docsBody(
        about,
        types.map((markdown) => markdown[language]),
        { language, navUrl, isHere, hasPage }
      )
    }))
  }

  /** Pages of a module share what was written of a type; its own types are on every page that the type is on. */
  #type(type: PreparedType): RenderedType {
    const before = this.#kept.get(type)
    if (before !== undefined) return before
    const rendered = { json: JSON.stringify(supportingTypeAnswer(type, this.#parts)), markdown: undefined }
    this.#makeRoom(rendered.json.length)
    this.#kept.set(type, rendered)
    return rendered
  }

  #typeMarkdown(type: PreparedType, isHere: MarkdownSurroundings["isHere"]): Readonly<Record<Language, string>> {
    const before = this.#type(type)
    if (before.markdown !== undefined) return before.markdown
    const { navUrl } = this.#parts
    const answer = supportingTypeAnswer(type, this.#parts)
    const elsewhere = new Set(typesElsewhere(type.properties ?? []))
    const hasPage = (typeToken: string) => !elsewhere.has(typeToken)
    const markdown = forEachLanguage((language) =>
      supportingTypeMarkdown(answer, { language, navUrl, isHere, hasPage })
    )
    this.#makeRoom(lengthOf(markdown))
    before.markdown = markdown
    return markdown
  }

  #makeRoom(size: number): void {
    this.#keptSize += size
    if (this.#keptSize <= MAX_KEPT) return
    this.#kept = new Map()
    this.#keptSize = size
  }
}
