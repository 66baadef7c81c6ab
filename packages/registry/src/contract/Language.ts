/** The languages in which a package is documented, and what stands in for one that says nothing (Spec A, Registry). */
import { Schema } from "effect"

/** Every language, in the order in which they stand in for each other. */
export const languages = ["typescript", "python", "go", "csharp", "java", "yaml", "hcl"] as const

/** The target of names, types and code snippets. */
export const Language = Schema.Literals(languages)
export type Language = typeof Language.Type

/** The language of a request that names none. */
export const DEFAULT_LANGUAGE: Language = "go"

/** Where to look for a text: in the asked language, then in the others, so that there is an answer where there is a text. */
export const fallbackOrder = (language: Language): ReadonlyArray<Language> => [
  language,
  ...languages.filter((other) => other !== language)
]

/** The operating systems that texts can differ by. */
export const OperatingSystem = Schema.Literals(["linux", "macos", "windows"])
export type OperatingSystem = typeof OperatingSystem.Type
