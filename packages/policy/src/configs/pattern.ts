/** Regular expressions of configuration schemas, compiled in a few milliseconds and matched in time linear in the text. */
import { RE2JS } from "re2js"
import { patternSteps } from "./patternSteps.ts"

/** A longer pattern is no rule for a value. */
const MAX_PATTERN_LENGTH = 1000

/** They take about four milliseconds to compile. Room for any text of up to 1,000 characters. */
const MAX_STEPS = 2100

/** What tests texts, and tells itself from others as Ajv needs it. */
export interface Pattern {
  readonly test: (text: string) => boolean
  readonly toString: () => string
}

/** What patterns are paid from; says what there is too much of. */
export interface PatternPurse {
  readonly spend: (steps: number) => string | undefined
}

/** The pattern, or what is wrong with it. Look-around and back-references are not known (RE2 syntax). */
export const compilePattern = (text: string, purse?: PatternPurse): Pattern | string => {
  if (text.length > MAX_PATTERN_LENGTH) return `Expected a pattern of at most ${MAX_PATTERN_LENGTH} characters`
  const steps = patternSteps(text)
  if (steps > MAX_STEPS)
    return `Expected a simpler pattern: with every repetition written out, this one has more than ${MAX_STEPS} parts; Unicode classes count as many`
  const refused = purse?.spend(steps)
  if (refused !== undefined) return refused
  try {
    const compiled = RE2JS.compile(text)
    return { test: (value) => compiled.test(value), toString: () => text }
  } catch (cause) {
    return `Expected a regular expression in RE2 syntax: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}
