/** Every rule of the token exchange. */
import type { Rule } from "../engine/Rule.ts"
import { answerRules } from "./answerRules.ts"
import { refreshRules } from "./refreshRules.ts"
import { tradeRules } from "./tradeRules.ts"

export const exchangeRules: ReadonlyArray<Rule> = [...answerRules, ...tradeRules, ...refreshRules]
