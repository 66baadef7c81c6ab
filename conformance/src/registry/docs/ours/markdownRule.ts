/** What stands in the Markdown of each answer: the same as in its JSON, for people (open points, section 1). */
import { rule, type Rule } from "../../../engine/Rule.ts"
import type { Trial } from "../../../engine/Trial.ts"
import { languages } from "../../../table/docsTable.ts"
import { type Exchange, isRecord, objectOf } from "../../../wire/Exchange.ts"
import { textOf } from "../contentNodes.ts"
import { itemsOf, knownOf, modulesOf, objectsIn, pagePath, partPath } from "../documented.ts"
import { examplesOf } from "../exampleLists.ts"
import { propertiesOf } from "../pageContentRules.ts"
import { reading, type Reading } from "../readings.ts"

type Words = (json: Exchange, lang: string) => ReadonlyArray<string>

const textsIn = (texts: unknown, lang: string): string => (isRecord(texts) ? String(texts[lang]) : "")

/** Without the marks that Markdown needs where JSON has none. */
const bare = (text: string): string =>
  text
    .replaceAll(
      /\\(?=[!-/:-@[-`{-~])|&(?:lt|gt|amp);/g,
      (mark) => ({ "&lt;": "<", "&gt;": ">", "&amp;": "&" })[mark] ?? ""
    )
    .replaceAll(/\s+/g, " ")

const lines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const pageWords: Words = (json, lang) => [
  ...lines(textOf(objectOf(json)["description"])),
  ...propertiesOf(json).flatMap(({ name, type }) => [textsIn(name, lang), textsIn(type, lang)]),
  ...objectsIn(objectOf(json)["supportingTypes"]).map(({ name }) => textsIn(name, lang))
]

const exampleWords: Words = (json) =>
  examplesOf(json).flatMap(({ code, title }) => [String(title), ...lines(String(code))])

const navigationWords: Words = (json) => modulesOf(json).flatMap((module) => itemsOf(module).map(({ name }) => name))

const proseWords: Words = (json) => lines(textOf(objectOf(json)["content"]))

const parts = async (
  trial: Trial
): Promise<ReadonlyArray<Reading & { readonly words: Words; readonly query?: Readonly<Record<string, string>> }>> => {
  const { id, known } = await knownOf(trial)
  return [
    { name: "docs", path: pagePath(id, known.rich), words: pageWords },
    { name: "examples", path: partPath(id, "examples"), words: exampleWords, query: { limit: "100" } },
    { name: "nav", path: partPath(id, "nav"), words: navigationWords, query: { depth: "full" } },
    { name: "installation", path: partPath(id, "installation"), words: proseWords },
    { name: "readme", path: partPath(id, "readme"), words: proseWords }
  ]
}

export const markdownRule: Rule = rule("OUR-019", async (trial) => {
  for (const { words, ...one } of await parts(trial))
    for (const lang of languages) {
      trial.nextCase()
      const read = async (accept: string) =>
        trial.status(
          await reading(trial.admin, one, [accept], { query: { ...one.query, lang } }),
          [200],
          `${one.name} can be read`
        )
      const json = await read("application/json")
      const markdown = await read("text/markdown")
      trial.met()
      const text = bare(markdown.text)
      const absent = words(json, lang).find((word) => !text.includes(bare(word)))
      if (absent !== undefined)
        throw trial.violated(
          `The Markdown of ${one.name} says in ${lang} what its JSON says`,
          absent,
          markdown.text.slice(0, 400),
          markdown
        )
      if (!markdown.text.startsWith("#"))
        throw trial.violated(
          `The Markdown of ${one.name} begins with a title`,
          "# …",
          markdown.text.slice(0, 80),
          markdown
        )
    }
})
