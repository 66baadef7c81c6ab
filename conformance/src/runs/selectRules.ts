/** Which rules a run has. Knows no target. */
import { ConfigurationProblem } from "../config/Configuration.ts"
import { matches } from "../engine/isDisabled.ts"
import type { Rule } from "../engine/Rule.ts"
import type { Level } from "../engine/RunContext.ts"
import { runsAt } from "../engine/runRules.ts"

/** How rules are chosen; absent lists choose all. */
export interface Selection {
  readonly profiles?: ReadonlyArray<string> | undefined
  /** Ids, in which `*` is any run of characters. */
  readonly only?: ReadonlyArray<string> | undefined
  readonly skip?: ReadonlyArray<string> | undefined
  readonly level: Level
}

/** A pattern or a profile that chooses nothing. */
export class NothingSelected extends Error {
  override readonly name = "NothingSelected"
}

/** The chosen rules; fails when a word matches nothing, since a run of no rule would look like success. */
export const selectRules = (rules: ReadonlyArray<Rule>, selection: Selection): ReadonlyArray<Rule> => {
  const profiles = [...new Set(rules.map(({ profile }): string => profile))].toSorted()
  for (const profile of selection.profiles ?? [])
    if (!profiles.includes(profile))
      throw new NothingSelected(`There is no profile ${profile}. The profiles are ${profiles.join(", ")}.`)
  for (const pattern of [...(selection.only ?? []), ...(selection.skip ?? [])])
    if (!rules.some(({ id }) => matches([pattern], id)))
      throw new NothingSelected(`No rule is named ${pattern}. \`platform-conformance list\` shows all.`)
  const chosen = rules.filter(
    (rule) =>
      (selection.profiles === undefined || selection.profiles.includes(rule.profile)) &&
      (selection.only === undefined || matches(selection.only, rule.id)) &&
      !(selection.skip !== undefined && matches(selection.skip, rule.id)) &&
      runsAt(rule, selection.level)
  )
  if (chosen.length === 0)
    throw new NothingSelected("No rule is left to run. Take words out of --only, --skip or --level.")
  return chosen
}

/** Fails when a word that switches something off matches nothing: it would go unnoticed. */
export const checkDisabled = (rules: ReadonlyArray<Rule>, words: ReadonlyArray<string>): void => {
  const unknown = words.find((word) => !rules.some(({ id, profile }) => word === profile || matches([word], id)))
  if (unknown !== undefined) throw new ConfigurationProblem(`disabled: there is no profile and no rule ${unknown}.`)
}
