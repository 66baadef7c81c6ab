/** Makes what `GET …/docs/{typeToken}` answers of a prepared page, apart from what a reader chooses. */
import type {
  PackageDocs,
  RegistryDocsEnumValue,
  RegistryDocsProperty,
  RegistryDocsSupportingType,
  RegistryDocsTypeRef,
  TextByLanguage
} from "../../../contract/DocsPage.ts"
import type {
  PreparedEnumValue,
  PreparedPage,
  PreparedProperty,
  PreparedType,
  PreparedTypeRef
} from "./PreparedPage.ts"

/** What an answer needs beside the page. */
export interface AnswerParts {
  /** Markdown of a property as each language reads it. */
  readonly describe: (markdown: string) => TextByLanguage
  /** The three-part identifier of another package, by the name that the schema uses. */
  readonly packageId: (name: string) => string
}

/** The description with what the wire has no field for. */
const withDeprecation = (description: string, message: string | undefined): string => {
  if (message === undefined || message === "") return description
  const note = `**Deprecated:** ${message}`
  return description === "" ? note : `${description.trimEnd()}\n\n${note}`
}

const typeRefOf = (
  { package: name, typeToken, version }: PreparedTypeRef,
  { packageId }: AnswerParts
): RegistryDocsTypeRef => ({
  typeToken,
  ...(name === undefined ? {} : { package: packageId(name) }),
  ...(version === undefined ? {} : { version })
})

const propertyOf = (property: PreparedProperty, parts: AnswerParts): RegistryDocsProperty => ({
  name: property.name,
  type: property.type,
  required: property.required,
  replaceOnChanges: property.replaceOnChanges,
  ...(property.deprecationMessage === undefined ? {} : { deprecated: true }),
  description: parts.describe(withDeprecation(property.description, property.deprecationMessage)),
  typeRef: property.typeRef === null ? null : typeRefOf(property.typeRef, parts)
})

const valueOf = (value: PreparedEnumValue, parts: AnswerParts): RegistryDocsEnumValue => {
  const description = withDeprecation(value.description, value.deprecationMessage)
  return {
    name: value.name,
    value: value.value,
    ...(description === "" ? {} : { description: parts.describe(description) })
  }
}

export const supportingTypeAnswer = (type: PreparedType, parts: AnswerParts): RegistryDocsSupportingType => ({
  typeToken: type.typeToken,
  name: type.name,
  kind: type.kind,
  ...(type.properties === undefined
    ? {}
    : { properties: type.properties.map((property) => propertyOf(property, parts)) }),
  ...(type.values === undefined ? {} : { values: type.values.map((value) => valueOf(value, parts)) })
})

/** What a page says in all languages at once, without its supporting types. */
export type DocsMembers = Required<Pick<PackageDocs, "inputs" | "kind" | "name" | "outputs">>

export const docsMembers = (page: PreparedPage, parts: AnswerParts): DocsMembers => ({
  kind: page.kind,
  name: page.name,
  inputs: page.inputs.map((property) => propertyOf(property, parts)),
  outputs: page.outputs.map((property) => propertyOf(property, parts))
})
