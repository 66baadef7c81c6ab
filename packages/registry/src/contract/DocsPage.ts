/** The documentation of one resource or function (Spec A, Package docs response; open points, section 3). */
import { Schema } from "effect"
import { RegistryContentNode } from "./DocsContent.ts"
import { Language } from "./Language.ts"

/** A text for each language. */
export const TextByLanguage = Schema.Record(Schema.String, Schema.String)
export type TextByLanguage = typeof TextByLanguage.Type

/** What a page is about. */
export const DocsKind = Schema.Literals(["resource", "function"])
export type DocsKind = typeof DocsKind.Type

/** Where a type is documented: among this page's supporting types, on a page of its own, or in another package. */
export const RegistryDocsTypeRef = Schema.Struct({
  typeToken: Schema.String,
  package: Schema.optionalKey(
    Schema.String.annotate({ description: "`{source}/{publisher}/{name}`, only for other packages." })
  ),
  version: Schema.optionalKey(Schema.String.annotate({ description: "Only for other packages." }))
}).annotate({ identifier: "RegistryDocsTypeRef" })
export type RegistryDocsTypeRef = typeof RegistryDocsTypeRef.Type

/** An input, an output, or a member of a supporting type. */
export const RegistryDocsProperty = Schema.Struct({
  name: TextByLanguage.annotate({ description: "The name in each language." }),
  type: TextByLanguage.annotate({ description: "The type as each language displays it." }),
  required: Schema.Boolean,
  replaceOnChanges: Schema.Boolean.annotate({ description: "Whether changing it replaces the resource." }),
  deprecated: Schema.optionalKey(Schema.Boolean),
  description: TextByLanguage.annotate({ description: "Markdown in each language." }),
  typeRef: Schema.optionalKey(
    Schema.NullOr(RegistryDocsTypeRef).annotate({ description: "Null when the type needs no documentation." })
  )
}).annotate({ identifier: "RegistryDocsProperty" })
export type RegistryDocsProperty = typeof RegistryDocsProperty.Type

/** One value of an enumeration. */
export const RegistryDocsEnumValue = Schema.Struct({
  name: TextByLanguage.annotate({ description: "The name in each language." }),
  value: Schema.String.annotate({ description: "The value itself, written as text." }),
  description: Schema.optionalKey(TextByLanguage.annotate({ description: "Markdown in each language." }))
}).annotate({ identifier: "RegistryDocsEnumValue" })
export type RegistryDocsEnumValue = typeof RegistryDocsEnumValue.Type

/** A type that inputs or outputs refer to, directly or through other types. */
export const RegistryDocsSupportingType = Schema.Struct({
  typeToken: Schema.String,
  name: TextByLanguage.annotate({ description: "The name in each language." }),
  kind: Schema.Literals(["object", "enum"]),
  properties: Schema.optionalKey(Schema.Array(RegistryDocsProperty).annotate({ description: "Of an `object`." })),
  values: Schema.optionalKey(Schema.Array(RegistryDocsEnumValue).annotate({ description: "Of an `enum`." }))
}).annotate({ identifier: "RegistryDocsSupportingType" })
export type RegistryDocsSupportingType = typeof RegistryDocsSupportingType.Type

/** The page of one type token. */
export const PackageDocs = Schema.Struct({
  version: Schema.String.annotate({ description: "The resolved version, never `latest`." }),
  navUrl: Schema.String.annotate({ description: "Path of this version's navigation." }),
  typeToken: Schema.String,
  kind: DocsKind,
  language: Language.annotate({
    description: "The language that was asked for; content that does not exist in it stands in another one."
  }),
  name: TextByLanguage.annotate({ description: "The display name in each language." }),
  description: Schema.Array(RegistryContentNode),
  inputs: Schema.optionalKey(Schema.Array(RegistryDocsProperty)),
  outputs: Schema.optionalKey(
    Schema.Array(RegistryDocsProperty).annotate({
      description: "A resource's inputs are outputs too and are not repeated here."
    })
  ),
  supportingTypes: Schema.optionalKey(
    Schema.Array(RegistryDocsSupportingType).annotate({ description: "Every type that inputs and outputs lead to." })
  )
}).annotate({ identifier: "PackageDocs" })
export type PackageDocs = typeof PackageDocs.Type
