/** Every rule of the profile of services. */
import type { Rule } from "../engine/Rule.ts"
import { changeRules } from "./changeRules.ts"
import { createRules } from "./createRules.ts"
import { deleteRules } from "./deleteRules.ts"
import { itemRules } from "./itemRules.ts"
import { modelRule } from "./modelRule.ts"
import { readRules } from "./readRules.ts"
import { sharedRules } from "./sharedRules.ts"

export const serviceRules: ReadonlyArray<Rule> = [
  ...createRules,
  ...readRules,
  ...changeRules,
  ...deleteRules,
  ...itemRules,
  modelRule,
  ...sharedRules
]
