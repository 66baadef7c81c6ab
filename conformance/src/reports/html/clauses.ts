/** Clauses of the specification: read aloud, and with the rules that come from each. */
import { catalogue, type CatalogueEntry } from "../../catalogue/Catalogue.ts"

const words: ReadonlyArray<readonly [pattern: RegExp, spoken: string]> = [
  [/\bp-after(\d*)/g, "text after the table"],
  [/\br(\d+)/g, "row $1"],
  [/\bp(\d+)/g, "paragraph $1"],
  [/\bb(\d+)/g, "item $1"],
  [/\bv(\d+)/g, "variant $1"],
  [/\s*#(\d+)/g, ", field $1"],
  [/\bp\b/g, "text"]
]

/** `A/States r2` as `Part A, States, row 2`. */
export const spokenClause = (clause: string): string => {
  const [, part, section = clause] = /^([AB])\/(.*)$/.exec(clause) ?? []
  if (part === undefined) return clause
  const [name = "", ...places] = section.split(" ")
  const place = words.reduce((text, [pattern, spoken]) => text.replaceAll(pattern, spoken), places.join(" "))
  const title = words.reduce(
    (text, [pattern, spoken]) => (pattern.source.includes("#") ? text.replaceAll(pattern, spoken) : text),
    name
  )
  return [`Part ${part}`, title.replaceAll("/", ", "), ...(place === "" ? [] : [place])].join(", ")
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
