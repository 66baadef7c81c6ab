/**
 * Patterns of claims (open points, section 2): `*` is any run of characters, `?` is one character or none. Every place of the
 * pattern is followed at once, so a text costs at most its length times the pattern's, whatever both are.
 */

/** Places of the pattern that are reached without a further character: behind every `*` and `?` from here on. */
const reach = (pattern: ReadonlyArray<string>, place: number, reached: Uint8Array): void => {
  for (let at = place; reached[at] === 0; at++) {
    reached[at] = 1
    if (pattern[at] !== "*" && pattern[at] !== "?") return
  }
}

/** Writes into `to` the places that are reached from those of `from` by one character; says whether there are any. */
const step = (pattern: ReadonlyArray<string>, from: Uint8Array, to: Uint8Array, character: string): boolean => {
  to.fill(0)
  for (let place = 0; place < pattern.length; place++) {
    if (from[place] === 0) continue
    const expected = pattern[place]
    if (expected === "*") reach(pattern, place, to)
    else if (expected === "?" || expected === character) reach(pattern, place + 1, to)
  }
  return to.includes(1)
}

const follow = (pattern: string, text: string): boolean => {
  const places = Array.from(pattern)
  let from = new Uint8Array(places.length + 1)
  let to = new Uint8Array(places.length + 1)
  reach(places, 0, from)
  for (const character of text) {
    if (!step(places, from, to, character)) return false
    ;[from, to] = [to, from]
  }
  return from[places.length] === 1
}

/** Whether the whole text is what the pattern says. Compares by code point: an emoji is one character. */
export const matchesPattern = (pattern: string, text: string): boolean => {
  const plain = pattern.search(/[*?]/)
  if (plain === -1) return pattern === text
  if (!text.startsWith(pattern.slice(0, plain))) return false
  const rest = pattern.slice(plain)
  return rest === "*" || follow(rest, text.slice(plain))
}
