/** What a language has to say about names and types; one file a language says it (open points, section 7). */
import type { DocsKind } from "../../../contract/DocsPage.ts"
import type { EnumType, Primitive, TypeExpression } from "../model/PackageModel.ts"
import type { Token } from "../model/Token.ts"

/**
 * Where a type is shown. `input`: inputs of resources. `plain`: inputs of functions and members of supporting types.
 * `output`: outputs.
 */
export type Position = "input" | "plain" | "output"

/** What a type's display depends on beside the type. */
export interface Surroundings {
  readonly position: Position
  /** The module of the page. */
  readonly module: string
  /** Whether the type stands in a list or map. */
  readonly nested: boolean
  /** Whether it stands in a map, however deep. */
  readonly inMap: boolean
}

/** A type used in a union, and how it is displayed there. */
export interface Alternative {
  readonly type: TypeExpression
  readonly text: string
}

/** The rules of one language for one package. All of them give some text for every input. */
export interface LanguageRules {
  readonly property: (name: string) => string
  readonly resourceName: (token: Token) => string
  /** The name of an object or enumeration. */
  readonly typeName: (token: Token) => string
  readonly functionName: (token: Token) => string
  /** What programs write before the name of a resource or function of this package, as `docker.`; empty for nothing. */
  readonly usedFrom: (token: Token, kind: DocsKind) => string
  readonly enumMember: (
    member: { readonly name: string; readonly value: EnumType["values"][number]["value"] },
    type: Token
  ) => string
  readonly primitives: Readonly<Record<Primitive, string>>
  readonly array: (element: string, around: Surroundings) => string
  readonly map: (element: string, around: Surroundings) => string
  /** A union in a list or map; one of a property itself is its alternatives side by side. */
  readonly union: (alternatives: ReadonlyArray<Alternative>, around: Surroundings) => string
  readonly object: (token: Token, around: Surroundings) => string
  readonly enumeration: (type: EnumType, around: Surroundings) => string
  readonly resource: (token: Token, around: Surroundings) => string
}
