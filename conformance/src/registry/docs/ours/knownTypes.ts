/** The types, flags and descriptions of what is documented (open points, sections 3 and 7). */
import { rule, type Rule } from "../../../engine/Rule.ts"
import type { Trial } from "../../../engine/Trial.ts"
import { languages } from "../../../table/docsTable.ts"
import { isRecord } from "../../../wire/Exchange.ts"
import { type Entry, objectsIn } from "../documented.ts"
import { CONSTANT, FOREIGN, typeTokens } from "../fixture/documentedTypes.ts"
import { same, type Shown, shownProperties, supporting, textIn, typedPage } from "./knownPage.ts"

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

/** The description says at least what the schema says, in every language. */
const isDescribed = (trial: Trial, { answer, key, known, shown }: Shown) => {
  const said = String(known.schema["description"])
  for (const language of languages) {
    const text = textIn(shown["description"], language)
    if (!String(text).includes(said))
      throw trial.violated(`The description of ${key} in ${language}`, said, JSON.stringify(text) ?? "nothing", answer)
  }
}

/** A text of the schema, which has no chooser, is the same in every language. */
const everywhere = (text: unknown) => Object.fromEntries(languages.map((language) => [language, String(text)]))

const refersTo = ({ typeRef }: Entry): unknown => (isRecord(typeRef) ? typeRef["typeToken"] : undefined)

/** The types that the page explains: a cycle of two objects, and an enumeration in its order. */
const explained = async (trial: Trial) => {
  const { answer, name } = await typedPage(trial)
  const { home, mood, owner, size } = typeTokens(name)
  const membersOf = (token: string) =>
    objectsIn(supporting(answer, token)?.["properties"])
      .map((one) => [String(textIn(one["name"], "typescript")), one["required"], refersTo(one)])
      .toSorted(([left], [right]) => String(left).localeCompare(String(right)))
  trial.same(
    membersOf(home),
    [
      ["owner", false, owner],
      ["street", true, undefined]
    ],
    "An object has its properties",
    answer
  )
  trial.same(membersOf(owner), [["homes", false, home]], "A cycle leads back", answer)
  const valuesOf = (token: string) => objectsIn(supporting(answer, token)?.["values"])
  const values = valuesOf(mood)
  for (const [token, expected] of [
    [mood, ["calm", "very-wild"]],
    [size, ["1", "2"]]
  ] as const)
    trial.same(
      valuesOf(token).map(({ value }) => value),
      expected,
      "An enumeration has its values in their order, as texts",
      answer
    )
  same(trial, "The description of a value", values[0]?.["description"], everywhere("At rest."), answer)
  const street = objectsIn(supporting(answer, home)?.["properties"]).find(
    ({ name: names }) => textIn(names, "go") === "Street"
  )
  same(trial, "The type of street", street?.["type"], { typescript: "string", python: "str", java: "String" }, answer)
  same(trial, "The description of street", street?.["description"], everywhere("A street."), answer)
}

export const knownTypesRule: Rule = rule("OUR-016", async (trial) => {
  for (const one of await shownProperties(trial)) {
    same(trial, `The type of ${one.key}`, one.shown["type"], one.known.type ?? {}, one.answer)
    isDescribed(trial, one)
    isFlagged(trial, one)
    if (one.known.schema["$ref"] === FOREIGN) foreign(one, trial)
    if (one.answer.text.includes(`"typescript":"${CONSTANT}"`))
      throw trial.violated("A constant is not listed", `no ${CONSTANT}`, CONSTANT, one.answer)
  }
  await explained(trial)
})
