/** Reads one marker: a shortcode, a comment, or a span that words something by language. Knows what it says, not what it does. */
import { parseShortcode, type Shortcode } from "./shortcodes.ts"
import { type StoredNode } from "./StoredContent.ts"
import { wordingAt } from "./wording.ts"

/** What a marker says; comments say nothing. `codes` brackets fences that are alternatives. */
export type MarkerToken =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "wording"; readonly node: StoredNode }
  | { readonly type: "shortcode"; readonly shortcode: Shortcode }
  | { readonly type: "codes"; readonly open: boolean }

/** A marker, and where the text behind it begins. */
export interface Marker {
  readonly end: number
  readonly token: MarkerToken | undefined
  /** Whether it stands inside a sentence; other markers take their line with them when they are alone on it. */
  readonly inline: boolean
}

/** Longer shortcodes are text. */
const MAX_SHORTCODE = 1_024

const codeChooser = /^\s*(start|end)\s+pulumicodechooser\s*$/i

/** Stands for an opening of a comment that never closes, which would hide the rest of the page. */
const SHOWN_COMMENT = "&lt;!--"

/** Finds the next `needle` for ever larger positions; the text is searched once altogether. */
const seeker = (source: string, needle: string) => {
  let found = -2
  return (from: number): number => {
    if (found !== -1 && found < from) found = source.indexOf(needle, from)
    return found
  }
}

/** How many different shortcodes are remembered: a text says the same few over and over. */
const MAX_REMEMBERED = 100

/** `parseShortcode` that reads each body once. */
const rememberingShortcodes = () => {
  const known = new Map<string, Shortcode | undefined>()
  return (body: string): Shortcode | undefined => {
    if (known.has(body)) return known.get(body)
    const shortcode = body.includes("{{") ? undefined : parseShortcode(body)
    if (known.size < MAX_REMEMBERED) known.set(body, shortcode)
    return shortcode
  }
}

/** Where markers may begin. */
export const markerStart = (): RegExp => /\{\{[%<]|<!--|<span\s/g

/**
 * Reads the marker that begins at an index, or nothing when it is only text that looks like one. The indices have to
 * grow from call to call; then all calls together are linear.
 */
export const markerReader = (source: string): ((start: number) => Marker | undefined) => {
  const percent = seeker(source, "%}}")
  const angle = seeker(source, ">}}")
  const commentEnd = seeker(source, "-->")
  const spanEnd = seeker(source, "</span>")
  const shortcodeIn = rememberingShortcodes()

  const commentAt = (start: number): Marker | undefined => {
    const from = start + 4
    const to = commentEnd(from)
    const body = to === -1 ? "<!--" : source.slice(from, to)
    if (body.includes("<!--")) return { end: from, token: { type: "text", text: SHOWN_COMMENT }, inline: true }
    const end = to + 3
    const chooser = codeChooser.exec(body)
    if (chooser !== null) {
      return { end, token: { type: "codes", open: chooser[1]?.toLowerCase() === "start" }, inline: false }
    }
    // A sentence about comments.
    if (source[start - 1] === "`" && source[end] === "`") return undefined
    return { end, token: undefined, inline: false }
  }

  const shortcodeAt = (start: number): Marker | undefined => {
    const from = start + 3
    const to = source[start + 2] === "%" ? percent(from) : angle(from)
    if (to === -1 || to - from > MAX_SHORTCODE) return undefined
    const shortcode = shortcodeIn(source.slice(from, to))
    if (shortcode === undefined) return undefined
    const inline = shortcode.name === "ref" || shortcode.name === "relref"
    return { end: to + 3, token: { type: "shortcode", shortcode }, inline }
  }

  return (start) => {
    if (source[start] === "{") return shortcodeAt(start)
    if (source[start + 1] === "!") return commentAt(start)
    const wording = wordingAt(source, start, spanEnd)
    return wording && { end: wording.end, token: { type: "wording", node: wording.node }, inline: true }
  }
}
