/** Makes an identifier of an enumeration's value, as most languages do (open points, section 7, "enum member"). */
import { withoutSymbols } from "./casing.ts"

const spelledOut: ReadonlyMap<string, string> = new Map([
  ["*", "Asterisk"],
  ["0", "Zero"],
  ["1", "One"],
  ["2", "Two"],
  ["3", "Three"],
  ["4", "Four"],
  ["5", "Five"],
  ["6", "Six"],
  ["7", "Seven"],
  ["8", "Eight"],
  ["9", "Nine"]
])

/**
 * A lone digit or asterisk is spelled out; symbols become underscores, of which several are one; a name that then does
 * not begin with a letter gets the type's name before it. `write` is how the language writes names.
 */
export const memberIdentifier = (name: string, typeName: string, write: (name: string) => string): string => {
  const written = withoutSymbols(write(spelledOut.get(name) ?? name)).replace(/^(?=\d)/, "_")
  const identifier = written.replaceAll(/_+/g, "_")
  return identifier === "" || identifier.startsWith("_") ? `${typeName}${identifier || "_"}` : identifier
}

/** A value as it is written where values have no names: texts in quotes. */
export const quotedValue = (value: string | number | boolean): string =>
  typeof value === "string" ? JSON.stringify(value) : String(value)
