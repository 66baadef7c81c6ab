/** Turns JSON Schemas into type references and keeps the named types that they need. Knows no operation. */
import type { ApiSchema } from "./ApiDocument.ts"
import { titleCase, typeToken } from "./names.ts"
import { anyType, type EnumSpec, type ObjectSpec, type PropertySpec, type TypeSpec } from "./PackageSchema.ts"

/** Named types are added as they are first referred to, so that the table holds no type that nothing uses. */
export interface TypeTable {
  /** The document's schemas by name. */
  readonly components: Readonly<Record<string, ApiSchema>>
  /** Stands first in every type token. */
  readonly packageName: string
  /** By type token. */
  readonly types: Record<string, ObjectSpec | EnumSpec>
}

type Value = string | number | boolean

const COMPONENTS = "#/components/schemas/"

const primitives = new Set(["string", "integer", "number", "boolean"])

const described = (schema: ApiSchema) => (schema.description === undefined ? {} : { description: schema.description })

const valuesOf = (schema: ApiSchema): ReadonlyArray<Value> =>
  (schema.enum ?? (schema.const === undefined ? [] : [schema.const])).filter((value) => value !== null)

/** The schema that a reference names, or the schema itself; the parts of an `allOf` are one schema. */
export const resolve = (table: TypeTable, schema: ApiSchema): ApiSchema => {
  const target =
    schema.$ref?.startsWith(COMPONENTS) === true ? table.components[schema.$ref.slice(COMPONENTS.length)] : schema
  const { allOf, ...rest } = target ?? {}
  return Object.assign({}, ...(allOf ?? []).map((part) => resolve(table, part)), rest)
}

const named = (table: TypeTable, name: string, make: () => ObjectSpec | EnumSpec): TypeSpec => {
  const token = typeToken(table.packageName, titleCase(name))
  if (!(token in table.types)) {
    // The place is taken first: a type may refer to itself.
    table.types[token] = { type: "object", properties: {} }
    table.types[token] = make()
  }
  return { $ref: `#/types/${token.replaceAll("/", "%2F")}` }
}

const enumOf = (schema: ApiSchema, values: ReadonlyArray<Value>): EnumSpec => ({
  type: typeof values[0] === "number" ? "number" : typeof values[0] === "boolean" ? "boolean" : "string",
  ...described(schema),
  enum: values.map((value) => ({ value }))
})

/** An object's properties; `name` stands before the names of what is written in place. */
export const objectOf = (table: TypeTable, schema: ApiSchema, name: string): ObjectSpec => ({
  type: "object",
  ...described(schema),
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([key, value]) => [
      key,
      propertyOf(table, value, name + titleCase(key))
    ])
  ),
  ...(schema.required === undefined ? {} : { required: schema.required })
})

/** Null is no type here: what may be null is optional. */
const choiceOf = (table: TypeTable, alternatives: ReadonlyArray<ApiSchema>, name: string): TypeSpec => {
  const specs = alternatives
    .filter((one) => resolve(table, one).type !== "null")
    .map((one, index) => typeOf(table, one, `${name}${index === 0 ? "" : index + 1}`))
  const different = [...new Map(specs.map((spec) => [JSON.stringify(spec), spec])).values()]
  return different.length > 1 ? { oneOf: different } : (different[0] ?? anyType)
}

const partOf = (table: TypeTable, part: ApiSchema | boolean | undefined, name: string): TypeSpec =>
  typeof part === "object" ? typeOf(table, part, name) : anyType

/** The type of a value; `name` is what an object or enum written in place is called. */
export const typeOf = (table: TypeTable, schema: ApiSchema, name: string): TypeSpec => {
  const target = resolve(table, schema)
  const called = schema.$ref?.slice(COMPONENTS.length) ?? name
  const values = valuesOf(target)
  const alternatives = target.anyOf ?? target.oneOf
  if (values.length > 1) return named(table, called, () => enumOf(target, values))
  if (values.length === 1) return { type: typeof values[0] }
  if (alternatives !== undefined) return choiceOf(table, alternatives, called)
  if (target.properties !== undefined) return named(table, called, () => objectOf(table, target, called))
  if (target.type !== undefined && primitives.has(target.type)) return { type: target.type }
  if (target.type === "array") return { type: "array", items: partOf(table, target.items, `${called}Item`) }
  if (target.type === "object")
    return { type: "object", additionalProperties: partOf(table, target.additionalProperties, `${called}Value`) }
  return anyType
}

/** A value's type with its description, and with the only value that it can have. */
export const propertyOf = (table: TypeTable, schema: ApiSchema, name: string): PropertySpec => {
  const target = resolve(table, schema)
  const [only, ...others] = valuesOf(target)
  return {
    ...typeOf(table, schema, name),
    ...described(schema.description === undefined ? target : schema),
    ...(only !== undefined && others.length === 0 ? { const: only } : {})
  }
}
