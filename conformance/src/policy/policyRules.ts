/** Every rule of policy packs that has a test. */
import type { Rule } from "../engine/Rule.ts"
import { createRules } from "./createRules.ts"
import { groupRules } from "./groupRules.ts"
import { listRules } from "./listRules.ts"
import { policyModelRule } from "./modelRule.ts"
import { policyRaceRules } from "./raceRules.ts"
import { registryListRules } from "./registryListRules.ts"
import { registryRules } from "./registryRules.ts"
import { versionRules } from "./versionRules.ts"

export const policyRules: ReadonlyArray<Rule> = [
  ...listRules,
  ...createRules,
  ...versionRules,
  ...groupRules,
  ...registryListRules,
  ...registryRules,
  ...policyRaceRules,
  policyModelRule
]
