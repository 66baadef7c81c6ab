/** Reads an enumeration's values. */
import type { EnumType, EnumValue } from "../model/PackageModel.ts"
import type { Token } from "../model/Token.ts"
import { MAX_NAME } from "./limits.ts"
import { type Place, under } from "./Problems.ts"
import type { Fields, ValueReader } from "./values.ts"

const underlyingTypes: ReadonlyMap<unknown, EnumType["underlying"]> = new Map([
  ["string", "string"],
  ["integer", "integer"],
  ["number", "number"],
  ["boolean", "boolean"]
])

const readValue = (values: ValueReader, place: Place, spec: unknown): EnumValue | undefined => {
  const fields = values.required(place, spec, "an object")
  if (fields === undefined) return undefined
  const { value } = fields
  const isValue = typeof value === "string" || typeof value === "number" || typeof value === "boolean"
  if (!isValue || String(value).length > MAX_NAME) {
    const what = `Expected a text of at most ${MAX_NAME} characters, a number, true or false`
    values.problems.add(under(place, "value"), what)
    return undefined
  }
  return {
    name: values.text(under(place, "name"), fields.name) || undefined,
    value,
    description: values.text(under(place, "description"), fields.description) ?? "",
    deprecationMessage: values.text(under(place, "deprecationMessage"), fields.deprecationMessage)
  }
}

/** A definition of the schema that has an `enum`. */
export const readEnum = (values: ValueReader, place: Place, token: Token, spec: Fields): EnumType => {
  const underlying = underlyingTypes.get(spec.type)
  if (underlying === undefined) {
    values.problems.add(under(place, "type"), "Expected string, integer, number or boolean")
  }
  const listed = values.list(under(place, "enum"), spec.enum) ?? []
  const read = listed.map((value, index) => readValue(values, under(under(place, "enum"), String(index)), value))
  return { token, underlying: underlying ?? "string", values: read.filter((value) => value !== undefined) }
}
