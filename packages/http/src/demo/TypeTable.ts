/** Turns JSON Schemas into type references and keeps the named types that they need. Knows no operation. */
import type { ApiSchema } from "./ApiDocument.ts"
import { titleCase, typeToken } from "./names.ts"
import { anyType, type EnumSpec, type ObjectSpec, type PropertySpec, type TypeSpec } from "./PackageSchema.ts"

const COMPONENTS = "#/components/schemas/"

type Value = string | number | boolean

/** Named types are added as they are first referred to, so that the table holds no type that nothing uses. */
export interface TypeTable {
  readonly types: Record<string, ObjectSpec | EnumSpec>
  /** The type of a value; `name` is what an object or enum written in place is called. */
  readonly typeOf: (schema: ApiSchema, name: string) => TypeSpec
  readonly propertyOf: (schema: ApiSchema, name: string) => PropertySpec
  readonly objectOf: (schema: ApiSchema, name: string) => ObjectSpec
  /** The schema that a reference names, or the schema itself; the parts of an `allOf` are one schema. */
  readonly resolve: (schema: ApiSchema) => ApiSchema
}

const primitives = new Set(["string", "integer", "number", "boolean"])

const described = (schema: ApiSchema) => (schema.description === undefined ? {} : { description: schema.description })

const valuesOf = (schema: ApiSchema): ReadonlyArray<Value> =>
  (schema.enum ?? (schema.const === undefined ? [] : [schema.const])).filter((value) => value !== null)

const refTo = (token: string): TypeSpec => ({ $ref: `#/types/${token.replaceAll("/", "%2F")}` })

/** `components` are the document's schemas by name, `packageName` stands first in every type token. */
export const makeTypeTable = (components: Readonly<Record<string, ApiSchema>>, packageName: string): TypeTable => {
  const types: TypeTable["types"] = {}

  const named = (name: string, make: () => ObjectSpec | EnumSpec): TypeSpec => {
    const token = typeToken(packageName, titleCase(name))
    if (!(token in types)) {
      // The place is taken first: a type may refer to itself.
      types[token] = { type: "object", properties: {} }
      types[token] = make()
    }
    return refTo(token)
  }

  const resolve = (schema: ApiSchema): ApiSchema => {
    const target =
      schema.$ref?.startsWith(COMPONENTS) === true ? components[schema.$ref.slice(COMPONENTS.length)] : schema
    const { allOf, ...rest } = target ?? {}
    return Object.assign({}, ...(allOf ?? []).map(resolve), rest)
  }

  const objectOf = (schema: ApiSchema, name: string): ObjectSpec => ({
    type: "object",
    ...described(schema),
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, value]) => [key, propertyOf(value, name + titleCase(key))])
    ),
    ...(schema.required === undefined ? {} : { required: schema.required })
  })

  const enumOf = (schema: ApiSchema, values: ReadonlyArray<Value>): EnumSpec => ({
    type: typeof values[0] === "number" ? "number" : typeof values[0] === "boolean" ? "boolean" : "string",
    ...described(schema),
    enum: values.map((value) => ({ value }))
  })

  const choiceOf = (alternatives: ReadonlyArray<ApiSchema>, name: string): TypeSpec => {
    const specs = alternatives
      .filter((one) => resolve(one).type !== "null")
      .map((one, index) => typeOf(one, `${name}${index === 0 ? "" : index + 1}`))
    const different = [...new Map(specs.map((spec) => [JSON.stringify(spec), spec])).values()]
    return different.length > 1 ? { oneOf: different } : (different[0] ?? anyType)
  }

  const typeOf = (schema: ApiSchema, name: string): TypeSpec => {
    const target = resolve(schema)
    const called = schema.$ref?.slice(COMPONENTS.length) ?? name
    const values = valuesOf(target)
    const alternatives = target.anyOf ?? target.oneOf
    if (values.length > 1) return named(called, () => enumOf(target, values))
    if (values.length === 1) return { type: typeof values[0] }
    if (alternatives !== undefined) return choiceOf(alternatives, called)
    if (target.properties !== undefined) return named(called, () => objectOf(target, called))
    if (target.type !== undefined && primitives.has(target.type)) return { type: target.type }
    if (target.type === "array") {
      const items = typeof target.items === "object" ? typeOf(target.items, `${called}Item`) : anyType
      return { type: "array", items }
    }
    if (target.type === "object") {
      const values = target.additionalProperties
      return {
        type: "object",
        additionalProperties: typeof values === "object" ? typeOf(values, `${called}Value`) : anyType
      }
    }
    return anyType
  }

  const propertyOf = (schema: ApiSchema, name: string): PropertySpec => {
    const target = resolve(schema)
    const [only, ...others] = valuesOf(target)
    return {
      ...typeOf(schema, name),
      ...described(schema.description === undefined ? target : schema),
      ...(only !== undefined && others.length === 0 ? { const: only } : {})
    }
  }

  return { types, typeOf, propertyOf, objectOf, resolve }
}
