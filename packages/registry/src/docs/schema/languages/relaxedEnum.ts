/** Unions of an enumeration and its underlying type: "one of these values, or another one". */
import type { EnumType } from "../model/PackageModel.ts"
import type { Alternative, LanguageRules } from "./LanguageRules.ts"

/** How such a union's underlying type is displayed; undefined for other unions. */
export const relaxedEnum = (
  alternatives: ReadonlyArray<Alternative>,
  primitives: LanguageRules["primitives"]
): string | undefined => {
  const enumeration = alternatives.find(
    (each): each is Alternative & { readonly type: { readonly kind: "enum"; readonly type: EnumType } } =>
      each.type.kind === "enum"
  )
  return enumeration === undefined ? undefined : primitives[enumeration.type.type.underlying]
}
