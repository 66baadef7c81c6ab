/** Reads the maps of a package schema whose keys are tokens. */
import { ownToken, type Token } from "../model/Token.ts"
import type { ModuleFormat } from "./moduleFormat.ts"
import { type Place, under } from "./Problems.ts"
import { tokenPattern } from "./tokenPattern.ts"
import type { Fields, ValueReader } from "./values.ts"

/** One entry of the schema's types, resources or functions. */
export interface Entry {
  readonly place: Place
  readonly token: Token
  readonly spec: Fields
}

/** Characters of a key that problems show. */
const MAX_SHOWN = 200

/** The entries of a section in their order, without those that are wrong. */
export const entriesOf = (
  values: ValueReader,
  schema: Fields,
  section: string,
  format: ModuleFormat
): ReadonlyArray<Entry> => {
  const sectionPlace = under(undefined, section)
  const entries: Array<Entry> = []
  for (const [text, value] of Object.entries(values.fields(sectionPlace, schema[section]) ?? {})) {
    const place = under(sectionPlace, text.slice(0, MAX_SHOWN))
    const spec = values.required(place, value, "an object")
    if (!tokenPattern.test(text)) values.problems.add(place, "Expected a token: package:module:name")
    else if (spec !== undefined) entries.push({ place, token: ownToken(text, format), spec })
  }
  return entries
}
