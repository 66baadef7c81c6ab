/** What stands on a page: prose, properties, supporting types (Spec A, Package docs response). */
import { rule, type Rule } from "../../engine/Rule.ts"
import type { Trial } from "../../engine/Trial.ts"
import { languages, systems } from "../../table/docsTable.ts"
import { docsProperty, supportingType } from "../../table/docsTable.ts"
import { judgeValue } from "../../table/judgeBody.ts"
import type { RecordShape } from "../../table/Shape.ts"
import { type Exchange, isRecord, objectOf } from "../../wire/Exchange.ts"
import { nodesOf } from "./contentNodes.ts"
import { allItems, type Documented, documented, type Entry, objectsIn, page } from "./documented.ts"

type Query = Readonly<Record<string, string>>

/** Every page with each of these queries. */
const eachPage =
  (queries: ReadonlyArray<Query>, body: (trial: Trial, answer: Exchange, at: Documented) => Promise<void> | void) =>
  async (trial: Trial) => {
    const at = await documented(trial)
    for (const { typeToken } of await allItems(trial, at))
      for (const query of queries) {
        trial.nextCase()
        await body(
          trial,
          trial.status(await page(trial.admin, at, typeToken, query), [200], "The page can be read"),
          at
        )
      }
  }

const inLanguages: ReadonlyArray<Query> = languages.map((lang) => ({ lang }))

const onSystems: ReadonlyArray<Query> = systems.flatMap((os) => [{ os }, { os, lang: "python" }])

const withoutChooser = (kind: string) => (trial: Trial, answer: Exchange) => {
  for (const node of nodesOf(objectOf(answer)["description"])) {
    trial.met()
    if (node["kind"] === kind)
      throw trial.violated(
        "What was asked for is chosen already",
        `no ${kind}`,
        JSON.stringify(node).slice(0, 300),
        answer
      )
  }
}

/** The properties of a page and of the types that it explains. */
export const propertiesOf = (answer: Exchange): ReadonlyArray<Entry> => {
  const { inputs, outputs, supportingTypes } = objectOf(answer)
  return [inputs, outputs, ...objectsIn(supportingTypes).map(({ properties }) => properties)].flatMap(objectsIn)
}

const fits = (trial: Trial, shape: RecordShape, value: unknown, answer: Exchange) => {
  const deviation = judgeValue(shape, value).find(({ kind }) => kind !== "unknown")
  if (deviation !== undefined)
    throw trial.violated(`${shape.name}.${deviation.path}`, deviation.expected, deviation.got, answer)
}

const hasTexts = (trial: Trial, property: Entry, field: "name" | "type", answer: Exchange) => {
  const value = property[field]
  const texts = isRecord(value) ? Object.entries(value) : []
  if (texts.length === 0 || texts.some(([, text]) => text === ""))
    throw trial.violated(
      `A property has its ${field} in a language`,
      "texts by language",
      JSON.stringify(value),
      answer
    )
  const unlisted = texts.map(([language]) => language).find((one) => !languages.some((known) => known === one))
  if (unlisted !== undefined)
    throw trial.violated(`The ${field} is keyed by language`, languages.join(", "), unlisted, answer)
}

const judgeProperties = (trial: Trial, answer: Exchange) => {
  const { inputs, outputs } = objectOf(answer)
  for (const list of [inputs, outputs])
    if (list !== undefined && !Array.isArray(list))
      throw trial.violated("Inputs and outputs are lists", "an array", JSON.stringify(list).slice(0, 80), answer)
  for (const property of propertiesOf(answer)) {
    trial.met()
    fits(trial, docsProperty, property, answer)
    for (const field of ["name", "type"] as const) hasTexts(trial, property, field, answer)
  }
}

const judgeTypes = (trial: Trial, answer: Exchange) => {
  for (const type of objectsIn(objectOf(answer)["supportingTypes"])) {
    trial.met()
    fits(trial, supportingType, type, answer)
    const wanted = type["kind"] === "enum" ? "values" : "properties"
    if (!Array.isArray(type[wanted]))
      throw trial.violated(
        `A supporting type of kind ${String(type["kind"])} has ${wanted}`,
        wanted,
        Object.keys(type).join(", "),
        answer
      )
  }
}

/** Every reference within the package leads to a type beside it or to a page. */
const judgeReferences = async (trial: Trial, answer: Exchange, at: Documented) => {
  const explained = new Set(objectsIn(objectOf(answer)["supportingTypes"]).map(({ typeToken }) => typeToken))
  for (const { typeRef } of propertiesOf(answer)) {
    if (!isRecord(typeRef)) continue
    trial.met()
    if (explained.has(typeRef["typeToken"]) || typeof typeRef["package"] === "string") continue
    trial.status(
      await page(trial.admin, at, String(typeRef["typeToken"])),
      [200],
      "A reference leads to a supporting type or to a page"
    )
  }
}

export const pageContentRules: ReadonlyArray<Rule> = [
  rule("REG-080", eachPage(inLanguages, withoutChooser("language-chooser"))),
  rule("REG-081", eachPage(onSystems, withoutChooser("os-chooser"))),
  rule("REG-082", eachPage([{}], judgeProperties)),
  rule("REG-083", eachPage([{}], judgeTypes)),
  rule("REG-084", eachPage([{}], judgeReferences))
]
