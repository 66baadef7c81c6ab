/** Which rules of the catalogue have a test, which can't have one and why, and which were forgotten. */
import { catalogue } from "../catalogue/Catalogue.ts"
import type { Rule } from "../engine/Rule.ts"

/** The state of the whole catalogue. */
export interface Coverage {
  readonly lines: ReadonlyArray<string>
  /** Rules with neither a test nor a reason, or with both. */
  readonly holes: ReadonlyArray<string>
}

/** A line for each rule. */
export const coverage = (rules: ReadonlyArray<Rule>): Coverage => {
  const tested = new Set(rules.map(({ id }) => id))
  const holes = catalogue
    .filter(({ id, untested }) => tested.has(id) === (untested !== undefined))
    .map(({ id, untested }) =>
      untested === undefined ? `${id} has neither a test nor a reason` : `${id} has a test and a reason against it`
    )
  const lines = catalogue.map(
    ({ clause, id, strength, untested }) =>
      `${id.padEnd(9)} ${strength.padEnd(8)} ${tested.has(id) ? "tested" : `untested: ${untested ?? "?"}`}  [${clause}]`
  )
  return { lines, holes }
}
