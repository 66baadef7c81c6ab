/** Reads plain JSON values. What is absent or null is undefined; what is of another kind is a problem and undefined. */
import type { Place, Problems } from "./Problems.ts"
import { under } from "./Problems.ts"

/** An object of JSON. */
export type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Reads values, and remembers what was wrong with them. */
export interface ValueReader {
  readonly problems: Problems
  readonly fields: (place: Place | undefined, value: unknown) => Fields | undefined
  /** An object that may not be absent; `what` says what it is. */
  readonly required: (place: Place | undefined, value: unknown, what: string) => Fields | undefined
  readonly list: (place: Place, value: unknown) => ReadonlyArray<unknown> | undefined
  readonly text: (place: Place, value: unknown) => string | undefined
  readonly flag: (place: Place, value: unknown) => boolean
  /** The texts of a list. */
  readonly names: (place: Place, value: unknown) => ReadonlySet<string>
  /** A map from text to text. */
  readonly texts: (place: Place, value: unknown) => ReadonlyMap<string, string>
}

export const valueReader = (problems: Problems): ValueReader => {
  const expect = <A>(
    place: Place | undefined,
    value: unknown,
    is: (value: unknown) => value is A,
    what: string
  ): A | undefined => {
    if (value === undefined || value === null) return undefined
    if (is(value)) return value
    problems.add(place, `Expected ${what}`)
    return undefined
  }
  const text = (place: Place, value: unknown) => expect(place, value, (any) => typeof any === "string", "a text")
  const fields = (place: Place | undefined, value: unknown) => expect(place, value, isFields, "an object")
  const list = (place: Place, value: unknown) => expect(place, value, (any) => Array.isArray(any), "a list")
  return {
    problems,
    fields,
    required: (place, value, what) => {
      if (isFields(value)) return value
      problems.add(place, `Expected ${what}`)
      return undefined
    },
    list,
    text,
    flag: (place, value) => expect(place, value, (any) => typeof any === "boolean", "true or false") ?? false,
    names: (place, value) => new Set((list(place, value) ?? []).map((name) => text(place, name) ?? "")),
    texts: (place, value) =>
      new Map(Object.entries(fields(place, value) ?? {}).map(([key, any]) => [key, text(under(place, key), any) ?? ""]))
  }
}
