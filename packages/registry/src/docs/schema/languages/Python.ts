/** Names and types in Python. */
import type { LanguageSettings } from "../model/PackageModel.ts"
import type { Token } from "../model/Token.ts"
import { snakeCaseOfWords, titleCase, withoutSymbols } from "./casing.ts"
import { memberIdentifier } from "./enumMember.ts"
import { inputName } from "./inputName.ts"
import { type LanguageRules, type Surroundings } from "./LanguageRules.ts"
import { memberName } from "./memberName.ts"
import { relaxedEnum } from "./relaxedEnum.ts"

const keywords: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" ")
)

const primitives = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  any: "Any",
  json: "Any",
  asset: "Union[pulumi.Asset, pulumi.Archive]",
  archive: "pulumi.Archive",
  anyResource: "pulumi.Resource"
}

/** snake_case; a keyword gets an underscore behind it. */
const snake = (name: string): string => {
  const written = withoutSymbols(snakeCaseOfWords(name))
  return keywords.has(written) ? `${written}_` : written
}

const typeName = (token: Token) => titleCase(token.name)

export const python = (settings: LanguageSettings): LanguageRules => {
  const moduleOf = (module: string): string =>
    (settings.pythonModules.get(module) ?? module).split("/").map(snake).join(".")

  /** Names of the page's own module and of the package itself need no path. */
  const named = (token: Token, name: string, { module }: Surroundings): string => {
    const path = token.module === "" || (!token.foreign && token.module === module) ? [] : [moduleOf(token.module)]
    const root = token.foreign ? [`pulumi_${withoutSymbols(token.package)}`] : []
    return [...root, ...path, name].join(".")
  }

  return {
    property: snake,
    resourceName: typeName,
    typeName,
    functionName: (token) => snake(memberName(token)),
    usedFrom: (token) =>
      [withoutSymbols(token.package), ...(token.module === "" ? [] : [moduleOf(token.module)]), ""].join("."),
    enumMember: ({ name }, type) =>
      memberIdentifier(name, snakeCaseOfWords(typeName(type)).toUpperCase(), (text) =>
        snakeCaseOfWords(text).toUpperCase()
      ),
    primitives,
    array: (element) => `Sequence[${element}]`,
    map: (element) => `Mapping[str, ${element}]`,
    union: (alternatives, { position }) =>
      position === "output"
        ? (relaxedEnum(alternatives, primitives) ?? primitives.any)
        : `Union[${alternatives.map(({ text }) => text).join(", ")}]`,
    object: (token, around) => named(token, inputName(typeName(token), around), around),
    enumeration: ({ token }, around) => named(token, typeName(token), around),
    resource: (token, around) => named(token, typeName(token), around)
  }
}
