/** Names and types in TypeScript. */
import type { LanguageSettings } from "../model/PackageModel.ts"
import type { Token } from "../model/Token.ts"
import { camelCase, titleCase, upperFirst, withoutSymbols } from "./casing.ts"
import { memberIdentifier } from "./enumMember.ts"
import { quietInputName } from "./inputName.ts"
import { type LanguageRules, type Surroundings } from "./LanguageRules.ts"
import { memberName } from "./memberName.ts"
import { relaxedEnum } from "./relaxedEnum.ts"
import { sideBySide } from "./typeText.ts"

const primitives = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  any: "any",
  json: "any",
  asset: "pulumi.asset.Asset | pulumi.asset.Archive",
  archive: "pulumi.asset.Archive",
  anyResource: "pulumi.Resource"
}

/** The path of a name without what it has in common with the page's module; on pages of the package itself without dots. */
const seenFrom = (path: ReadonlyArray<string>, module: string): string => {
  if (module === "") return path.join("").replaceAll(".", "")
  const segments = module.split("/")
  const isInside = segments.every((segment, index) => path[index] === segment)
  return path.slice(isInside ? segments.length : 0).join(".")
}

export const typescript = (settings: LanguageSettings): LanguageRules => {
  const moduleOf = (module: string) => {
    const path = settings.nodeModules.get(module) ?? module
    return path === "" ? [] : path.split("/")
  }

  const named = (token: Token, name: string, kind: ReadonlyArray<string>, { module }: Surroundings) => {
    const foreign = token.foreign ? [`pulumi${titleCase(token.package)}`, ...kind] : []
    const own = token.foreign ? token.module.split("/").filter((part) => part !== "") : moduleOf(token.module)
    return seenFrom([...foreign, ...own, name], moduleOf(module).join("/"))
  }

  const typeName = (token: Token) => titleCase(token.name)

  return {
    property: (name) => name,
    resourceName: typeName,
    typeName,
    functionName: (token) => camelCase(memberName(token)),
    usedFrom: (token) => [withoutSymbols(token.package), ...moduleOf(token.module), ""].join("."),
    enumMember: ({ name }, type) => memberIdentifier(name, typeName(type), upperFirst),
    primitives,
    array: (element) => (element.includes(" | ") ? `(${element})[]` : `${element}[]`),
    map: (element) => `{[key: string]: ${element}}`,
    union: (alternatives, { position }) =>
      (position === "output" ? relaxedEnum(alternatives, primitives) : undefined) ??
      sideBySide(alternatives.map(({ text }) => text)),
    object: (token, around) => {
      const name = token.foreign ? typeName(token) : quietInputName(token, around)
      return named(token, name, ["types", around.position === "output" ? "output" : "input"], around)
    },
    enumeration: ({ token }, around) => named(token, typeName(token), [], around),
    resource: (token, around) => named(token, typeName(token), [], around)
  }
}
