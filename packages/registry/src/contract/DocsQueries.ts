/** The questions that readers of documentation can ask. Anything else under these names is a 400 (Spec A, Registry). */
import { Schema, SchemaTransformation } from "effect"
import { MAX_EXAMPLES } from "./DocsExamples.ts"
import { Language, OperatingSystem } from "./Language.ts"

const lang = Schema.optionalKey(Language.annotate({ description: "The language of names and code; `go` when absent." }))

const chosenLanguage = Schema.optionalKey(
  Language.annotate({ description: "Resolves language choosers; without it they are kept." })
)

const os = Schema.optionalKey(
  OperatingSystem.annotate({ description: "Resolves choosers of the operating system; without it they are kept." })
)

const search = (description: string) =>
  Schema.optionalKey(Schema.String.pipe(Schema.check(Schema.isMaxLength(256))).annotate({ description }))

/** A number of at least 1; one above the maximum means the maximum, however large it is. */
const clamped = (maximum: number) =>
  Schema.String.pipe(
    Schema.check(Schema.isPattern(/^0*[1-9]\d{0,99}$/, { message: "Expected an integer of at least 1" })),
    Schema.decodeTo(
      Schema.Int,
      SchemaTransformation.transform({ decode: (text) => Math.min(Number(text), maximum), encode: String })
    )
  )

/** How much a navigation answer contains. */
export const NavigationDepth = Schema.Literals(["summary", "full"])
export type NavigationDepth = typeof NavigationDepth.Type

export const DocsQuery = Schema.Struct({ lang, os })
export type DocsQuery = typeof DocsQuery.Type

export const ExamplesQuery = Schema.Struct({
  lang,
  limit: Schema.optionalKey(
    clamped(MAX_EXAMPLES).annotate({
      description: `The most examples to answer, 20 when absent; more than ${MAX_EXAMPLES} means ${MAX_EXAMPLES}.`
    })
  ),
  q: search("Only examples whose title or type token contains this text, in any case.")
})
export type ExamplesQuery = typeof ExamplesQuery.Type

export const NavigationQuery = Schema.Struct({
  depth: Schema.optionalKey(
    NavigationDepth.annotate({ description: "`summary` when absent; `full` lists resources and functions." })
  ),
  lang,
  q: search("Only resources and functions whose name or type token contains this text, in any case.")
})
export type NavigationQuery = typeof NavigationQuery.Type

/** For installation and README. */
export const ProseQuery = Schema.Struct({ lang: chosenLanguage, os })
export type ProseQuery = typeof ProseQuery.Type
