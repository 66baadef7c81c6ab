/** Finds what an identity token says under the path of a claim. Knows no pattern. */

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Deeper paths lead nowhere. */
const MAX_DEPTH = 16

/** A claim's own name may hold dots (`https://…`, `kubernetes.io`), so the longest name that there is wins. */
const find = (claims: Readonly<Record<string, unknown>>, path: string, depth: number): unknown => {
  if (Object.hasOwn(claims, path)) return claims[path]
  if (depth >= MAX_DEPTH) return undefined
  for (let dot = path.lastIndexOf("."); dot > 0; dot = path.lastIndexOf(".", dot - 1)) {
    const name = path.slice(0, dot)
    const inner = Object.hasOwn(claims, name) ? claims[name] : undefined
    if (isRecord(inner)) return find(inner, path.slice(dot + 1), depth + 1)
  }
  return undefined
}

const textOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : typeof value === "number" || typeof value === "boolean" ? [String(value)] : []

/**
 * The claim as texts: one for a string, a number or a boolean, one an element for a list of these, none for what is
 * absent or anything else. `a.b` is the claim `b` inside the claim `a`, unless a claim is called `a.b`.
 */
export const claimTexts = (claims: Readonly<Record<string, unknown>>, path: string): ReadonlyArray<string> => {
  const value = find(claims, path, 0)
  return Array.isArray(value) ? value.flatMap(textOf) : textOf(value)
}
