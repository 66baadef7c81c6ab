/** When the name of an input type keeps the suffix that tells it from the output type of the same name. */
import type { Token } from "../model/Token.ts"
import { titleCase } from "./casing.ts"
import type { Surroundings } from "./LanguageRules.ts"

const SUFFIX = "Args"

/** Every input type has the suffix. */
export const inputName = (name: string, { position }: Surroundings): string =>
  position === "input" ? `${name}${SUFFIX}` : name

/** The suffix stands only in maps, and where the token does not write the name as the type is written. */
export const quietInputName = (token: Token, around: Surroundings): string => {
  const name = titleCase(token.name)
  return around.inMap || name !== token.name ? inputName(name, around) : name
}
