/** Keeps access tokens out of what is printed and logged, where a caller put one in the wrong place. */

const token = /pct_[A-Za-z0-9_]+/g

/** The text with every access token in it replaced by its prefix. */
export const withoutTokens = (text: string): string => text.replace(token, "pct_***")

const value = /pct_[portfa]_[0-9A-Za-z]{12,}/g

/** The same for what a caller reads, where names may begin as tokens do: only most of a value counts as one. */
export const withoutTokenValues = (text: string): string => text.replace(value, "pct_***")
