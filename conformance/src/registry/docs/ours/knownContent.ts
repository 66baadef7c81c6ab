/** Our own documented package, read back: prose, examples and addresses as this project has decided them (open points, sections 3 and 7). */
import { rule, type Rule } from "../../../engine/Rule.ts"
import type { Trial } from "../../../engine/Trial.ts"
import { type Language, languages, systems } from "../../../table/docsTable.ts"
import { objectOf } from "../../../wire/Exchange.ts"
import { examples, knownOf, page, pagePath, partPath } from "../documented.ts"
import { allExamples, examplesOf } from "../exampleLists.ts"
import { codeMark } from "../fixture/documentedExamples.ts"
import { UNSHOWN } from "../fixture/documentedPackage.ts"
import { aliases, runsOn, spokenIn } from "../fixture/markup.ts"
import { reading, type Reading } from "../readings.ts"

/** In JSON as well as in Markdown, these words are there, and those are not. */
const tells = async (
  trial: Trial,
  one: Reading,
  query: Readonly<Record<string, string>>,
  words: (text: string) => string | undefined
) => {
  for (const accept of ["application/json", "text/markdown"]) {
    const answer = trial.status(await reading(trial.admin, one, [accept], { query }), [200], `${one.name} can be read`)
    trial.met()
    const fault = words(answer.text)
    if (fault !== undefined)
      throw trial.violated(
        `${one.name} with ${JSON.stringify(query)} as ${accept}`,
        fault,
        answer.text.slice(0, 400),
        answer
      )
  }
}

const exactly = (text: string, wanted: string, all: ReadonlyArray<string>): string | undefined => {
  if (!text.includes(wanted)) return wanted
  const other = all.find((one) => one !== wanted && text.includes(one))
  return other === undefined ? undefined : `no ${other}`
}

const aliasTexts = [...new Set(Object.values(aliases))]

/** The options of a chooser that lacks some languages: those have one of its options all the same. */
const aliased = (text: string, language: Language): string | undefined => {
  const found = aliasTexts.filter((one) => text.includes(one))
  const wanted = aliases[language]
  if (wanted !== undefined) return exactly(text, wanted, aliasTexts)
  return found.length === 1 ? undefined : "one option of another language"
}

const readingsWithChoosers = async (trial: Trial): Promise<ReadonlyArray<Reading>> => {
  const { id, known } = await knownOf(trial)
  return [
    { name: "docs", path: pagePath(id, known.rich) },
    ...["installation", "readme"].map((name) => ({ name, path: partPath(id, name) }))
  ]
}

const chosen = async (trial: Trial) => {
  for (const one of await readingsWithChoosers(trial)) {
    for (const lang of languages) {
      trial.nextCase()
      await tells(trial, one, { lang }, (text) => exactly(text, spokenIn(lang), languages.map(spokenIn)))
      if (one.name !== "docs") await tells(trial, one, { lang }, (text) => aliased(text, lang))
    }
    for (const os of systems) {
      trial.nextCase()
      await tells(trial, one, { os }, (text) => exactly(text, runsOn(os), systems.map(runsOn)))
    }
    await tells(trial, one, {}, (text) =>
      text.includes(UNSHOWN) ? "no front matter and no comment for linters" : undefined
    )
    await tells(trial, one, {}, (text) => systems.map(runsOn).find((words) => !text.includes(words)))
  }
}

/** From every letter encoded to none but what a path can't have. */
const spellings = (token: string): ReadonlyArray<string> => [
  encodeURIComponent(token),
  token,
  token.replaceAll("/", "%2f"),
  Array.from(token)
    .map((letter) => `%${(letter.codePointAt(0) ?? 0).toString(16)}`)
    .join("")
]

export const knownContentRules: ReadonlyArray<Rule> = [
  rule("OUR-014", chosen),
  rule("OUR-017", async (trial) => {
    const { id, known } = await knownOf(trial)
    for (const { typeToken } of known.modules.flat())
      for (const spelling of spellings(typeToken)) {
        trial.nextCase()
        trial.met()
        const answer = await trial.admin.get(partPath(id, `docs/${spelling}`))
        trial.status(answer, [200], "A token is found however it is encoded")
        trial.same(objectOf(answer)["typeToken"], typeToken, "It is that token", answer)
      }
    trial.status(await page(trial.admin, { id, known }, known.hidden), [404], "Machinery of the provider has no page")
  }),
  rule("OUR-018", async (trial) => {
    const at = await knownOf(trial)
    const count = at.known.modules.flat().flatMap((member) => member.examples).length
    trial.same((await allExamples(trial)).length, count, "Just what stands as an example is one")
    for (const lang of languages) {
      trial.nextCase()
      for (const member of at.known.modules.flat().filter((one) => one.examples.length > 0)) {
        const answer = await examples(trial.admin, at, { lang, limit: 100, q: member.typeToken })
        trial.same(objectOf(answer)["language"], lang, "Examples name the language that was asked for", answer)
        trial.same(objectOf(answer)["navUrl"], partPath(at.id, "nav"), "and the navigation", answer)
        for (const [index, one] of examplesOf(answer).entries()) {
          trial.met()
          const known = member.examples[index]?.code ?? {}
          const possible = known[lang] === undefined ? Object.keys(known) : [lang]
          const marks = possible.map((language) => codeMark(languages.find((listed) => listed === language) ?? lang))
          if (!marks.some((mark) => String(one["code"]).includes(mark)))
            throw trial.violated(
              `${String(one["id"])} in ${lang}`,
              `code ${marks.join(" or ")}`,
              JSON.stringify(one["code"]),
              answer
            )
        }
      }
    }
  })
]
