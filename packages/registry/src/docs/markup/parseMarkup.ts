/**
 * From a description, README or installation text, with the markup that publishers of packages use, to content that can
 * be stored and resolved (open points, section 7). Never fails: what it doesn't understand stays text, and what is
 * opened and not closed ends where its surroundings end. Unknown shortcodes are left out, what they bracket is kept.
 */
import { withoutFrontMatter } from "./frontMatter.ts"
import { type Markup, MarkupReader } from "./MarkupReader.ts"
import { lastName, type ShowReference } from "./references.ts"
import { scan } from "./scan.ts"
import { storable } from "../storable.ts"
import { type StoredContent } from "./StoredContent.ts"

const markup = /\{\{[%<]|<!--|<span\s|```|~~~/

/** With line ends of one kind. */
const cleaned = (text: string): string => storable(text).replaceAll(/\r\n?/g, "\n")

/** Without blank lines at either end. */
const withoutEdges = (content: StoredContent): StoredContent => {
  const edited = [...content]
  const [first] = edited
  if (typeof first === "string") {
    const start = first.search(/\S/)
    edited[0] = start === -1 ? "" : first.slice(first.lastIndexOf("\n", start) + 1)
  }
  const last = edited.at(-1)
  if (typeof last === "string") edited[edited.length - 1] = last.trimEnd()
  return edited.filter((node) => node !== "")
}

const read = (source: string, showReference: ShowReference): Markup => {
  if (!markup.test(source)) return { content: withoutEdges([source]), examples: [] }
  const { content, examples } = new MarkupReader(showReference).read(scan(source))
  return { content: withoutEdges(content), examples }
}

/** Reads a text of a package schema; `showReference` decides how references to other entities of it are shown. */
export const parseMarkup = (text: string, showReference: ShowReference = lastName): Markup =>
  read(cleaned(text), showReference)

/** Reads a README or installation text, which may begin with front matter. */
export const parseDocument = (text: string, showReference: ShowReference = lastName): StoredContent =>
  read(withoutFrontMatter(cleaned(text)), showReference).content
