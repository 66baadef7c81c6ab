/** The YAML block that documents begin with; it is meant for the site that renders them, not for readers. */
import { isMap, parseDocument } from "yaml"

const opening = /^\uFEFF?---[ \t]*\n/

/** Real blocks have a few lines. */
const MAX_LENGTH = 32_768

/** Whether the text is a YAML mapping, or nothing but comments. Faults inside do not matter: sites ignore them as well. */
const isMapping = (text: string): boolean => {
  try {
    const { contents } = parseDocument(text, { logLevel: "silent" })
    return contents === null || isMap(contents)
  } catch {
    // Nested deeper than the stack.
    return false
  }
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
