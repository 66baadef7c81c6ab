/** The names that each language gives to what is documented (open points, section 7). */
import { rule, type Rule } from "../../../engine/Rule.ts"
import type { Trial } from "../../../engine/Trial.ts"
import { languages } from "../../../table/docsTable.ts"
import { objectOf } from "../../../wire/Exchange.ts"
import { allItems, itemsOf, knownOf, modulesOf, nav, objectsIn, page } from "../documented.ts"
import { typeTokens } from "../fixture/documentedTypes.ts"
import { propertiesOf } from "../pageContentRules.ts"
import { same, shownProperties, supporting, textIn, typedPage } from "./knownPage.ts"

const capitalized = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const snake = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What a plain name in camel case is called, without acronyms and without a name of its own in C#. */
const namesOf = (key: string) => ({
  typescript: key,
  python: snake(key),
  go: capitalized(key),
  csharp: capitalized(key),
  java: key,
  yaml: key,
  hcl: snake(key)
})

/** Every property of every page whose name is plain, those of supporting types too. */
const plainNames = async (trial: Trial) => {
  const at = await knownOf(trial)
  for (const { typeToken } of await allItems(trial, at)) {
    const answer = trial.status(await page(trial.admin, at, typeToken), [200], "The page can be read")
    for (const { name } of propertiesOf(answer)) {
      const key = String(textIn(name, "typescript"))
      if (/^[a-z]+(?:[A-Z][a-z]+)*$/.test(key) && key !== "renamed")
        same(trial, `The name of ${key}`, name, namesOf(key), answer)
    }
  }
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
  for (const [key, token] of Object.entries(typeTokens(name))) {
    const type = capitalized(key)
    const said = { typescript: type, python: type, go: type, csharp: type, java: type, yaml: token }
    same(trial, "The supporting type's name", supporting(answer, token)?.["name"], said, answer)
  }
  const mood = supporting(answer, typeTokens(name).mood)
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

/** The navigation calls everything as the asked language does. */
const navigationNames = async (trial: Trial) => {
  const at = await knownOf(trial)
  for (const lang of languages) {
    trial.nextCase()
    const answer = trial.status(
      await nav(trial.admin, at, { depth: "full", lang }),
      [200],
      "The navigation can be read"
    )
    for (const item of modulesOf(answer).flatMap(itemsOf)) {
      const shown = await page(trial.admin, at, item.typeToken, { lang })
      trial.same(item.name, textIn(objectOf(shown)["name"], lang), `${item.typeToken} has one name in ${lang}`, answer)
    }
  }
}

export const knownNamesRule: Rule = rule("OUR-015", async (trial) => {
  for (const { answer, key, known, shown } of await shownProperties(trial))
    same(trial, `The name of ${key}`, shown["name"], known.names ?? {}, answer)
  await otherNames(trial)
  await plainNames(trial)
  await navigationNames(trial)
})
