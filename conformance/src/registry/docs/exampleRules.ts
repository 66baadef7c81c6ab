/** What an example is: its id, title and kind (Spec A, Example). */
import { rule, type Rule } from "../../engine/Rule.ts"
import type { Trial } from "../../engine/Trial.ts"
import { languages } from "../../table/docsTable.ts"
import { documented, type Entry, examples } from "./documented.ts"
import { allExamples, examplesByToken, examplesOf } from "./exampleLists.ts"
import { LONGEST_TITLE } from "./fixture/documentedExamples.ts"

/** The longest title is cut somewhere, and nobody says whether its slug is cut too. */
const mayBeCut = (title: string) => Array.from(title).length >= LONGEST_TITLE

/** Words that every way of writing kebab case takes apart alike: `Create a pet`, not `createPet 2nd`. */
const isOfWords = (title: string) => /^(?:[A-Z]?[a-z]+|\d+)(?: (?:[A-Z]?[a-z]+|\d+))*$/.test(title)

const kebab = (title: string) => title.toLowerCase().replaceAll(" ", "-")

const slugOf = ({ id }: Entry) => String(id).slice(String(id).indexOf("#") + 1)

/** What the rule does not speak of. */
const SKIP = Symbol("skip")

const eachExample = (judge: (one: Entry) => typeof SKIP | string | undefined) => async (trial: Trial) => {
  for (const one of await allExamples(trial)) {
    const fault = judge(one)
    if (fault === SKIP) continue
    trial.met()
    if (fault !== undefined)
      throw trial.violated("Every example keeps the rule", fault, JSON.stringify(one).slice(0, 300))
  }
}

/** The slugs of equal titles of words under one type token, in their order. */
const repeated = async (
  trial: Trial
): Promise<ReadonlyArray<{ readonly title: string; readonly slugs: ReadonlyArray<string> }>> =>
  [...(await examplesByToken(trial)).values()].flatMap((ofToken) =>
    [
      ...Map.groupBy(
        ofToken.filter(({ title }) => isOfWords(String(title))),
        ({ title }) => String(title)
      )
    ]
      .filter(([, equal]) => equal.length > 1)
      .map(([title, equal]) => ({ title, slugs: equal.map(slugOf) }))
  )

export const exampleRules: ReadonlyArray<Rule> = [
  rule(
    "REG-101",
    eachExample(({ id }) => (/^[^#\s]+#[^#\s]+$/.test(String(id)) ? undefined : "an id <type_token>#<slug>"))
  ),
  rule(
    "REG-102",
    eachExample((one) => {
      const title = String(one["title"])
      if (title === "" || mayBeCut(title)) return SKIP
      const slug = slugOf(one)
      if (/[\sA-Z]/.test(slug)) return "a slug in kebab case"
      if (!isOfWords(title)) return SKIP
      return new RegExp(`^${kebab(title)}(?:-[1-9]\\d*)?$`).test(slug) ? undefined : `the slug ${kebab(title)}`
    })
  ),
  rule(
    "REG-103",
    eachExample((one) => {
      if (one["title"] !== "") return SKIP
      return slugOf(one).startsWith("example-") ? undefined : "a slug that begins with example-"
    })
  ),
  rule("REG-104", async (trial) => {
    for (const { slugs, title } of await repeated(trial)) {
      trial.met()
      const expected = slugs.map((_, index) => (index === 0 ? kebab(title) : `${kebab(title)}-${index + 1}`))
      trial.same(slugs, expected, `Equal titles ${JSON.stringify(title)} are numbered from the second on`)
    }
  }),
  rule("REG-105", async (trial) => {
    const ids = (await allExamples(trial)).map(({ id }) => String(id))
    trial.met()
    const twice = ids.find((id, index) => ids.indexOf(id) !== index)
    if (twice !== undefined) throw trial.violated("No two examples have one id", "each id once", `${twice} twice`)
  }),
  rule("REG-106", async (trial) => {
    const at = await documented(trial)
    const idsWith = async (query: Readonly<Record<string, number | string>>) =>
      examplesOf(trial.status(await examples(trial.admin, at, query), [200], "Examples can be read")).map(
        ({ id }) => id
      )
    const first = await idsWith({ limit: 100 })
    trial.met()
    for (const lang of languages) {
      trial.nextCase()
      trial.same(await idsWith({ limit: 100, lang }), first, `The ids are the same in ${lang}`, trial.exchanges.at(-1))
    }
    trial.same(
      await idsWith({ limit: 7 }),
      first.slice(0, 7),
      "The ids don't depend on the limit",
      trial.exchanges.at(-1)
    )
    for (const token of (await examplesByToken(trial)).keys()) {
      const found = await idsWith({ limit: 100, q: token.toUpperCase() })
      const known = first.filter((id) => String(id).startsWith(`${token}#`))
      trial.same(
        known.filter((id) => !found.includes(id)),
        [],
        "The ids don't depend on the search",
        trial.exchanges.at(-1)
      )
    }
  }),
  rule(
    "REG-107",
    eachExample(({ id, typeToken }) =>
      String(id).startsWith(`${String(typeToken)}#`) ? undefined : "an id that begins with the type token"
    )
  ),
  rule("REG-108", async (trial) => {
    const at = await documented(trial)
    for (const one of await allExamples(trial)) {
      const length = typeof one["title"] === "string" ? Array.from(one["title"]).length : Infinity
      if (length > LONGEST_TITLE)
        throw trial.violated(
          "A title is a text of at most 120 characters",
          "a text, empty where there is none",
          JSON.stringify(one["title"]) ?? "nothing"
        )
      if (length >= LONGEST_TITLE - 1) trial.met()
    }
    if (at.known !== undefined && trial.isOurs) await areCut(trial)
  }),
  rule(
    "REG-109",
    eachExample(({ kind }) => (kind === "resource" || kind === "function" ? undefined : "kind resource or function"))
  )
]

/** Of our own package the headings are known. */
const areCut = async (trial: Trial) => {
  const { known } = await documented(trial)
  for (const { examples: headed, typeToken } of known?.modules.flat() ?? []) {
    const seen = (await examplesByToken(trial)).get(typeToken) ?? []
    trial.same(
      seen.map(({ title }) => title),
      headed.map(({ title }) => Array.from(title).slice(0, LONGEST_TITLE).join("")),
      "A title is its heading, cut at 120 characters"
    )
  }
}
