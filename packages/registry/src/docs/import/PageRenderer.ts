/**
 * Renders pages when they are published: everything that an answer says but the description, which depends on choices of
 * the reader. What pages of one module have in common, their supporting types, is rendered once for all of them.
 */
import { type Language, languages } from "../../contract/Language.ts"
import {
  docsBody,
  docsHeading,
  type MarkdownSurroundings,
  supportingTypeMarkdown
} from "../markup/render/docsMarkdown.ts"
import { type AnswerParts, docsMembers, supportingTypeAnswer } from "../schema/pages/docsAnswer.ts"
import type { PreparedPage, PreparedProperty, PreparedType } from "../schema/pages/PreparedPage.ts"

/** Characters of supporting types that are kept for further pages. */
const MAX_KEPT = 50_000_000

/** Markdown in one language, above and below the description. */
export interface RenderedMarkdown {
  readonly heading: string
  readonly body: string
}

/** A page, ready to be kept. */
export interface RenderedPage {
  /** The end of a JSON object whose beginning names the version and describes the page. */
  readonly json: string
  readonly markdown: Readonly<Record<Language, RenderedMarkdown>>
}

interface RenderedType {
  readonly json: string
  readonly markdown: Readonly<Record<Language, string>>
}

/** What pages of one version have in common. */
export interface VersionParts extends AnswerParts {
  readonly version: string
  readonly navUrl: string
}

const forEachLanguage = <A>(make: (language: Language) => A): Readonly<Record<Language, A>> =>
  Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, A>

/** The types of other packages among these, which have no pages. */
const typesElsewhere = (properties: ReadonlyArray<PreparedProperty>): ReadonlySet<string> =>
  new Set(properties.flatMap(({ typeRef }) => (typeRef?.isType === true ? [typeRef.typeToken] : [])))

const sizeOf = ({ json, markdown }: RenderedType): number =>
  Object.values(markdown).reduce((sum, text) => sum + text.length, json.length)

export class PageRenderer {
  readonly #parts: VersionParts
  #kept = new Map<PreparedType, RenderedType>()
  #keptSize = 0

  constructor(parts: VersionParts) {
    this.#parts = parts
  }

  render(page: PreparedPage): RenderedPage {
    const { navUrl, version } = this.#parts
    const here = new Set(page.supportingTypes.map(({ typeToken }) => typeToken))
    const isHere = (typeToken: string) => here.has(typeToken)
    const elsewhere = typesElsewhere([...page.inputs, ...page.outputs])
    const hasPage = (typeToken: string) => !elsewhere.has(typeToken)
    const types = page.supportingTypes.map((type) => this.#type(type, isHere))
    const members = docsMembers(page, this.#parts)
    const about = { ...members, typeToken: page.typeToken, version, navUrl, usedFrom: page.usedFrom }
    return {
      json: `${JSON.stringify(members).slice(1, -1)},"supportingTypes":[${types.map(({ json }) => json).join(",")}]}`,
      markdown: forEachLanguage((language) => ({
        heading: docsHeading(about, language),
        body: docsBody(
          about,
          types.map(({ markdown }) => markdown[language]),
          { language, navUrl, isHere, hasPage }
        )
      }))
    }
  }

  /** Pages of a module share what was written of a type; its own types are on every page that the type is on. */
  #type(type: PreparedType, isHere: MarkdownSurroundings["isHere"]): RenderedType {
    const before = this.#kept.get(type)
    if (before !== undefined) return before
    const { navUrl } = this.#parts
    const answer = supportingTypeAnswer(type, this.#parts)
    const elsewhere = typesElsewhere(type.properties ?? [])
    const hasPage = (typeToken: string) => !elsewhere.has(typeToken)
    const rendered = {
      json: JSON.stringify(answer),
      markdown: forEachLanguage((language) => supportingTypeMarkdown(answer, { language, navUrl, isHere, hasPage }))
    }
    this.#keptSize += sizeOf(rendered)
    if (this.#keptSize > MAX_KEPT) {
      this.#kept = new Map()
      this.#keptSize = sizeOf(rendered)
    }
    this.#kept.set(type, rendered)
    return rendered
  }
}
