/** The one form in which versions are published: semantic version 2.0.0, letter by letter (open points, section 3). */
import { parse } from "semver"

/** Longer ones are refused, as the common tools do. */
const MAX_VERSION_LENGTH = 256

/** Whether a text is a semantic version without a leading `v`, blanks or anything else to be tidied up. */
export const isStrictVersion = (text: string): boolean => {
  if (text.length > MAX_VERSION_LENGTH) return false
  const parsed = parse(text)
  if (parsed === null) return false
  const build = parsed.build.length === 0 ? "" : `+${parsed.build.join(".")}`
  return parsed.version + build === text
}

/** Versions below 1.0.0 promise nothing yet. */
export const isInitialDevelopment = (version: string): boolean => parse(version)?.major === 0
