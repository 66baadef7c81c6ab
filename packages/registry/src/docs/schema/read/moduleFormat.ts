/**
 * Which part of a token names the module (`meta.moduleFormat` of the package schema). The pattern is a stranger's, so it
 * is matched by RE2, for which such patterns are written: in linear time, where JavaScript's own could take for ever.
 */
import { RE2JS } from "re2js"
import { MAX_MODULE_FORMAT } from "./limits.ts"

/** Finds the module in the middle part of a token; empty for the package itself. */
export type ModuleFormat = (middle: string) => string

/** The format of a schema that states none. */
export const wholeMiddle: ModuleFormat = (middle) => middle

/** What a pattern has to be, for whoever gave another one. */
export const MODULE_FORMAT_RULE = `a regular expression (RE2) with a group, of at most ${MAX_MODULE_FORMAT} characters and without counted repetition`

/**
 * The format that a pattern describes, by its first group; undefined when the pattern breaks the rule. Counted repetition
 * is left out because a few characters of it make a machine of thousands of states.
 */
export const moduleFormat = (pattern: string): ModuleFormat | undefined => {
  if (pattern.length > MAX_MODULE_FORMAT || /\{\d/.test(pattern)) return undefined
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(pattern)
  } catch {
    return undefined
  }
  if (compiled.groupCount() < 1) return undefined
  const known = new Map<string, string>()
  return (middle) => {
    const before = known.get(middle)
    if (before !== undefined) return before
    const matcher = compiled.matcher(middle)
    const module = matcher.find() ? (matcher.group(1) ?? "") : ""
    known.set(middle, module)
    return module
  }
}
