/** Content nodes as one Markdown text: all that is left to choose stands one below the other, each under its name. */
import { type RegistryContentNode, type RegistryContentNodeOption } from "../../../contract/DocsContent.ts"
import { JoinedText } from "../JoinedText.ts"
import { wordsOfChoice } from "./names.ts"

const labelOf = ({ language, os }: RegistryContentNodeOption): string =>
  [language, os]
    .filter((name) => name !== undefined)
    .map(wordsOfChoice)
    .join(", ")

const labelled = (option: RegistryContentNodeOption): string => {
  const label = labelOf(option)
  return `${label === "" ? "" : `**${label}**\n\n`}${option.content.trim()}`
}

/** Choices inside a sentence stay inside it. */
const chooserMarkdown = (options: ReadonlyArray<RegistryContentNodeOption>): string =>
  options.some(({ content }) => content.includes("\n"))
    ? `\n\n${options.map(labelled).join("\n\n")}\n\n`
    : options
        .map((option) => {
          const label = labelOf(option)
          return label === "" ? option.content : `${option.content.trim()} (${label})`
        })
        .join(", ")

/** The nodes as one text. A kind that nobody knows is shown by its `markdown` (Spec A, Content node). */
export const contentMarkdown = (content: ReadonlyArray<RegistryContentNode>): string => {
  const text = new JoinedText()
  for (const { kind, markdown, options } of content) {
    text.add(kind === "text" || options === undefined ? markdown : chooserMarkdown(options))
  }
  return text.take().trim()
}
