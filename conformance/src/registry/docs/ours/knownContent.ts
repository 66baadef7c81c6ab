/** Our own documented package, read back: prose, names, types, examples as this project has decided them (open points, sections 3 and 7). */
import { rule, type Rule } from "../../../engine/Rule.ts"
import type { Trial } from "../../../engine/Trial.ts"
import { type Language, languages, systems } from "../../../table/docsTable.ts"
import { type Exchange, isRecord, objectOf } from "../../../wire/Exchange.ts"
import { type Entry, examples, knownOf, objectsIn, page, pagePath, partPath } from "../documented.ts"
import { allExamples, examplesOf } from "../exampleLists.ts"
import { codeMark } from "../fixture/documentedExamples.ts"
import type { DocumentedPackage } from "../fixture/documentedPackage.ts"
import { UNSHOWN } from "../fixture/documentedPackage.ts"
import { CONSTANT, FOREIGN, type KnownProperty, typeTokens } from "../fixture/documentedTypes.ts"
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

const textIn = (texts: unknown, language: string): unknown => (isRecord(texts) ? texts[language] : undefined)

/** Of one property of the resource that has all kinds. */
interface Shown {
  readonly key: string
  readonly known: KnownProperty
  readonly shown: Entry
  readonly answer: Exchange
}

const typedPage = async (
  trial: Trial
): Promise<{ readonly answer: Exchange; readonly known: DocumentedPackage; readonly name: string }> => {
  const at = await knownOf(trial)
  const answer = trial.status(await page(trial.admin, at, at.known.rich), [200], "The page can be read")
  return { answer, known: at.known, name: at.id.name }
}

const shownProperties = async (trial: Trial): Promise<ReadonlyArray<Shown>> => {
  const { answer, known } = await typedPage(trial)
  return (["inputs", "outputs"] as const).flatMap((side) =>
    Object.entries(known[side]).map(([key, property]) => {
      const shown = objectsIn(objectOf(answer)[side]).find(({ name }) => textIn(name, "typescript") === key)
      if (shown === undefined) throw trial.violated(`The ${side} have ${key}`, key, "no such property", answer)
      trial.met()
      return { key, known: property, shown, answer }
    })
  )
}

const same = (
  trial: Trial,
  what: string,
  got: unknown,
  expected: Readonly<Partial<Record<Language, string>>>,
  answer: Exchange
) => {
  for (const language of languages)
    if (expected[language] !== undefined)
      trial.same(textIn(got, language), expected[language], `${what} in ${language}`, answer)
}

const isFlagged = (trial: Trial, { answer, key, known, shown }: Shown) => {
  trial.same(shown["required"], known.isRequired === true, `${key} is required or not`, answer)
  trial.same(
    shown["replaceOnChanges"],
    known.replaces === true,
    `Changing ${key} replaces the resource or does not`,
    answer
  )
  trial.same(shown["deprecated"] === true, known.isDeprecated === true, `${key} is deprecated or not`, answer)
  const { typeRef } = shown
  const to = isRecord(typeRef) ? typeRef["typeToken"] : undefined
  if (known.leadsTo !== undefined || known.schema["$ref"] === undefined)
    trial.same(to, known.leadsTo, `${key} leads to its type`, answer)
}

const foreign = ({ answer, shown }: Shown, trial: Trial) => {
  const typeRef = isRecord(shown["typeRef"]) ? shown["typeRef"] : {}
  const [, version, token] = /\/v([^/]+)\/.*#\/types\/(.+)$/.exec(FOREIGN) ?? []
  trial.same(
    [typeRef["typeToken"], typeRef["version"]],
    [token, version],
    "Another package's type is named with its version",
    answer
  )
  if (!/^(?:platform|bridged|private)\/[^/]+\/random$/.test(String(typeRef["package"])))
    throw trial.violated("and with its package", "{source}/{publisher}/random", JSON.stringify(typeRef), answer)
}

/** Open points, section 7: names of types, functions and enum members. */
const otherNames = async (trial: Trial) => {
  const { answer, known, name } = await typedPage(trial)
  const title = { typescript: "Zebra", python: "Zebra", go: "Zebra", csharp: "Zebra", java: "Zebra", yaml: known.rich }
  same(trial, "The resource's name", objectOf(answer)["name"], title, answer)
  const action = `${name}:zeta:getZebra`
  const shown = await page(trial.admin, await knownOf(trial), action)
  const called = {
    typescript: "getZebra",
    python: "get_zebra",
    go: "GetZebra",
    csharp: "GetZebra",
    java: "getZebra",
    yaml: action
  }
  same(trial, "The function's name", objectOf(shown)["name"], called, shown)
  const mood = objectsIn(objectOf(answer)["supportingTypes"]).find(
    ({ typeToken }) => typeToken === typeTokens(name).mood
  )
  const wild = objectsIn(mood?.["values"]).find(({ value }) => value === "very-wild")
  const member = {
    typescript: "VeryWild",
    python: "VERY_WILD",
    go: "MoodVeryWild",
    csharp: "VeryWild",
    java: "VeryWild",
    yaml: `"very-wild"`,
    hcl: `"very-wild"`
  }
  same(trial, "The enum member's name", wild?.["name"], member, answer)
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
  rule("OUR-015", async (trial) => {
    for (const { answer, key, known, shown } of await shownProperties(trial))
      same(trial, `The name of ${key}`, shown["name"], known.names ?? {}, answer)
    await otherNames(trial)
  }),
  rule("OUR-016", async (trial) => {
    for (const one of await shownProperties(trial)) {
      same(trial, `The type of ${one.key}`, one.shown["type"], one.known.type ?? {}, one.answer)
      isFlagged(trial, one)
      if (one.known.schema["$ref"] === FOREIGN) foreign(one, trial)
      if (one.answer.text.includes(`"typescript":"${CONSTANT}"`))
        throw trial.violated("A constant is not listed", `no ${CONSTANT}`, CONSTANT, one.answer)
    }
  }),
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
