/** Text inside XML, HTML or SVG, and on a terminal or in the log of a CI job. */

/** What XML can't hold in any form, and what reorders the text around it without being seen. */
const unseen =
  /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]|[\u{7f}-\u{9f}\u{61c}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}]/gu

const named = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`

/** The text as it may stand between tags and in attributes; characters that nobody would see stand by their names. */
export const escaped = (text: string): string =>
  text
    .replaceAll(unseen, named)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")

/** What commands a terminal beyond tabs and the ends of lines. */
const commanding = /(?![\t\n])\p{Cc}/gu

/**
 * The text as it may be printed: it commands no terminal, and no line of it is a command to the CI system that reads
 * along, which looks for `::` and `##` after any blanks, and for `##[` and `##vso[` anywhere.
 */
export const printable = (text: string): string =>
  text
    .replaceAll(commanding, named)
    .replaceAll(unseen, named)
    .replaceAll(/^(\s*)(?=::|##)/gm, "$1| ")
    .replaceAll(/##(?=\w*\[)/g, "# #")

/** A text of several lines, in which those after the first stand below it: none of them looks like a line of its own. */
export const indented = (text: string, indent: string): string =>
  text.replaceAll(/\r\n?|\n|[\u2028\u2029]/g, `\n${indent}`)
