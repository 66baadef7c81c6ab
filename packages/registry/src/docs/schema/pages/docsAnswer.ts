/** Makes the answer of `GET …/docs/{typeToken}` of a kept page. */
import type { RegistryContentNode } from "../../../contract/DocsContent.ts"
import type {
  PackageDocs,
  RegistryDocsEnumValue,
  RegistryDocsProperty,
  RegistryDocsSupportingType,
  RegistryDocsTypeRef,
  TextByLanguage
} from "../../../contract/DocsPage.ts"
import type { Language } from "../../../contract/Language.ts"
import type {
  PreparedEnumValue,
  PreparedPage,
  PreparedProperty,
  PreparedType,
  PreparedTypeRef
} from "./PreparedPage.ts"

/** What an answer needs beside the page. */
export interface AnswerParts {
  readonly version: string
  readonly navUrl: string
  readonly language: Language
  /** The page's description, with its choosers resolved. */
  readonly description: ReadonlyArray<RegistryContentNode>
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

const typeRefOf = (reference: PreparedTypeRef, { packageId }: AnswerParts): RegistryDocsTypeRef =>
  reference.package === undefined ? reference : { ...reference, package: packageId(reference.package) }

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

const supportingTypeOf = (type: PreparedType, parts: AnswerParts): RegistryDocsSupportingType => ({
  typeToken: type.typeToken,
  name: type.name,
  kind: type.kind,
  ...(type.properties === undefined
    ? {}
    : { properties: type.properties.map((property) => propertyOf(property, parts)) }),
  ...(type.values === undefined ? {} : { values: type.values.map((value) => valueOf(value, parts)) })
})

export const docsAnswer = (page: PreparedPage, parts: AnswerParts): PackageDocs => ({
  version: parts.version,
  navUrl: parts.navUrl,
  typeToken: page.typeToken,
  kind: page.kind,
  language: parts.language,
  name: page.name,
  description: parts.description,
  inputs: page.inputs.map((property) => propertyOf(property, parts)),
  outputs: page.outputs.map((property) => propertyOf(property, parts)),
  supportingTypes: page.supportingTypes.map((type) => supportingTypeOf(type, parts))
})
