/**
 * Stored content as answers carry it: what a reader has chosen is text, what is left to choose are choosers (Spec A,
 * Content node). Knows no markup.
 */
import { type RegistryContentNode, type RegistryContentNodeOption } from "../../contract/DocsContent.ts"
import { languages } from "../../contract/Language.ts"
import { JoinedText } from "./JoinedText.ts"
import {
  addContent,
  chosenOptions,
  namesOffered,
  type Selection,
  systems,
  textFor,
  type Wanted,
  wantedBy
} from "./resolvedText.ts"
import { type Chooser, type ChooserKind, type StoredContent } from "./StoredContent.ts"

const kinds: Readonly<
  Record<ChooserKind, { readonly known: ReadonlyArray<string>; readonly field: "language" | "os" }>
> = {
  "language-chooser": { known: languages, field: "language" },
  "os-chooser": { known: systems, field: "os" }
}

const other = (kind: ChooserKind): ChooserKind => (kind === "os-chooser" ? "language-chooser" : "os-chooser")

/** The names that a reader can choose by, else the first one: this bounds how often a content is repeated. */
const choices = (names: ReadonlyArray<string>, kind: ChooserKind): ReadonlyArray<string | undefined> => {
  const known = names.filter((name) => kinds[kind].known.includes(name))
  return known.length > 0 ? known : [names[0]]
}

const wantedFor = (name: string | undefined, kind: ChooserKind): ReadonlyArray<string> | undefined =>
  name === undefined ? undefined : [name, ...kinds[kind].known]

/**
 * The options of a chooser that is kept. On the wire an option is a text, so an inner choice that is open as well makes
 * an option of each pair.
 */
const keptOptions = ({ kind, options }: Chooser, wanted: Wanted): ReadonlyArray<RegistryContentNodeOption> => {
  const inner = other(kind)
  return options.flatMap(({ content, names }) => {
    const open = wanted[inner] === undefined ? namesOffered(content, inner) : []
    return choices(names, kind).flatMap((name) =>
      choices(open, inner).map((innerName) => ({
        content: textFor(content, {
          ...wanted,
          [kind]: wantedFor(name, kind),
          [inner]: wanted[inner] ?? wantedFor(innerName, inner)
        }),
        ...(name !== undefined && { [kinds[kind].field]: name }),
        ...(innerName !== undefined && { [kinds[inner].field]: innerName })
      }))
    )
  })
}

const isNothing = (text: string): boolean => text === "" || (text.includes("\n") && text.trim() === "")

/**
 * The content for a reader: choosers are resolved by what the selection names, with another language or system where
 * there is nothing for the chosen one, and kept by what it does not. Blank lines between choosers are left out.
 */
export const resolve = (content: StoredContent, selection: Selection = {}): ReadonlyArray<RegistryContentNode> => {
  const wanted = wantedBy(selection)
  const nodes: Array<RegistryContentNode> = []
  const text = new JoinedText()
  const endText = () => {
    const markdown = text.take()
    if (!isNothing(markdown)) nodes.push({ kind: "text", markdown })
  }
  const visit = (content: StoredContent): void => {
    for (const node of content) {
      if (typeof node === "string" || node.kind === "wording") {
        addContent(text, [node], wanted)
        continue
      }
      const names = wanted[node.kind]
      if (names !== undefined) {
        for (const option of chosenOptions(node, names)) visit(option.content)
        continue
      }
      endText()
      const options = keptOptions(node, wanted)
      nodes.push({ kind: node.kind, markdown: options.map(({ content }) => content).join(""), options })
    }
  }
  visit(content)
  const rest = text.take().trimEnd()
  return rest === "" ? nodes : [...nodes, { kind: "text", markdown: rest }]
}

/** About what a wording or an option takes beside its texts: many short ones are as much to read as a long text. */
const NODE_SIZE = 40

const lengthOf = (texts: ReadonlyArray<string>): number => texts.reduce((sum, { length }) => sum + length, NODE_SIZE)

/** Characters of all text, each once, with the words of all languages. */
const ownSize = (content: StoredContent): number => {
  let size = 0
  for (const node of content) {
    if (typeof node === "string") size += node.length
    else if (node.kind === "wording") size += lengthOf([node.otherwise, ...Object.values(node.words)])
    else for (const { content, names } of node.options) size += lengthOf(names) + ownSize(content)
  }
  return size
}

/**
 * At most how many characters an answer has in which nothing was chosen: there an option is written out for each pair
 * with an inner choice, and all options once more as the Markdown of their chooser. About as much at most is kept and read, which holds
 * everything once.
 */
export const keptSize = (content: StoredContent): number => {
  let size = 0
  for (const node of content) {
    if (typeof node === "string" || node.kind === "wording") {
      size += ownSize([node])
      continue
    }
    const inner = other(node.kind)
    for (const { content, names } of node.options) {
      const copies = choices(names, node.kind).length * choices(namesOffered(content, inner), inner).length
      size += lengthOf(names) + 2 * copies * ownSize(content)
    }
  }
  return size
}
