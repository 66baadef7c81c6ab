/** Patterns of rule ids, and which rules a configuration switches off. */
import type { Configuration } from "../config/Configuration.ts"
import { escaped } from "../table/operations.ts"
import type { Rule } from "./Rule.ts"

const expressionOf = (pattern: string): RegExp => new RegExp(`^${pattern.split("*").map(escaped).join(".*")}$`, "i")

/** Whether a rule's id is one of these, in which `*` is any run of characters. */
export const matches = (patterns: ReadonlyArray<string>, id: string): boolean =>
  patterns.some((pattern) => expressionOf(pattern).test(id))

/** Whether the rule or its profile is switched off. */
export const isDisabled = ({ id, profile }: Pick<Rule, "id" | "profile">, { disabled = [] }: Configuration): boolean =>
  disabled.includes(profile) || matches(disabled, id)
