/**
 * What a package can be found by, and what a search text asks for, both as words that any engine takes as they are: a
 * letter for the kind of word, then letters and digits only. Knows no engine.
 */
import type { PackageType, PackageVisibility } from "../contract/PackageMetadata.ts"
import { type PackageId } from "./PackageId.ts"
import { scopeOf, visibilityOf } from "./visibility.ts"

/** No more different words of one package are indexed. */
const MAX_WORDS = 2_000

/** No more words of one search text are looked for: each can cost a look at every package. */
const MAX_TERMS = 8

/** Letters without marks and digits of any script, in lower case; longer runs count as several words. */
const wordsIn = (text: string, most: number): ReadonlyArray<string> => {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
  return [...new Set(plain.match(/[\p{L}\p{N}]{1,64}/gu))].slice(0, most)
}

/** Names are case-sensitive and may hold punctuation, which engines would fold. */
const exact = (text: string): string => Buffer.from(text).toString("hex")

/** A word to look for; a prefix matches every word that begins with it. */
export interface SearchTerm {
  readonly word: string
  readonly prefix: boolean
}

/** What to look for: all terms, in packages of these scopes only. */
export interface SearchQuery {
  readonly terms: ReadonlyArray<SearchTerm>
  readonly scopes: ReadonlyArray<string> | "every"
}

const only = (word: string): SearchTerm => ({ word, prefix: false })

/** The words for exact properties of a package. */
export const facets = {
  scope: (scope: string) => only(`s${exact(scope)}`),
  visibility: (visibility: PackageVisibility) => only(`v${visibility}`),
  publisher: (publisher: string) => only(`p${exact(publisher)}`),
  name: (name: string) => only(`n${exact(name)}`),
  packageType: (type: PackageType) => only(`t${type}`)
} as const

/** Where all words of a text have to occur: in name and title, or in any indexed text. */
export type SearchPlace = "heading" | "anywhere"

/** The terms of a search text; none when it has no letter and no digit. What begins another word goes without saying. */
export const textTerms = (text: string, place: SearchPlace): ReadonlyArray<SearchTerm> => {
  const words = wordsIn(text, Infinity)
  return words
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .slice(0, MAX_TERMS)
    .map((word) => ({ word: `${place === "heading" ? "h" : "a"}${word}`, prefix: true }))
}

/** The texts of a package that a search looks at. */
export interface SearchableTexts {
  readonly title: string
  readonly description: string
  readonly keywords: ReadonlyArray<string>
  readonly packageType: PackageType
}

/** All words of a package, joined by spaces. */
export const searchWords = (id: PackageId, texts: SearchableTexts): string => {
  const heading = wordsIn(`${id.name} ${texts.title}`, MAX_WORDS)
  const anywhere = wordsIn(
    [id.name, texts.title, id.publisher, ...texts.keywords, texts.description].join(" "),
    MAX_WORDS
  )
  const exactly = [
    facets.scope(scopeOf(id)),
    facets.visibility(visibilityOf(id)),
    facets.publisher(id.publisher),
    facets.name(id.name),
    facets.packageType(texts.packageType)
  ]
  return [
    ...heading.map((word) => `h${word}`),
    ...anywhere.map((word) => `a${word}`),
    ...exactly.map(({ word }) => word)
  ].join(" ")
}
