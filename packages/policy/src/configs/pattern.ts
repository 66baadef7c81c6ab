/** Regular expressions of configuration schemas, matched in time linear in the text: a pattern can't keep the server busy. */
import { RE2JS } from "re2js"

/** A longer pattern is no rule for a value. */
const MAX_PATTERN_LENGTH = 1000

/** What tests texts, and tells itself from others as Ajv needs it. */
export interface Pattern {
  readonly test: (text: string) => boolean
  readonly toString: () => string
}

/** The pattern, or what is wrong with it. Look-around and back-references are not known (RE2 syntax). */
export const compilePattern = (text: string): Pattern | string => {
  if (text.length > MAX_PATTERN_LENGTH) return `Expected a pattern of at most ${MAX_PATTERN_LENGTH} characters`
  try {
    const compiled = RE2JS.compile(text)
    return { test: (value) => compiled.test(value), toString: () => text }
  } catch (cause) {
    return `Expected a regular expression in RE2 syntax: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}
