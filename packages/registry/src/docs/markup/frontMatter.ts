/** The YAML block that documents begin with; it is meant for the site that renders them, not for readers. */
import { Parser } from "yaml"

const opening = /^\uFEFF?---[ \t]*\n/

/** Real blocks have a few lines. */
const MAX_LENGTH = 32_768

/** Characters that show what a block is. Parsing takes more time than any other reading here, whatever the text is. */
const MAX_JUDGED = 1_000

/**
 * Whether the text is a YAML mapping, or nothing but comments. Faults inside do not matter: sites ignore them as well. So
 * its beginning is enough, and no value has to be made of it.
 */
const isMapping = (text: string): boolean => {
  for (const token of new Parser().parse(text.slice(0, MAX_JUDGED))) {
    if (token.type !== "document") continue
    const { value } = token
    return value?.type === "block-map" || (value?.type === "flow-collection" && value.start.type === "flow-map-start")
  }
  return text.length <= MAX_JUDGED
}

/** The document without its front matter. Line ends have to be `\n`. */
export const withoutFrontMatter = (document: string): string => {
  const start = opening.exec(document)?.[0].length
  if (start === undefined) return document
  const block = document.slice(start - 1, start + MAX_LENGTH)
  const end = /\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(block)
  if (end === null || !isMapping(block.slice(0, end.index))) return document
  return document.slice(start - 1 + end.index + end[0].length)
}
