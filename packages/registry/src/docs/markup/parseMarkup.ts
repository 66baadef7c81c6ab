/**
 * From a description, README or installation text, with the markup that publishers of packages use, to content that can
 * be stored and resolved (open points, section 7). Never fails: what it doesn't understand stays text, and what is
 * opened and not closed ends where its surroundings end. Unknown shortcodes are left out, what they bracket is kept.
 */
import { append, gatherChoosers, type LooseOption, type Part } from "./gatherChoosers.ts"
import { languageNamed } from "./languageNames.ts"
import { lastName, parseReference, type ShowReference, shownReference } from "./references.ts"
import { scan, type Token } from "./scan.ts"
import { type Shortcode } from "./shortcodes.ts"
import { type ChooserKind, type StoredContent, type StoredNode } from "./StoredContent.ts"
import { captionIn, titleOf } from "./titles.ts"

/** What is set apart as an example, or offers code in several languages. */
export interface ExampleBlock {
  /** From the heading that it stands under, else from a caption right above it; empty when there is neither. */
  readonly title: string
  readonly content: StoredContent
}

/** A text, read. */
export interface Markup {
  readonly content: StoredContent
  /** In the order of the text; the fences in them are among the content as well. */
  readonly examples: ReadonlyArray<ExampleBlock>
}

type FrameKind = "document" | "chooser" | "choosable" | "example" | "codes"

interface Option extends LooseOption {
  /** Of an option between markers: the line it stands under, and how many examples there were before it. */
  readonly block?: { readonly label: string; readonly examples: number }
}

/** What is open: everything up to its end is among its parts. */
interface Frame {
  readonly kind: FrameKind
  readonly parts: Array<Part<Option>>
  readonly label: string
  readonly examples: number
  readonly by?: ChooserKind | undefined
  readonly names?: ReadonlyArray<string>
  /** The line that its first fence stands under. */
  title?: string
}

/** Deeper brackets are ignored: real texts have three levels. */
const MAX_DEPTH = 16

const choosers: Readonly<Record<string, ChooserKind>> = {
  language: "language-chooser",
  lang: "language-chooser",
  os: "os-chooser"
}

const noteTitles: Readonly<Record<string, string>> = { tip: "Tip", warning: "Warning" }

const hasFence = (node: StoredNode): boolean => {
  if (typeof node === "string") return node.includes("```") || node.includes("~~~")
  return node.kind !== "wording" && node.options.some(({ content }) => content.some(hasFence))
}

class Builder {
  readonly #showReference: ShowReference
  readonly #frames: Array<Frame> = []
  readonly #open = new Map<FrameKind, number>()
  /** Openings that were ignored, whose ends are to be ignored as well. */
  readonly #ignored = new Map<FrameKind, number>()
  readonly #examples: Array<ExampleBlock> = []
  /** The nearest heading, and a caption where there is no heading yet. */
  #heading = ""
  #caption = ""
  #titled = { label: "", title: "" }
  #top: Frame

  constructor(showReference: ShowReference) {
    this.#showReference = showReference
    this.#top = this.#push("document")
  }

  read(tokens: ReadonlyArray<Token>): Markup {
    for (const token of tokens) this.#take(token)
    while (this.#frames.length > 1) this.#pop()
    return { content: this.#gather(this.#top), examples: this.#examples }
  }

  get #label(): string {
    return this.#heading === "" ? this.#caption : this.#heading
  }

  /** Many examples can stand under one heading. */
  #titleOf(label: string): string {
    if (this.#titled.label !== label) this.#titled = { label, title: titleOf(label) }
    return this.#titled.title
  }

  #take(token: Token): void {
    if (token.type === "text") return this.#text(token.text)
    if (token.type === "heading") this.#heading = token.line
    else if (token.type === "wording") this.#inline(token.node)
    else if (token.type === "shortcode") this.#shortcode(token.shortcode)
    else if (token.type === "codes") {
      this.#close("codes")
      if (token.open) this.#push("codes")
    } else if (token.fence.markdown !== "") {
      for (const frame of this.#frames) frame.title ??= this.#label
      this.#caption = ""
      const alternative = this.#top.kind === "codes" || (this.#top.kind === "example" && languageNamed(token.fence.tag))
      const names = token.fence.tag === "" ? [] : [token.fence.tag.toLowerCase()]
      const content = [token.fence.markdown]
      if (alternative) this.#top.parts.push({ kind: "option", by: "language-chooser", names, content })
      else append(this.#top.parts, token.fence.markdown)
    }
  }

  #text(text: string): void {
    append(this.#top.parts, text)
    if (this.#heading !== "") return
    const line = text.trimEnd()
    if (line !== "") this.#caption = captionIn(line.slice(line.lastIndexOf("\n") + 1).trim()) ?? ""
  }

  #shortcode(shortcode: Shortcode): void {
    const { alone, args, closing, name, named } = shortcode
    if (name === "chooser" || name === "choosable") {
      if (closing) this.#close(name)
      else if (!alone) this.#openChoice(name, shortcode)
    } else if (name === "example" || name === "examples") {
      const opens = name === "example" && !closing && !alone
      // Opened twice before its code; otherwise the one before was never closed.
      if (opens && this.#frames.some((frame) => frame.kind === "example" && frame.title === undefined)) return
      this.#close("example")
      if (opens) this.#push("example")
    } else if (name === "notes" && !closing) {
      const title = noteTitles[(named["type"] ?? args[0] ?? "").toLowerCase()] ?? "Note"
      append(this.#top.parts, `\n\n**${title}:**\n\n`)
    } else if (name === "ref" || name === "relref") this.#reference(args[0] ?? "")
  }

  #openChoice(kind: "chooser" | "choosable", { args, named }: Shortcode): void {
    const type = named["type"] ?? args[0] ?? ""
    const by = choosers[type.toLowerCase()]
    if (this.#top.kind === kind && this.#top.by === by) this.#close(kind)
    const values = [named["value"] ?? "", named["values"] ?? "", ...args.slice(named["type"] === undefined ? 1 : 0)]
    const names = values.flatMap((value) => value.split(",")).map((name) => name.trim().toLowerCase())
    this.#push(
      kind,
      by,
      [...new Set(names)].filter((name) => name !== "")
    )
  }

  #reference(target: string): void {
    const reference = parseReference(target)
    if (reference === undefined) return this.#inline(target)
    for (const node of shownReference(this.#showReference(reference))) this.#inline(node)
  }

  #inline(node: StoredNode): void {
    append(this.#top.parts, node)
    this.#caption = ""
  }

  #push(kind: FrameKind, by?: ChooserKind, names: ReadonlyArray<string> = []): Frame {
    if (this.#frames.length >= MAX_DEPTH) {
      this.#ignored.set(kind, (this.#ignored.get(kind) ?? 0) + 1)
      return this.#top
    }
    this.#open.set(kind, (this.#open.get(kind) ?? 0) + 1)
    this.#top = { kind, parts: [], label: this.#label, examples: this.#examples.length, by, names }
    this.#frames.push(this.#top)
    return this.#top
  }

  /** Ends the innermost frame of a kind and everything inside it; nothing when there is none. */
  #close(kind: FrameKind): void {
    const ignored = this.#ignored.get(kind) ?? 0
    if (ignored > 0) this.#ignored.set(kind, ignored - 1)
    else if ((this.#open.get(kind) ?? 0) > 0) while (this.#pop() !== kind);
  }

  #pop(): FrameKind {
    const frame = this.#top
    const { by, kind, label, names = [] } = frame
    this.#frames.pop()
    this.#open.set(kind, (this.#open.get(kind) ?? 0) - 1)
    this.#top = this.#frames.at(-1) ?? frame
    const content = this.#gather(frame)
    if (kind === "choosable" && by !== undefined) {
      this.#top.parts.push({ kind: "option", by, names, content, block: { label, examples: frame.examples } })
      return kind
    }
    for (const node of content) append(this.#top.parts, node)
    if (kind === "codes" || kind === "example") this.#example(frame, content)
    return kind
  }

  #gather(frame: Frame): ReadonlyArray<StoredNode> {
    return gatherChoosers(frame.parts, (chooser, { block }) => {
      if (block === undefined || chooser.kind !== "language-chooser" || !hasFence(chooser)) return
      this.#examples.length = block.examples
      this.#examples.push({ title: this.#titleOf(block.label), content: [chooser] })
    })
  }

  #example(frame: Frame, content: StoredContent): void {
    // The heading of one example is not the heading of the text behind it.
    if (frame.kind === "example") this.#heading = frame.label
    const inner = this.#examples.length > frame.examples
    if (frame.title !== undefined && !inner) this.#examples.push({ title: this.#titleOf(frame.title), content })
  }
}

const markup = /\{\{[%<]|<!--|<span\s|```|~~~/

/** Without blank lines at either end. */
const withoutEdges = (content: StoredContent): StoredContent => {
  const edited = [...content]
  if (typeof edited[0] === "string") {
    const start = edited[0].search(/\S/)
    edited[0] = start === -1 ? "" : edited[0].slice(edited[0].lastIndexOf("\n", start) + 1)
  }
  const last = edited.length - 1
  if (typeof edited[last] === "string") edited[last] = edited[last].trimEnd()
  return edited.filter((node) => node !== "")
}

/** Reads a text; `showReference` decides how references to other entities of the schema are shown. */
export const parseMarkup = (text: string, showReference: ShowReference = lastName): Markup => {
  // What databases and JSON can't carry.
  const source = text.toWellFormed().replaceAll("\0", "\uFFFD").replaceAll(/\r\n?/g, "\n")
  if (!markup.test(source)) return { content: withoutEdges([source]), examples: [] }
  const { content, examples } = new Builder(showReference).read(scan(source))
  return { content: withoutEdges(content), examples }
}
