/** A package schema as its documentation needs it. Knows neither JSON nor any language's names. */
import type { Token } from "./Token.ts"

/** Types that every language has a word for. */
export type Primitive =
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "any"
  | "json"
  | "asset"
  | "archive"
  | "anyResource"

/** The type of a property. Objects and enumerations are the definitions themselves, so types can be cyclic. */
export type TypeExpression =
  | { readonly kind: Primitive }
  | { readonly kind: "array"; readonly element: TypeExpression }
  | { readonly kind: "map"; readonly element: TypeExpression }
  | { readonly kind: "union"; readonly alternatives: ReadonlyArray<TypeExpression> }
  | { readonly kind: "object"; readonly type: ObjectType }
  | { readonly kind: "enum"; readonly type: EnumType }
  | { readonly kind: "resource"; readonly token: Token }
  | {
      readonly kind: "foreign"
      readonly what: "type" | "resource"
      readonly token: Token
      /** The other package, by the name under which its schema is referred to. */
      readonly package: string
      /** Absent when the reference names none. */
      readonly version: string | undefined
    }

/** A type that is defined under a name of its own. */
export type NamedType = Extract<TypeExpression, { readonly kind: "object" | "enum" }>

/** A property of a resource, function or object. */
export interface Property {
  readonly name: string
  readonly type: TypeExpression
  readonly required: boolean
  readonly replaceOnChanges: boolean
  /** Markdown; empty when there is none. */
  readonly description: string
  readonly deprecationMessage: string | undefined
  /** Names that the schema gives, by the schema's own word for a language. */
  readonly names: ReadonlyMap<string, string>
}

/** A definition with properties: the required ones first, then by name; constants are left out. */
export interface ObjectType {
  readonly token: Token
  readonly properties: ReadonlyArray<Property>
}

export interface EnumValue {
  /** Undefined when the value is its own name. */
  readonly name: string | undefined
  readonly value: string | number | boolean
  /** Markdown; empty when there is none. */
  readonly description: string
  readonly deprecationMessage: string | undefined
}

/** A definition that lists its values. */
export interface EnumType {
  readonly token: Token
  readonly underlying: "string" | "integer" | "number" | "boolean"
  readonly values: ReadonlyArray<EnumValue>
}

/** What resources and functions have in common. */
export interface Member {
  readonly token: Token
  /** Markdown; empty when there is none. */
  readonly description: string
  readonly deprecationMessage: string | undefined
  readonly inputs: ReadonlyArray<Property>
  readonly outputs: ReadonlyArray<Property>
}

export interface ResourceModel extends Member {
  readonly kind: "resource"
  /** Outputs by the name of an input, which are not among the outputs. Their types may be others than the inputs'. */
  readonly repeatedOutputs: ReadonlyArray<Property>
}

export interface FunctionModel extends Member {
  readonly kind: "function"
  /** What it returns where that is not a bag of its own outputs. */
  readonly returns: TypeExpression | undefined
}

/** What a schema says about its packages in certain languages. */
export interface LanguageSettings {
  /** C# namespaces of packages and modules, and the one above all of them. */
  readonly rootNamespace: string
  readonly namespaces: ReadonlyMap<string, string>
  /** Python and Node.js modules by schema module. */
  readonly pythonModules: ReadonlyMap<string, string>
  readonly nodeModules: ReadonlyMap<string, string>
}

/** Everything in the order of the schema. */
export interface PackageModel {
  readonly name: string
  readonly provider: ResourceModel
  readonly resources: ReadonlyArray<ResourceModel>
  /** Without those that are hidden. */
  readonly functions: ReadonlyArray<FunctionModel>
  readonly objects: ReadonlyArray<ObjectType>
  readonly enums: ReadonlyArray<EnumType>
  readonly settings: LanguageSettings
  /** Names of the packages that foreign types come from. */
  readonly otherPackages: ReadonlySet<string>
}
