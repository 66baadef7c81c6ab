/** The public package schema as far as providers use it. */

/** A reference to a type: a primitive, a list, a map, a named type, or a choice of types. */
export interface TypeSpec {
  readonly type?: string
  readonly items?: TypeSpec
  readonly additionalProperties?: TypeSpec
  readonly $ref?: string
  readonly oneOf?: ReadonlyArray<TypeSpec>
}

/** A property of an object, an input or a variable. */
export interface PropertySpec extends TypeSpec {
  readonly description?: string
  readonly default?: string | number | boolean
  readonly defaultInfo?: { readonly environment: ReadonlyArray<string> }
  readonly secret?: boolean
  readonly deprecationMessage?: string
}

/** An object's properties. */
export interface ObjectSpec {
  readonly type: "object"
  readonly description?: string
  readonly properties: Readonly<Record<string, PropertySpec>>
  readonly required?: ReadonlyArray<string>
}

/** A closed set of values. */
export interface EnumSpec {
  readonly type: "string" | "number" | "boolean"
  readonly description?: string
  readonly enum: ReadonlyArray<{ readonly value: string | number | boolean }>
}

/** A function: what it takes and what it gives. */
export interface FunctionSpec {
  readonly description: string
  readonly inputs?: ObjectSpec
  readonly outputs: ObjectSpec
  readonly deprecationMessage?: string
}

/** A whole package. Keys of `types` and `functions` are type tokens. */
export interface PackageSchema {
  readonly name: string
  readonly displayName: string
  readonly version: string
  readonly description: string
  readonly keywords: ReadonlyArray<string>
  readonly license: string
  readonly publisher: string
  readonly attribution: string
  readonly meta: { readonly moduleFormat: string }
  readonly config: {
    readonly variables: Readonly<Record<string, PropertySpec>>
    readonly defaults: ReadonlyArray<string>
  }
  readonly provider: {
    readonly type: "object"
    readonly description: string
    readonly inputProperties: Readonly<Record<string, PropertySpec>>
    readonly requiredInputs: ReadonlyArray<string>
  }
  readonly types: Readonly<Record<string, ObjectSpec | EnumSpec>>
  readonly functions: Readonly<Record<string, FunctionSpec>>
}
