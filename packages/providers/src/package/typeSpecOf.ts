/** Turns the schemas of functions and variables into the types of a package schema. */
import { type Schema, SchemaAST } from "effect"
import type { EnumSpec, ObjectSpec, PropertySpec, TypeSpec } from "./PackageSchema.ts"

/** Named types are added as they are first referred to. */
export interface TypeTable {
  /** Begins every token. */
  readonly prefix: string
  /** By type token. */
  readonly types: Record<string, ObjectSpec | EnumSpec>
}

const anyType: TypeSpec = { $ref: "pulumi.json#/Any" }

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** `policies` is `policy`, `addresses` is `address`, `clusters` is `cluster`, `status` stays. */
const singular = (word: string): string =>
  word
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/(?<![sui])s$/, "")

const named = (table: TypeTable, name: string, make: () => ObjectSpec | EnumSpec): TypeSpec => {
  const camel = name.charAt(0).toLowerCase() + name.slice(1)
  const token = `${table.prefix}:index/${camel}:${camel}`
  const made = make()
  const there = table.types[token]
  if (there !== undefined && JSON.stringify(there) !== JSON.stringify(made))
    throw new Error(`Two types would be called ${token}: give one of them an identifier`)
  table.types[token] = made
  return { $ref: `#/types/${token.replaceAll("/", "%2F")}` }
}

const descriptionOf = (ast: SchemaAST.AST): { readonly description?: string } => {
  const description = ast.context?.annotations?.description ?? SchemaAST.resolveDescription(ast)
  return description === undefined ? {} : { description }
}

const primitiveOf = (ast: SchemaAST.AST): TypeSpec | undefined => {
  if (SchemaAST.isString(ast) || SchemaAST.isTemplateLiteral(ast)) return { type: "string" }
  if (SchemaAST.isNumber(ast)) return { type: "number" }
  if (SchemaAST.isBoolean(ast)) return { type: "boolean" }
  return undefined
}

const unionOf = (table: TypeTable, { types }: SchemaAST.Union, name: string): TypeSpec => {
  const present = types.filter((type) => !SchemaAST.isNull(type) && !SchemaAST.isUndefined(type))
  const literals = present.filter(SchemaAST.isLiteral)
  if (literals.length === present.length && literals.length > 1)
    return named(table, name, () => ({
      type: literals.every(({ literal }) => typeof literal === "number") ? "number" : "string",
      enum: literals.map(({ literal }) => ({ value: typeof literal === "number" ? literal : String(literal) }))
    }))
  const specs = [
    ...new Map(present.map((type) => typeOf(table, type, name)).map((spec) => [JSON.stringify(spec), spec])).values()
  ]
  return specs.length > 1 ? { oneOf: specs } : (specs[0] ?? anyType)
}

const objectsOf = (table: TypeTable, ast: SchemaAST.Objects, name: string): TypeSpec => {
  const [index] = ast.indexSignatures
  if (ast.propertySignatures.length > 0 || index === undefined)
    return named(table, name, () => objectOf(table, ast, name))
  return { type: "object", additionalProperties: typeOf(table, index.type, name) }
}

const typeOf = (table: TypeTable, ast: SchemaAST.AST, name: string): TypeSpec => {
  const called = SchemaAST.resolveIdentifier(ast) ?? name
  const primitive = primitiveOf(ast)
  if (primitive !== undefined) return primitive
  if (SchemaAST.isLiteral(ast)) return { type: typeof ast.literal }
  if (SchemaAST.isUnion(ast)) return unionOf(table, ast, called)
  if (SchemaAST.isArrays(ast)) return { type: "array", items: itemOf(table, ast, called) }
  if (SchemaAST.isObjects(ast)) return objectsOf(table, ast, called)
  if (SchemaAST.isSuspend(ast)) return typeOf(table, ast.thunk(), called)
  // A secret is what it wraps.
  const [wrapped] = SchemaAST.isDeclaration(ast) ? ast.typeParameters : []
  return wrapped === undefined ? anyType : typeOf(table, wrapped, called)
}

const itemOf = (table: TypeTable, { elements: [first], rest: [rest] }: SchemaAST.Arrays, name: string): TypeSpec => {
  const item = first ?? rest
  return item === undefined ? anyType : typeOf(table, item, singular(name))
}

const propertyOf = (table: TypeTable, ast: SchemaAST.AST, name: string): PropertySpec => ({
  ...typeOf(table, ast, name),
  ...descriptionOf(ast),
  ...(SchemaAST.isDeclaration(ast) ? { secret: true } : {})
})

const objectOf = (table: TypeTable, ast: SchemaAST.Objects, name: string): ObjectSpec => {
  const required = ast.propertySignatures
    .filter(({ type }) => !SchemaAST.isOptional(type))
    .map((one) => String(one.name))
  return {
    type: "object",
    ...descriptionOf(ast),
    properties: Object.fromEntries(
      ast.propertySignatures.map((one) => [
        String(one.name),
        propertyOf(table, one.type, name + capitalized(String(one.name)))
      ])
    ),
    ...(required.length === 0 ? {} : { required })
  }
}

/** The properties of a record's values; nested records are named after `name` and the property that holds them. */
export const recordSpec = (table: TypeTable, schema: Schema.Top, name: string): ObjectSpec => {
  const ast = SchemaAST.toType(schema.ast)
  return SchemaAST.isObjects(ast) ? objectOf(table, ast, name) : { type: "object", properties: {} }
}

/** The type of a value; what needs a name is called `name`. */
export const valueSpec = (table: TypeTable, schema: Schema.Top, name: string): TypeSpec =>
  typeOf(table, SchemaAST.toType(schema.ast), name)
