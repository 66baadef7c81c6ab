/** Where the schemas inside a schema stand (JSON Schema draft 7). */

/** A JSON Schema that is an object. */
export type SchemaObject = Readonly<Record<string, unknown>>

/** A place inside a schema, from its root. */
export type Path = ReadonlyArray<string>

/** A schema inside another one. */
export interface Subschema {
  readonly path: Path
  readonly schema: SchemaObject
}

const ONE = [
  "additionalItems",
  "contains",
  "additionalProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "items"
]
const LISTS = ["allOf", "anyOf", "oneOf", "items"]
const MAPS = ["properties", "patternProperties", "definitions", "$defs", "dependencies"]

export const isSchemaObject = (value: unknown): value is SchemaObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const below = (path: Path, container: unknown): ReadonlyArray<Subschema> =>
  Object.entries(container ?? {}).flatMap(([key, schema]) =>
    isSchemaObject(schema) ? [{ path: [...path, key], schema }] : []
  )

/** The schemas directly inside; `true`, `false` and what is no schema are left out. */
export const subschemas = (schema: SchemaObject, path: Path): ReadonlyArray<Subschema> => [
  ...ONE.flatMap((key) => {
    const found = schema[key]
    return isSchemaObject(found) ? [{ path: [...path, key], schema: found }] : []
  }),
  ...LISTS.flatMap((key) => (Array.isArray(schema[key]) ? below([...path, key], schema[key]) : [])),
  ...MAPS.flatMap((key) => (isSchemaObject(schema[key]) ? below([...path, key], schema[key]) : []))
]

/** The schema that a local reference (`#/…`) names; undefined when there is none. */
export const referenced = (root: SchemaObject, reference: string): SchemaObject | undefined => {
  let found: unknown = root
  for (const part of reference.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~")
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Readonly<Record<string, unknown>>)[key]
  }
  return isSchemaObject(found) ? found : undefined
}
