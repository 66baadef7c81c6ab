/** Keeps access tokens out of what is printed and logged, where a caller put one in the wrong place. */

const token = /pct_[A-Za-z0-9_]+/g

/** The text with every access token in it replaced by its prefix. */
export const withoutTokens = (text: string): string => text.replace(token, "pct_***")
