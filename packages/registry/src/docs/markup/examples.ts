/** The examples of a resource or function, taken from its description (Spec A, Example). */
import { fallbackOrder, type Language } from "../../contract/Language.ts"
import { fencesIn } from "./fences.ts"
import { languageNamed } from "./languageNames.ts"
import { type ExampleBlock } from "./MarkupReader.ts"
import { namesOffered, resolvedText } from "./resolvedText.ts"
import { slugOf } from "./titles.ts"

/** An example as it is kept; its place among the others is its position. */
export interface StoredExample {
  /** At most 120 code points; empty when the example stands under no heading. */
  readonly title: string
  /** Unique among the examples of one type token, and the same for all languages. */
  readonly slug: string
  /** Source by language, in the order of the description; by fence tag where the code is in no language of ours. */
  readonly code: Readonly<Record<string, string>>
}

/** Sections whose code is no example, although it stands in choosers as well. */
const otherSections = new Set(["import"])

const joined = (codes: ReadonlyArray<string>): string => codes.map((code) => code.trimEnd()).join("\n\n")

/** Code in a language: what is tagged so, else all code for it. */
const codeIn = ({ content }: ExampleBlock, language: Language): string => {
  const fences = fencesIn(resolvedText(content, { language }))
  const own = fences.filter(({ tag }) => languageNamed(tag) === language)
  return joined((own.length > 0 ? own : fences).map(({ code }) => code))
}

const codeByLanguage = (block: ExampleBlock): Readonly<Record<string, string>> => {
  const languages = namesOffered(block.content, "language-chooser").flatMap((name) => languageNamed(name) ?? [])
  const entries = [...new Set(languages)]
    .map((language): [string, string] => [language, codeIn(block, language)])
    .filter(([, code]) => code !== "")
  if (entries.length > 0) return Object.fromEntries(entries)
  const fences = fencesIn(resolvedText(block.content, {})).filter(({ code }) => code.trim() !== "")
  return fences.length === 0 ? {} : { [fences[0]?.tag ?? ""]: joined(fences.map(({ code }) => code)) }
}

/** Gives each title its slug; a repeated one gets `-2`, `-3`, …, and none at all `example-` and its place. */
const slugger = () => {
  const taken = new Set<string>()
  const last = new Map<string, number>()
  return (title: string, position: number): string => {
    const base = slugOf(title) || `example-${position + 1}`
    let slug = base
    let count = last.get(base) ?? 1
    while (taken.has(slug)) slug = `${base}-${(count += 1)}`
    last.set(base, count)
    taken.add(slug)
    return slug
  }
}

/** The examples in the blocks of one description, in order; blocks without code are none. */
export const storedExamples = (blocks: ReadonlyArray<ExampleBlock>): ReadonlyArray<StoredExample> => {
  const slug = slugger()
  return blocks
    .filter(({ title }) => !otherSections.has(title.toLowerCase()))
    .map(({ title, ...block }) => ({ title, code: codeByLanguage({ title, ...block }) }))
    .filter(({ code }) => Object.keys(code).length > 0)
    .map(({ code, title }, position) => ({ title, slug: slug(title, position), code }))
}

/** The id of an example within its package version. */
export const exampleId = (typeToken: string, { slug }: StoredExample): string => `${typeToken}#${slug}`

/** The code for a reader of `language`, and the fence tag of the language that it is really in. */
export const exampleCode = (
  { code }: StoredExample,
  language: Language
): { readonly code: string; readonly tag: string } => {
  const tag = fallbackOrder(language).find((name) => code[name] !== undefined) ?? Object.keys(code)[0] ?? ""
  return { code: code[tag] ?? "", tag }
}
