/** The examples of a package (Spec A, Example). */
import { Schema } from "effect"
import { DocsKind } from "./DocsPage.ts"
import { Language } from "./Language.ts"

/** Examples in an answer to a request that names no number (Spec A, Limits). */
export const DEFAULT_EXAMPLES = 20

/** The most examples in one answer; a larger number means this one (Spec A, Limits). */
export const MAX_EXAMPLES = 100

/** One example in one language. */
export const RegistryExample = Schema.Struct({
  id: Schema.String.annotate({ description: "`<type token>#<slug>`, stable within the version." }),
  title: Schema.String.annotate({ description: "At most 120 characters; empty when there is none." }),
  code: Schema.String.annotate({ description: "The source." }),
  typeToken: Schema.String.annotate({ description: "The resource or function that it belongs to." }),
  kind: DocsKind
}).annotate({ identifier: "RegistryExample" })
export type RegistryExample = typeof RegistryExample.Type

/** Examples by type token, and in one type by their place in its description. */
export const PackageExamples = Schema.Struct({
  version: Schema.String.annotate({ description: "The resolved version, never `latest`." }),
  navUrl: Schema.String.annotate({ description: "Path of this version's navigation." }),
  language: Language,
  examples: Schema.Array(RegistryExample),
  totalCount: Schema.Int.annotate({ description: "How many examples match, whatever the limit." })
}).annotate({ identifier: "PackageExamples" })
export type PackageExamples = typeof PackageExamples.Type
