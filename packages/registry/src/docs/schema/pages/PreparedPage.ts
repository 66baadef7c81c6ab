/**
 * The documentation of one resource or function as it is kept: plain JSON with the names and types of all languages.
 * Markdown stands as the schema has it, so that what depends on a reader's choices is decided when it is read.
 */
import type { DocsKind, RegistryDocsSupportingType, TextByLanguage } from "../../../contract/DocsPage.ts"

/** Where a type is documented; `package` is only for types of other packages, by the name that the schema uses. */
export interface PreparedTypeRef {
  readonly typeToken: string
  readonly package?: string
  readonly version?: string
  /** Whether it is an object or enumeration of another package, which has no page of its own there. */
  readonly isType?: boolean
}

export interface PreparedProperty {
  readonly name: TextByLanguage
  readonly type: TextByLanguage
  readonly required: boolean
  readonly replaceOnChanges: boolean
  readonly description: string
  readonly deprecationMessage?: string
  readonly typeRef: PreparedTypeRef | null
}

export interface PreparedEnumValue {
  readonly name: TextByLanguage
  readonly value: string
  readonly description: string
  readonly deprecationMessage?: string
}

/** With `properties` or `values`, by its kind. */
export interface PreparedType {
  readonly typeToken: string
  readonly name: TextByLanguage
  readonly kind: RegistryDocsSupportingType["kind"]
  readonly properties?: ReadonlyArray<PreparedProperty>
  readonly values?: ReadonlyArray<PreparedEnumValue>
}

export interface PreparedPage {
  readonly typeToken: string
  readonly kind: DocsKind
  readonly name: TextByLanguage
  /** What programs write before the name. */
  readonly usedFrom: TextByLanguage
  /** Says first what has been deprecated, for which an answer has no field. */
  readonly description: string
  readonly inputs: ReadonlyArray<PreparedProperty>
  readonly outputs: ReadonlyArray<PreparedProperty>
  /** Every object and enumeration of this package that inputs and outputs lead to, by name. */
  readonly supportingTypes: ReadonlyArray<PreparedType>
}

export interface PreparedItem {
  readonly typeToken: string
  readonly name: TextByLanguage
}

/** A module of the navigation, with everything in the order of the schema. */
export interface PreparedModule {
  readonly name: string
  readonly resources: ReadonlyArray<PreparedItem>
  readonly functions: ReadonlyArray<PreparedItem>
}
