/** The rules of all languages for one package. */
import type { Language } from "../../../contract/Language.ts"
import type { PackageModel } from "../model/PackageModel.ts"
import { csharp } from "./Csharp.ts"
import { go } from "./Go.ts"
import { hcl } from "./Hcl.ts"
import { java } from "./Java.ts"
import type { LanguageRules } from "./LanguageRules.ts"
import { python } from "./Python.ts"
import { typescript } from "./Typescript.ts"
import { yaml } from "./Yaml.ts"

export type Languages = Readonly<Record<Language, LanguageRules>>

export const languagesOf = ({ resources, settings }: Pick<PackageModel, "resources" | "settings">): Languages => ({
  typescript: typescript(settings),
  python: python(settings),
  go: go(resources),
  csharp: csharp(settings),
  java,
  yaml,
  hcl
})
