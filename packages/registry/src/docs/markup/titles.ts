/** Titles and slugs of examples (Spec A, Example). */
import { nameOf, parseReference } from "./references.ts"
import { scan, type Token } from "./scan.ts"

/** In code points (Spec A, Limits). */
const MAX_TITLE = 120

/** Longer lines are cut before they are read: no more of them can reach the title. */
const MAX_LINE = 4_000

const spokenToken = (token: Token): string => {
  if (token.type === "text") return token.text
  if (token.type === "wording") {
    const { node } = token
    return typeof node === "string" ? node : node.kind === "wording" ? node.otherwise : ""
  }
  const reference = token.type === "shortcode" ? parseReference(token.shortcode.args[0] ?? "") : undefined
  return reference === undefined ? "" : nameOf(reference)
}

const withoutEmphasis = (text: string): string =>
  text
    .replaceAll(/!?\[([^[\]]{0,500})\]\([^()\s]{0,1000}(?: "[^"]{0,200}")?\)/g, "$1")
    .replaceAll(/(\*{1,3})(?=\S)([^*]{1,500})(?<=\S)\1/g, "$2")
    .replaceAll(/(?<![\p{L}\p{N}_])(_{1,3})(?=\S)([^_]{1,500})(?<=\S)\1(?![\p{L}\p{N}_])/gu, "$2")

const literally = (part: string): string => (part.startsWith("`") ? part.slice(1, -1) : part.slice(1))

/** Text without the marks of Markdown around it; code and escaped characters keep what looks like marks. */
const plain = (text: string): string =>
  text
    .replace(/^\s*#{1,6}(?=\s|$)/, "")
    .replace(/\s#+\s*$/, "")
    .split(/(`[^`]{1,500}`|\\[!-/:-@[-`{-~])/)
    .map((part, index) => (index % 2 === 1 ? literally(part) : withoutEmphasis(part)))
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim()

/** The title that a heading or caption line gives, cut to 120 code points. */
export const titleOf = (line: string): string =>
  Array.from(plain(scan(line.slice(0, MAX_LINE).toWellFormed()).map(spokenToken).join("")))
    .slice(0, MAX_TITLE)
    .join("")

/** The text of a line that is wholly emphasized, as captions are; nothing for any other line. */
export const captionIn = (line: string): string | undefined =>
  /^(\*\*|__|\*|_)([^\s*_][^*_]{0,500}[^\s*_]|[^\s*_])\1:?$/.exec(line)?.[2]

/** Letters and digits of any script in lower case, joined by `-`; empty when the title has none. */
export const slugOf = (title: string): string =>
  (
    title
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  ).join("-")
