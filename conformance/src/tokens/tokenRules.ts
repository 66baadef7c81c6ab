/** Every rule of the profile of access tokens. */
import type { Rule } from "../engine/Rule.ts"
import { createRules } from "./createRules.ts"
import { listRules } from "./listRules.ts"
import { modelRule } from "./modelRule.ts"
import { revokeRules } from "./revokeRules.ts"
import { rightsRules } from "./rightsRules.ts"

export const tokenRules: ReadonlyArray<Rule> = [...createRules, ...rightsRules, ...listRules, ...revokeRules, modelRule]
