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
import { policyRules } from "./policy/policyRules.ts"
import { policySamples } from "./policy/policySamples.ts"
import { filterRules } from "./registry/filterRules.ts"
import { listRules } from "./registry/listRules.ts"
import { modelRule } from "./registry/modelRule.ts"
import { packageLists } from "./registry/packageLists.ts"
import { packageSamples } from "./registry/packageSamples.ts"
import { publishRules } from "./registry/publishRules.ts"
import { raceRules } from "./registry/raceRules.ts"
import { readRules } from "./registry/readRules.ts"
import { shownRules } from "./registry/shownRules.ts"
import { serviceRules } from "./services/serviceRules.ts"
import { serviceSamples } from "./services/serviceSamples.ts"
import { tokenRules } from "./tokens/tokenRules.ts"
import { organizationTokenSamples, userTokenSamples } from "./tokens/tokenSamples.ts"

/** Requests of every operation that the rules over all operations spoil. */
const samples = { ...packageSamples, ...policySamples }

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
  ...policyRules,
  ...authenticationRules({ ...samples, ...serviceSamples, ...organizationTokenSamples }, userTokenSamples),
  ...refusalRules(samples),
  ...consistencyRules,
  documentRule,
  ...exchangeRules,
  ...serviceRules,
  ...tokenRules,
  ...ourRules(samples),
  ...recordedRules({ ...samples, ...serviceSamples, ...organizationTokenSamples, ...userTokenSamples })
].toSorted((left, right) => left.id.localeCompare(right.id))
