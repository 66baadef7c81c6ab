/**
 * Reads a text once, from left to right, and cuts it into text, code blocks and markers. Knows where they stand, not
 * what they do.
 *
 * Why by hand and not on a Markdown tree: the markers are not Markdown. A parser of Markdown sees them as words of a
 * paragraph, as HTML or as code, cuts paragraphs through them, and has no node that spans from one to its end. What has
 * to be known of Markdown is where code blocks and headings are, which are rules about single lines; so one pass over
 * the lines is exact, loses no character, is linear, and needs no library for the 10,000 texts of a large package.
 */
import { endOfLine, type Fence, fenceAt } from "./fences.ts"
import { type Marker, markerReader, markerStart, type MarkerToken } from "./markers.ts"

/** A part of a text. A heading stands before the text of its own line, or of its last one where it has several. */
export type Token =
  | MarkerToken
  | { readonly type: "heading"; readonly line: string }
  | { readonly type: "fence"; readonly fence: Fence }

const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/

/** Longer lines below a paragraph are no underline. */
const MAX_UNDERLINE = 1_000

/** What makes the paragraph above it a heading. */
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/

/** What begins something else than a paragraph: a list, a quotation, indented code, HTML, a table or a line across. */
const noParagraph =
  /^(?: {0,3}\t| {4}| {0,3}(?:[-*+](?:[ \t]|$)|\d{1,9}[.)][ \t]|[>|<]|\{\{[%<]|([-*_])(?:[ \t]*\1){2,}[ \t]*$))/

const isBlank = (source: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) {
    const code = source.charCodeAt(at)
    if (code !== 32 && code !== 9) return false
  }
  return true
}

const afterBlankLines = (source: string, at: number): number => {
  let start = at
  while (start < source.length) {
    const end = endOfLine(source, start)
    if (!isBlank(source, start, end)) break
    start = end + 1
  }
  return Math.min(start, source.length)
}

class Scanner {
  readonly tokens: Array<Token> = []
  readonly #source: string
  readonly #markerAt: (start: number) => Marker | undefined
  readonly #markerStart = markerStart()
  #upcoming = -1
  /** Where the text that is not yet among the tokens begins. */
  #pending = 0
  /** Whether the line before the current one is blank, or there is none. */
  #afterBlank = true
  /** Where the paragraph begins that the current line may go on; `"none"` inside something else. */
  #paragraph: number | "none" | undefined

  constructor(source: string) {
    this.#source = source
    this.#markerAt = markerReader(source)
  }

  read(): ReadonlyArray<Token> {
    let at = 0
    while (at < this.#source.length) at = this.#readFence(at) ?? this.#readLine(at)
    this.#flush(this.#source.length)
    return this.tokens
  }

  #flush(to: number): void {
    if (to > this.#pending) this.tokens.push({ type: "text", text: this.#source.slice(this.#pending, to) })
    this.#pending = to
  }

  #nextMarker(from: number): number {
    if (this.#upcoming < from) {
      this.#markerStart.lastIndex = from
      this.#upcoming = this.#markerStart.exec(this.#source)?.index ?? Infinity
    }
    return this.#upcoming
  }

  #readFence(at: number): number | undefined {
    const block = fenceAt(this.#source, at)
    if (block === undefined) return undefined
    this.#flush(at)
    this.tokens.push({ type: "fence", fence: block.fence })
    this.#pending = block.end
    this.#afterBlank = false
    this.#paragraph = undefined
    return block.end
  }

  /** A line and whatever its markers span; returns where the next line begins. */
  #readLine(lineStart: number): number {
    let lineEnd = endOfLine(this.#source, lineStart)
    const line = this.#source.slice(lineStart, lineEnd)
    this.#readHeading(lineStart, line)
    let at = lineStart
    let marked = false
    let text = false
    for (let start = this.#nextMarker(at); start < lineEnd; start = this.#nextMarker(at)) {
      const marker = this.#markerAt(start)
      text ||= marker === undefined || !isBlank(this.#source, at, start)
      if (marker === undefined) {
        at = start + 1
        continue
      }
      // The indentation of a marker is not text.
      this.#flush(text || marker.inline ? start : at)
      if (marker.token !== undefined) this.tokens.push(marker.token)
      if (marker.inline) text = true
      else marked = true
      at = this.#pending = marker.end
      if (at > lineEnd) lineEnd = endOfLine(this.#source, at)
    }
    text ||= !isBlank(this.#source, at, lineEnd)
    if (!text) this.#paragraph = undefined
    const nextLine = Math.min(lineEnd + 1, this.#source.length)
    if (marked && !text) return this.#dropLine(nextLine)
    this.#afterBlank = !text
    return nextLine
  }

  /** A line with marks before it, or a paragraph with a line below it (CommonMark, "Setext headings"). */
  #readHeading(lineStart: number, line: string): void {
    const isHeading = heading.test(line)
    if (isHeading || (typeof this.#paragraph === "number" && underline.test(line))) {
      if (isHeading) this.#headingAt(lineStart, line)
      this.#paragraph = undefined
      return
    }
    this.#paragraph ??= noParagraph.test(line) ? "none" : lineStart
    if (this.#paragraph === "none") return
    const lineEnd = lineStart + line.length
    const below = this.#source.slice(
      lineEnd + 1,
      Math.min(endOfLine(this.#source, lineEnd + 1), lineEnd + MAX_UNDERLINE)
    )
    if (line.trim() !== "" && underline.test(below))
      this.#headingAt(lineStart, this.#source.slice(this.#paragraph, lineEnd))
  }

  #headingAt(lineStart: number, line: string): void {
    this.#flush(lineStart)
    this.tokens.push({ type: "heading", line })
  }

  /** A line of markers alone is no text, but it parts what stands before it from what stands behind it. */
  #dropLine(nextLine: number): number {
    const source = this.#source
    this.#pending = this.#afterBlank ? afterBlankLines(source, nextLine) : nextLine
    if (!this.#afterBlank && !isBlank(source, nextLine, endOfLine(source, nextLine))) {
      this.tokens.push({ type: "text", text: "\n" })
      this.#afterBlank = true
    }
    return this.#pending
  }
}

/**
 * The parts of a text, in order; together they are the text, without comments and lines of markers. Takes time in
 * proportion to the length of the text, whatever it holds. Line ends have to be `\n`.
 */
export const scan = (source: string): ReadonlyArray<Token> => new Scanner(source).read()
