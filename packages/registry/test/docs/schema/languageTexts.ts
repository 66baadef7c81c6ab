/** A text for each language, for expectations. */
import type { Language } from "../../../src/contract/Language.ts"

type Texts = Readonly<Record<Language, string>>

/** In the order of the table of names: typescript, python, go, csharp, java, yaml, hcl. */
export const texts = (
  typescript: string,
  python: string,
  go: string,
  csharp: string,
  java: string,
  yaml: string,
  hcl: string
): Texts => ({ typescript, python, go, csharp, java, yaml, hcl })
