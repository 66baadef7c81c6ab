/** `<span pulumi-lang-nodejs="…" …>…</span>`: one name or value as each language writes it, inside a sentence. */
import { languageNamed } from "./languageNames.ts"
import { type StoredNode } from "./StoredContent.ts"

// Bounded everywhere, so that a text of unclosed quotes stays cheap. A value that reaches the next span was never closed.
const attribute =
  /\s{1,200}pulumi-lang-([a-z]{1,32})=(?:"((?:[^"<]|<(?!\/?span\b)){0,2000})"|'((?:[^'<]|<(?!\/?span\b)){0,2000})')/y
const openingEnd = /\s{0,200}>/y

/** Longer spans are left as text. */
const MAX_LENGTH = 16_000

const entities: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&#34;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&"
}

const decoded = (text: string): string =>
  text.includes("&")
    ? text.replaceAll(/&(?:quot|#34|#39|apos|lt|gt|amp);/g, (entity) => entities[entity] ?? entity)
    : text

/**
 * The wording whose `<span` begins at `start`, and where the text behind it begins; nothing when the span says nothing
 * about languages. `closingTag` is the index of the next `</span>`, or -1.
 */
export const wordingAt = (
  source: string,
  start: number,
  closingTag: (from: number) => number
): { readonly node: StoredNode; readonly end: number } | undefined => {
  const words: Record<string, string> = {}
  let at = start + "<span".length
  while (true) {
    attribute.lastIndex = at
    const match = attribute.exec(source)
    if (match === null) break
    const language = languageNamed(match[1] ?? "")
    if (language !== undefined) words[language] = decoded(match[2] ?? match[3] ?? "")
    at = attribute.lastIndex
  }
  openingEnd.lastIndex = at
  if (at === start + "<span".length || !openingEnd.test(source)) return undefined
  const from = openingEnd.lastIndex
  const to = closingTag(from)
  if (to === -1 || to - start > MAX_LENGTH) return undefined
  const inner = source.slice(from, to)
  const otherwise = inner.trim() === "" ? (Object.values(words)[0] ?? inner) : inner
  const same = Object.values(words).every((word) => word === otherwise)
  return { node: same ? otherwise : { kind: "wording", words, otherwise }, end: to + "</span>".length }
}
