/** The page of the resource of our own package that has properties of every kind. Knows no rule. */
import type { Trial } from "../../../engine/Trial.ts"
import { type Language, languages } from "../../../table/docsTable.ts"
import { type Exchange, isRecord, objectOf } from "../../../wire/Exchange.ts"
import { type Entry, knownOf, objectsIn, page } from "../documented.ts"
import type { DocumentedPackage } from "../fixture/documentedPackage.ts"
import type { KnownProperty } from "../fixture/documentedTypes.ts"

/** A text in one language. */
export const textIn = (texts: unknown, language: string): unknown => (isRecord(texts) ? texts[language] : undefined)

/** Of one property of the resource that has all kinds. */
export interface Shown {
  readonly key: string
  readonly known: KnownProperty
  readonly shown: Entry
  readonly answer: Exchange
}

/** The page, what is known of it, and the name of the package. */
export const typedPage = async (
  trial: Trial
): Promise<{ readonly answer: Exchange; readonly known: DocumentedPackage; readonly name: string }> => {
  const at = await knownOf(trial)
  const answer = trial.status(await page(trial.admin, at, at.known.rich), [200], "The page can be read")
  return { answer, known: at.known, name: at.id.name }
}

/** Every property that the page has to show. */
export const shownProperties = async (trial: Trial): Promise<ReadonlyArray<Shown>> => {
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

/** A supporting type of the page by its token. */
export const supporting = (answer: Exchange, token: string): Entry | undefined =>
  objectsIn(objectOf(answer)["supportingTypes"]).find(({ typeToken }) => typeToken === token)

/** The texts are these, in the languages of which one is known. */
export const same = (
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
