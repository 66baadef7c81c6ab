/** Turns neighbouring options into choosers. Knows no marker: options come from whatever brackets them. */
import { fencesIn } from "./fences.ts"
import { languageNamed, osNamed } from "./languageNames.ts"
import {
  type Chooser,
  type ChooserKind,
  type StoredContent,
  type StoredNode,
  type StoredOption
} from "./StoredContent.ts"

/** An option that has not found its chooser yet. */
export interface LooseOption extends StoredOption {
  readonly kind: "option"
  readonly by: ChooserKind
}

/** What stands between two brackets, in order. */
export type Part<Option extends LooseOption> = StoredNode | Option

/** Longer content is no placeholder. */
const MAX_PLACEHOLDER = 200

/** Also as a comment of the language that is missing. */
const placeholder = /^(?:#|\/\/|\/\*|--)?\s*(?:example )?coming soon\W*$/i

const textOf = (content: StoredContent): string | undefined => {
  let text = ""
  for (const node of content) {
    if (typeof node === "string") text += node
    else if (node.kind === "wording") text += node.otherwise
    else return undefined
  }
  return text
}

/** Whether an option stands for "there is none": nothing at all, or "Example coming soon!", also inside a code block. */
const isMissing = ({ content }: StoredOption): boolean => {
  const text = textOf(content)
  if (text === undefined || text.length > MAX_PLACEHOLDER) return false
  const [fence] = fencesIn(text)
  const words = (fence !== undefined && fence.markdown.trim() === text.trim() ? fence.code : text).trim()
  return words === "" || placeholder.test(words)
}

/**
 * An alias gives way to an option that has the name itself: beside `typescript`, `javascript` stays what it is, so that
 * a reader of TypeScript doesn't get both.
 */
const withNames = (options: ReadonlyArray<LooseOption>, apart: boolean): ReadonlyArray<StoredOption> => {
  const named = options[0]?.by === "os-chooser" ? osNamed : languageNamed
  const exact = new Set(options.flatMap(({ names }) => names.filter((name) => named(name) === name)))
  return options.map(({ content, names }) => {
    const own = names.map((alias) => {
      const name = named(alias) ?? alias
      return name !== alias && exact.has(name) && !names.includes(name) ? alias : name
    })
    return { names: [...new Set(own)], content: parted(content, apart) }
  })
}

/**
 * Content that ends with a line, or stands on lines of its own (`apart`), ends with a blank one, so that options can be
 * read one after the other.
 */
const parted = (content: StoredContent, apart: boolean): StoredContent => {
  const last = content.at(-1)
  const text = typeof last === "string" ? last : ""
  if (text.endsWith("\n\n") || !(apart || text.endsWith("\n"))) return content
  return [...(text === "" ? content : content.slice(0, -1)), text.endsWith("\n") ? `${text}\n` : `${text}\n\n`]
}

const chooserOf = (run: ReadonlyArray<LooseOption>, apart: boolean): Chooser | undefined => {
  const present = run.filter((option) => !isMissing(option))
  const shown = present.length > 0 ? present : run.filter(({ content }) => textOf(content)?.trim() !== "")
  const options = withNames(shown, apart)
  const kind = run[0]?.by
  return kind === undefined || options.length === 0 ? undefined : { kind, options }
}

/** Adds a node to content, text to text. */
export const append = <Node>(content: Array<Node | string>, node: Node | string): void => {
  const last = content.length - 1
  const before = content[last]
  if (typeof node === "string" && typeof before === "string") content[last] = before + node
  else if (node !== "") content.push(node)
}

/**
 * The parts as content. Options of one kind with nothing but blanks between them are one chooser; `made` hears of each
 * chooser and its first option.
 */
export const gatherChoosers = <Option extends LooseOption>(
  parts: ReadonlyArray<Part<Option>>,
  made: (chooser: Chooser, first: Option) => void
): Array<StoredNode> => {
  const content: Array<StoredNode> = []
  let run: Array<Option> = []
  let gap = ""
  let lines = false
  const endRun = () => {
    const [first] = run
    const before = content.at(-1) ?? "\n"
    const chooser = chooserOf(run, lines && typeof before === "string" && before.endsWith("\n"))
    if (chooser !== undefined) content.push(chooser)
    if (chooser !== undefined && first !== undefined) made(chooser, first)
    append(content, gap)
    run = []
    gap = ""
    lines = false
  }
  for (const part of parts) {
    if (typeof part === "object" && part.kind === "option") {
      if (run[0]?.by !== part.by) endRun()
      run.push(part)
      lines ||= gap.includes("\n")
      gap = ""
    } else if (typeof part === "string" && run.length > 0 && part.trim() === "") gap += part
    else {
      endRun()
      append(content, part)
    }
  }
  endRun()
  return content
}
