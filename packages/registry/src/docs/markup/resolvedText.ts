/** Stored content as one text, for a reader who has chosen everything. */
import { fallbackOrder, type Language, languages, OperatingSystem } from "../../contract/Language.ts"
import { JoinedText } from "./JoinedText.ts"
import { type Chooser, type ChooserKind, type StoredContent, type StoredOption, type Wording } from "./StoredContent.ts"

/** What a reader has chosen. */
export interface Selection {
  readonly language?: Language | undefined
  readonly os?: OperatingSystem | undefined
}

/** The names that choosers of each kind are to be resolved by, best first. */
export type Wanted = Readonly<Record<ChooserKind, ReadonlyArray<string> | undefined>>

/** Every operating system, in the order in which they stand in for each other. */
export const systems: ReadonlyArray<OperatingSystem> = OperatingSystem.literals

/** What a selection asks for. A language has a fallback: an option in another one is better than none. */
export const wantedBy = ({ language, os }: Selection): Wanted => ({
  "language-chooser": language && fallbackOrder(language),
  "os-chooser": os && [os, ...systems]
})

/** The options for the first wanted name that any option has; else those for the chooser's first name, or without any. */
export const chosenOptions = ({ options }: Chooser, wanted: ReadonlyArray<string>): ReadonlyArray<StoredOption> => {
  const offered = new Set(options.flatMap(({ names }) => names))
  const name = wanted.find((name) => offered.has(name)) ?? options[0]?.names[0]
  return options.filter(({ names }) => (name === undefined ? names.length === 0 : names.includes(name)))
}

/** The words for a name, which may be any text that a chooser offers. */
const wordsFor = ({ otherwise, words }: Wording, name = ""): string =>
  (Object.hasOwn(words, name) ? words[name] : undefined) ?? otherwise

/** Adds content to a text. A choice that nothing is wanted for falls on the first option there is. */
export const addContent = (text: JoinedText, content: StoredContent, wanted: Wanted): void => {
  for (const node of content) {
    if (typeof node === "string") text.add(node)
    else if (node.kind === "wording") text.add(wordsFor(node, wanted["language-chooser"]?.[0]))
    else for (const option of chosenOptions(node, wanted[node.kind] ?? [])) addContent(text, option.content, wanted)
  }
}

/** Content as one text. */
export const textFor = (content: StoredContent, wanted: Wanted): string => {
  const text = new JoinedText()
  addContent(text, content, wanted)
  return text.take()
}

/** All content as one text; where nothing is selected, by the order in which names stand in for each other. */
export const resolvedText = (content: StoredContent, selection: Selection): string => {
  const wanted = wantedBy(selection)
  return textFor(content, {
    "language-chooser": wanted["language-chooser"] ?? languages,
    "os-chooser": wanted["os-chooser"] ?? systems
  })
}

/** Every name that choosers of a kind offer anywhere in the content, in order. */
export const namesOffered = (content: StoredContent, kind: ChooserKind): ReadonlyArray<string> => {
  const names = new Set<string>()
  const visit = (content: StoredContent): void => {
    for (const node of content) {
      if (typeof node === "string" || node.kind === "wording") continue
      for (const option of node.options) {
        if (node.kind === kind) for (const name of option.names) names.add(name)
        visit(option.content)
      }
    }
  }
  visit(content)
  return [...names]
}
