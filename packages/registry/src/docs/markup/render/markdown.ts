/**
 * Pieces of Markdown made from names, values and code that somebody else chose, so that none of them is read as markup.
 * Prose that its author wrote as Markdown does not come through here.
 */

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

const longestRun = (text: string, ticks: RegExp): number =>
  (text.match(ticks) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)

/** Code inside a sentence; empty for empty text, which Markdown has no code for. */
export const codeSpan = (text: string): string => {
  const code = oneLine(text)
  if (code === "") return ""
  const fence = "`".repeat(longestRun(code, /`+/g) + 1)
  const pad = code.startsWith("`") || code.endsWith("`") ? " " : ""
  return `${fence}${pad}${code}${pad}${fence}`
}

/** Words inside a sentence or heading. Underscores inside a word mean nothing to Markdown and stay as they are. */
export const words = (text: string): string =>
  oneLine(text)
    .replaceAll(/[\\`*[\]<>#&|~!]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)

const percent = (character: string): string =>
  encodeURIComponent(character).replace(/^[()]$/, (bracket) => (bracket === "(" ? "%28" : "%29"))

/** A link; `label` is Markdown. */
export const link = (label: string, url: string): string =>
  `[${label}](${url.toWellFormed().replaceAll(/[\s()<>\\`]/g, percent)})`

/** A code block, whatever the code contains. */
export const codeBlock = (code: string, tag: string): string => {
  const fence = "`".repeat(Math.max(3, longestRun(code, /`{3,}/g) + 1))
  return `${fence}${tag.replaceAll(/[^\w#+.-]/g, "")}\n${code.trimEnd()}\n${fence}`
}

/** What begins something else than a paragraph, so that it can't go on in a line. */
const blockStart = /^(?:[-+*>#](?:\s|$)|#{2,6}\s|\d{1,9}[.)]\s|`{3}|~{3}|\||<)/

/** An item of a list: a line, and Markdown that goes on behind or below it and belongs to it. */
export const item = (line: string, more = ""): string => {
  const text = more.trim()
  if (text === "") return `- ${line}`
  const body = text.replaceAll(/\n(?=.*\S)/g, "\n  ")
  return blockStart.test(text) ? `- ${line}\n\n  ${body}` : `- ${line}: ${body}`
}

/** Blocks one below the other; empty ones are left out. Ends with a line end. */
export const blocks = (...parts: ReadonlyArray<string>): string =>
  `${parts
    .map((part) => part.replace(/^\n+/, "").trimEnd())
    .filter((part) => part !== "")
    .join("\n\n")}\n`
