/** Decides what each part of a text means, and builds content and examples from them (open points, section 7). */
import { append, gatherChoosers, type LooseOption, type Part } from "./gatherChoosers.ts"
import { BLANK_LINE, fitted, tailOf } from "./JoinedText.ts"
import { languageNamed } from "./languageNames.ts"
import { OpenBrackets } from "./OpenBrackets.ts"
import { parseReference, type ShowReference, shownReference } from "./references.ts"
import { type Token } from "./scan.ts"
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

type BracketKind = "document" | "chooser" | "choosable" | "example" | "codes"

interface Option extends LooseOption {
  /** Of an option between markers: the line it stands under, and how many examples there were before it. */
  readonly block?: { readonly label: string; readonly examples: number }
}

/** What is open: everything up to its end is among its parts. */
interface Frame {
  readonly kind: BracketKind
  readonly parts: Array<Part<Option>>
  readonly heading: string
  readonly label: string
  readonly examples: number
  readonly by: ChooserKind | undefined
  readonly names: ReadonlyArray<string>
  /** The line that its first fence stands under. */
  title?: string
}

const choosers: ReadonlyMap<string, ChooserKind> = new Map([
  ["language", "language-chooser"],
  ["lang", "language-chooser"],
  ["os", "os-chooser"]
])

const noteTitles: ReadonlyMap<string, string> = new Map([
  ["tip", "Tip"],
  ["warning", "Warning"]
])

const hasFence = (node: StoredNode): boolean => {
  if (typeof node === "string") return node.includes("```") || node.includes("~~~")
  return node.kind !== "wording" && node.options.some(({ content }) => content.some(hasFence))
}

/** Takes the parts of one text in order. */
export class MarkupReader {
  readonly #showReference: ShowReference
  readonly #brackets: OpenBrackets<BracketKind, Frame>
  readonly #examples: Array<ExampleBlock> = []
  /** The nearest heading, and a caption where there is no heading yet. */
  #heading = ""
  #caption = ""
  #titled = { label: "", title: "" }
  /** The end of the text so far, to see where a blank line is. */
  #tail = BLANK_LINE

  constructor(showReference: ShowReference) {
    this.#showReference = showReference
    this.#brackets = new OpenBrackets(this.#frame("document"), (frame) => this.#ended(frame))
  }

  read(tokens: ReadonlyArray<Token>): Markup {
    for (const token of tokens) this.#take(token)
    this.#brackets.closeAll()
    return { content: this.#gather(this.#brackets.top), examples: this.#examples }
  }

  get #parts(): Array<Part<Option>> {
    return this.#brackets.top.parts
  }

  get #label(): string {
    return this.#heading === "" ? this.#caption : this.#heading
  }

  #frame(kind: BracketKind, by?: ChooserKind, names: ReadonlyArray<string> = []): Frame {
    const examples = this.#examples.length
    return { kind, parts: [], heading: this.#heading, label: this.#label, examples, by, names }
  }

  #take(token: Token): void {
    switch (token.type) {
      case "text":
        return this.#text(token.text)
      case "heading":
        this.#heading = token.line
        return
      case "wording":
        return this.#inline(token.node)
      case "shortcode":
        return this.#shortcode(token.shortcode)
      case "codes":
        this.#brackets.close("codes")
        if (token.open) this.#open(this.#frame("codes"))
        return
      case "fence":
        if (token.fence.markdown !== "") this.#fence(token.fence.tag.toLowerCase(), token.fence.markdown)
    }
  }

  /** Adds text, without piling up blank lines where markers were. */
  #add(text: string): void {
    const piece = fitted(this.#tail, text)
    append(this.#parts, piece)
    this.#tail = tailOf(this.#tail, piece)
  }

  #open(frame: Frame): void {
    this.#brackets.push(frame)
    this.#tail = BLANK_LINE
  }

  #text(text: string): void {
    this.#add(text)
    if (this.#heading !== "") return
    const line = text.trimEnd()
    if (line !== "") this.#caption = captionIn(line.slice(line.lastIndexOf("\n") + 1).trim()) ?? ""
  }

  #inline(node: StoredNode): void {
    append(this.#parts, node)
    this.#tail = ""
    this.#caption = ""
  }

  #fence(tag: string, markdown: string): void {
    const { frames, top } = this.#brackets
    for (const frame of frames) frame.title ??= this.#label
    this.#caption = ""
    const alternative = top.kind === "codes" || (top.kind === "example" && languageNamed(tag) !== undefined)
    if (!alternative) return this.#add(markdown)
    this.#tail = ""
    this.#parts.push({ kind: "option", by: "language-chooser", names: tag === "" ? [] : [tag], content: [markdown] })
  }

  #shortcode(shortcode: Shortcode): void {
    const { alone, args, closing, name, named } = shortcode
    if (name === "chooser" || name === "choosable") {
      if (closing) this.#brackets.close(name)
      else this.#choice(name, shortcode)
    } else if (name === "example" || name === "examples") {
      this.#exampleMarker(name === "example" && !closing && !alone)
    } else if (name === "notes" && !closing) {
      const title = noteTitles.get((named["type"] ?? args[0] ?? "").toLowerCase()) ?? "Note"
      this.#add(`${BLANK_LINE}**${title}:**${BLANK_LINE}`)
    } else if (name === "ref" || name === "relref") this.#reference(args[0] ?? named["path"] ?? "")
  }

  #choice(kind: "chooser" | "choosable", { args, named }: Shortcode): void {
    const by = choosers.get((named["type"] ?? args[0] ?? "").toLowerCase())
    const { top } = this.#brackets
    // A chooser that closes itself goes on as long as nothing else begins, like one that is never closed.
    if (top.kind === kind && (kind === "chooser" || top.by === by)) this.#brackets.close(kind)
    const values = [named["value"] ?? "", named["values"] ?? "", ...args.slice(named["type"] === undefined ? 1 : 0)]
    const names = values.flatMap((value) => value.split(",")).map((name) => name.trim().toLowerCase())
    this.#open(
      this.#frame(
        kind,
        by,
        [...new Set(names)].filter((name) => name !== "")
      )
    )
  }

  #exampleMarker(opens: boolean): void {
    // Opened twice before its code; otherwise the one before was never closed.
    const twice = this.#brackets.frames.some(({ kind, title }) => kind === "example" && title === undefined)
    if (opens && twice) return
    this.#brackets.close("example")
    if (opens) this.#open(this.#frame("example"))
  }

  #reference(target: string): void {
    const reference = parseReference(target)
    if (reference === undefined) return this.#inline(target)
    for (const node of shownReference(this.#showReference(reference))) this.#inline(node)
  }

  #ended(frame: Frame): void {
    const { by, examples, kind, label, names, title } = frame
    const content = this.#gather(frame)
    this.#tail = ""
    if (kind === "choosable" && by !== undefined) {
      this.#parts.push({ kind: "option", by, names, content, block: { label, examples } })
      return
    }
    for (const node of content) append(this.#parts, node)
    // The heading of one example is not the heading of the text behind it.
    if (kind === "example") this.#heading = frame.heading
    if (kind !== "example" && kind !== "codes") return
    const inner = this.#examples.length > examples
    if (title !== undefined && !inner) this.#examples.push({ title: this.#titleOf(title), content })
  }

  /** An example around choosers is shown by them, and a chooser around others shows them. */
  #gather(frame: Frame): StoredContent {
    return gatherChoosers(frame.parts, (chooser, { block }) => {
      if (block === undefined || chooser.kind !== "language-chooser" || !hasFence(chooser)) return
      this.#examples.length = block.examples
      this.#examples.push({ title: this.#titleOf(block.label), content: [chooser] })
    })
  }

  /** Many examples can stand under one heading. */
  #titleOf(label: string): string {
    if (this.#titled.label !== label) this.#titled = { label, title: titleOf(label) }
    return this.#titled.title
  }
}
