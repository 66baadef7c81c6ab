/** Every rule that has a test. */
import { authenticationRules } from "./core/authenticationRules.ts"
import { consistencyRules } from "./core/consistencyRules.ts"
import { documentRule } from "./core/documentRule.ts"
import { ourRules } from "./core/ourRules.ts"
import { recordedRules } from "./core/recordedRules.ts"
import { refusalRules } from "./core/refusalRules.ts"
import type { Rule } from "./engine/Rule.ts"
import { exchangeRules } from "./exchange/exchangeRules.ts"
import { pagingLaws } from "./laws/paging/pagingLaws.ts"
import { tokenLaws } from "./laws/paging/tokenLaws.ts"
import { docsRules } from "./registry/docs/docsRules.ts"
import { filterRules } from "./registry/filterRules.ts"
import { listRules } from "./registry/listRules.ts"
import { modelRule } from "./registry/modelRule.ts"
import { packageLists } from "./registry/packageLists.ts"
import { packageSamples } from "./registry/packageSamples.ts"
import { publishRules } from "./registry/publishRules.ts"
import { raceRules } from "./registry/raceRules.ts"
import { readRules } from "./registry/readRules.ts"
import { shownRules } from "./registry/shownRules.ts"

/** In the order of their ids. */
export const rules: ReadonlyArray<Rule> = [
  ...pagingLaws(packageLists),
  ...tokenLaws(packageLists),
  ...listRules,
  ...filterRules,
  ...shownRules,
  ...publishRules,
  ...readRules,
  ...raceRules,
  ...docsRules,
  modelRule,
  ...authenticationRules(packageSamples),
  ...refusalRules(packageSamples),
  ...consistencyRules,
  documentRule,
  ...exchangeRules,
  ...ourRules(packageSamples),
  ...recordedRules(packageSamples)
].toSorted((left, right) => left.id.localeCompare(right.id))
