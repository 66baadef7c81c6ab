/** Rules that are known to be violated, with reasons; kept in a file so that nothing else slips in beside them. */
import { readFileSync } from "node:fs"
import { parse } from "yaml"
import { catalogue } from "../catalogue/Catalogue.ts"
import { ConfigurationProblem } from "../config/Configuration.ts"
import type { Outcome } from "../engine/Outcome.ts"
import { isRecord } from "../wire/Exchange.ts"

/** Rule ids of a YAML map from id to reason. */
export const readBaseline = (file: string): ReadonlyArray<string> => {
  let value: unknown
  try {
    value = parse(readFileSync(file, "utf8"))
  } catch {
    throw new ConfigurationProblem(`The baseline ${file} can't be read as YAML.`)
  }
  if (!isRecord(value) || Object.values(value).some((reason) => typeof reason !== "string"))
    throw new ConfigurationProblem(
      `The baseline ${file} has to map rule ids to reasons, such as \`REG-048: answers 201\`.`
    )
  return Object.keys(value)
}

const isRule = (id: string): boolean => catalogue.some((entry) => entry.id === id)

/** Which entries were violated as expected, and which are not any more or are no rules. Those that did not run are neither. */
export const compareBaseline = (entries: ReadonlyArray<string>, outcomes: ReadonlyArray<Outcome>) => {
  const violated = new Set(
    outcomes.filter(({ status }) => status === "FAIL" || status === "WARN").map(({ rule }) => rule)
  )
  const kept = new Set(
    outcomes.filter(({ status }) => status === "PASS" || status === "RECORDED").map(({ rule }) => rule)
  )
  return { known: entries.filter((id) => violated.has(id)), stale: entries.filter((id) => kept.has(id) || !isRule(id)) }
}
