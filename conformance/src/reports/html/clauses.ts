/** Clauses of the specification: read aloud, and with the rules that come from each. */
import { catalogue, type CatalogueEntry } from "../../catalogue/Catalogue.ts"

const nouns = { r: "row", p: "paragraph", b: "item", v: "variant" }

/** `r2..r5` and `r1,r3` as `rows 2 to 5` and `rows 1 and 3`. */
const places: ReadonlyArray<readonly [pattern: RegExp, spoken: string]> = [
  [/\bp-after(\d*)/g, "text after the table"],
  ...Object.entries(nouns).flatMap(([letter, noun]): ReadonlyArray<readonly [RegExp, string]> => [
    [new RegExp(String.raw`\b${letter}(\d+)\.\.${letter}(\d+)`, "g"), `${noun}s $1 to $2`],
    [new RegExp(String.raw`\b${letter}(\d+),${letter}(\d+)`, "g"), `${noun}s $1 and $2`],
    [new RegExp(String.raw`\b${letter}(\d+)`, "g"), `${noun} $1`]
  ]),
  [/\bp\b/g, "text"]
]

/** Fields stand right behind the name of their table too. */
const fields: ReadonlyArray<readonly [pattern: RegExp, spoken: string]> = [
  [/\s*#(\d+)\.\.#(\d+)/g, ", fields $1 to $2"],
  [/\s*#(\d+),#(\d+)/g, ", fields $1 and $2"],
  [/\s*#(\d+)/g, ", field $1"]
]

const spoken = (text: string, words: typeof places): string =>
  words.reduce((said, [pattern, words]) => said.replaceAll(pattern, words), text)

/** `A/States r2` as `Part A, States, row 2`. */
export const spokenClause = (clause: string): string => {
  const [, part, section = clause] = /^([AB])\/(.*)$/.exec(clause) ?? []
  if (part === undefined) return clause
  const [name = "", ...rest] = section.split(" ")
  const title = spoken(name, fields).replaceAll("/", ", ")
  const place = spoken(spoken(rest.join(" "), places), fields).replace(/^, /, "")
  return [`Part ${part}`, title, ...(place === "" ? [] : [place])].join(", ")
}

/** One clause with every rule that names it. */
export interface Clause {
  readonly clause: string
  readonly rules: ReadonlyArray<CatalogueEntry>
}

const clausesOf = ({ clause }: CatalogueEntry): ReadonlyArray<string> => clause.split(";").map((one) => one.trim())

/** Every clause that a rule of the catalogue names, in the order of the specification's sections. */
export const clauses: ReadonlyArray<Clause> = [...new Set(catalogue.flatMap(clausesOf))]
  .toSorted((left, right) => left.localeCompare(right, "en", { numeric: true }))
  .map((clause) => ({ clause, rules: catalogue.filter((entry) => clausesOf(entry).includes(clause)) }))
