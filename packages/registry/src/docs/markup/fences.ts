/**
 * Fenced code blocks: where one begins, where it ends, and the code inside. Follows CommonMark where a block can stand
 * (also in lists and quotations) and forgives `<break>` beside a fence, which converters leave there.
 */

/** A fenced code block. */
export interface Fence {
  /** The first word of the info string, without attributes: `typescript`, `sh`; empty when there is none. */
  readonly tag: string
  /** The code without the fences and without the indentation that the block has as a whole. */
  readonly code: string
  /**
   * The whole block as Markdown, closed also where its author forgot to, with its last line end. Empty for a fence behind
   * which nothing comes, as converters leave them.
   */
  readonly markdown: string
}

const BACKTICK = 96
const TILDE = 126
const SPACE = 32
const TAB = 9
const QUOTE = 62

/** Deeper than any list in real texts; the bound keeps lines of blanks cheap. */
const MAX_PREFIX = 200

const BREAK = "<break>"

const isBlank = (code: number) => code === SPACE || code === TAB

/** The end of a list marker (`-`, `12.`) with a blank behind it, or `at` when there is none. */
const afterListMarker = (source: string, at: number): number => {
  const code = source.charCodeAt(at)
  let end = at
  if (code === 45 || code === 42 || code === 43) end = at + 1
  else {
    while (end < at + 9 && source.charCodeAt(end) >= 48 && source.charCodeAt(end) <= 57) end += 1
    if (end === at || (source[end] !== "." && source[end] !== ")")) return at
    end += 1
  }
  return isBlank(source.charCodeAt(end)) ? end : at
}

const afterPrefix = (source: string, at: number, lists: boolean): number => {
  let end = at
  while (end < at + MAX_PREFIX) {
    const code = source.charCodeAt(end)
    if (isBlank(code) || code === QUOTE) end += 1
    else {
      const behind = lists ? afterListMarker(source, end) : end
      if (behind === end) break
      end = behind
    }
  }
  return end
}

const afterRun = (source: string, at: number): number => {
  const code = source.charCodeAt(at)
  if (code !== BACKTICK && code !== TILDE) return at
  let end = at + 1
  while (source.charCodeAt(end) === code) end += 1
  return end - at >= 3 ? end : at
}

/** The index of the line end at or after `at`, or the end of the text. */
export const endOfLine = (source: string, at: number): number => {
  const end = source.indexOf("\n", at)
  return end === -1 ? source.length : end
}

const closes = (source: string, at: number, end: number, run: string): boolean => {
  let start = afterPrefix(source, at, false)
  while (source.startsWith(BREAK, start)) start += BREAK.length
  const behind = afterRun(source, start)
  if (behind - start < run.length || source[start] !== run[0]) return false
  return source.slice(behind, end).replaceAll(BREAK, "").trim() === ""
}

const withoutPrefix = (line: string, width: number): string => {
  let at = 0
  while (at < width && (isBlank(line.charCodeAt(at)) || line.charCodeAt(at) === QUOTE)) at += 1
  return line.slice(at)
}

const tagOf = (info: string): string => /^\{?\.?([\w#+.-]+)/.exec(info)?.[1] ?? ""

/** Where the line that closes a block begins and ends, searched from the first line behind its opening. */
const closingLine = (
  source: string,
  from: number,
  run: string
): { readonly start: number; readonly end: number } | undefined => {
  let start = from
  while (start < source.length) {
    const end = endOfLine(source, start)
    if (closes(source, start, end, run)) return { start, end }
    start = end + 1
  }
  return undefined
}

const dedented = (code: string, width: number): string =>
  width === 0
    ? code
    : code
        .split("\n")
        .map((line) => withoutPrefix(line, width))
        .join("\n")

/** The block whose first line begins at `at`, and where the text behind it begins; nothing when no block begins there. */
export const fenceAt = (source: string, at: number): { readonly fence: Fence; readonly end: number } | undefined => {
  const start = afterPrefix(source, at, true)
  const behind = afterRun(source, start)
  if (behind === start) return undefined
  const run = source.slice(start, behind)
  const firstEnd = endOfLine(source, behind)
  const info = source.slice(behind, firstEnd).replaceAll(BREAK, "").trim()
  // CommonMark: ```like this``` is code inside a sentence.
  if (run[0] === "`" && info.includes("`")) return undefined
  const closing = closingLine(source, firstEnd + 1, run)
  const body = source.slice(firstEnd + 1, closing?.start)
  const lines = body === "" || body.endsWith("\n") ? body : `${body}\n`
  const prefix = source.slice(at, start)
  const stray = closing === undefined && info === "" && body.trim() === ""
  const fence = {
    tag: tagOf(info),
    code: dedented(lines.slice(0, -1), prefix.length),
    markdown: stray ? "" : `${prefix}${run}${info}\n${lines}${prefix.replaceAll(/[^>\s]/g, " ")}${run}\n`
  }
  return { fence, end: closing === undefined ? source.length : Math.min(closing.end + 1, source.length) }
}

/** All blocks of a Markdown text, in order. */
export const fencesIn = (markdown: string): ReadonlyArray<Fence> => {
  const fences: Array<Fence> = []
  let at = 0
  while (at < markdown.length) {
    const found = fenceAt(markdown, at)
    if (found !== undefined) fences.push(found.fence)
    at = found === undefined ? endOfLine(markdown, at) + 1 : found.end
  }
  return fences
}
