/** Counts the values of a JSON text without making them. Knows nothing of what is right: a text that is none has some number too. */

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** What a value stands behind, but for the first one: a comma, and the brackets of lists and objects. */
const BEFORE_A_VALUE: ReadonlySet<number> = new Set([0x2c, 0x5b, 0x7b])

/** The index of the quote that ends the text which begins after `start`. */
const endOfText = (json: string, start: number): number => {
  for (let at = start + 1; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === QUOTE) return at
    if (character === BACKSLASH) at += 1
  }
  return json.length
}

/** Whether there are more than `most`; names of properties do not count. An empty list may count as one too many. */
export const hasMoreValues = (json: string, most: number): boolean => {
  if (json.length <= most) return false
  let values = 1
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === QUOTE) at = endOfText(json, at)
    else if (BEFORE_A_VALUE.has(character) && ++values > most) return true
  }
  return false
}
