/** Names and types in Java. */
import type { Token } from "../model/Token.ts"
import { camelCase, titleCase, upperFirst } from "./casing.ts"
import { memberIdentifier } from "./enumMember.ts"
import { quietInputName } from "./inputName.ts"
import { type LanguageRules } from "./LanguageRules.ts"
import { memberName } from "./memberName.ts"
import { relaxedEnum } from "./relaxedEnum.ts"

const primitives = {
  string: "String",
  integer: "Integer",
  number: "Double",
  boolean: "Boolean",
  any: "Object",
  json: "JsonElement",
  asset: "AssetOrArchive",
  archive: "Archive",
  anyResource: "Resource"
}

const typeName = (token: Token): string => titleCase(token.name)

/** Schemas write properties in camelCase already, and Java keeps what they write. Types stand without their package. */
export const java: LanguageRules = {
  property: (name) => name,
  resourceName: typeName,
  typeName,
  functionName: (token) => camelCase(memberName(token)),
  /** Functions are members of one class a module. */
  usedFrom: ({ module, package: packageName }, kind) =>
    kind === "function" ? `${titleCase(module.split("/").at(-1) || packageName)}Functions.` : "",
  enumMember: ({ name }, type) => memberIdentifier(name, typeName(type), upperFirst),
  primitives,
  array: (element) => `List<${element}>`,
  map: (element) => `Map<String,${element}>`,
  union: (alternatives, { position }) => {
    const relaxed = position === "output" ? relaxedEnum(alternatives, primitives) : undefined
    if (relaxed !== undefined) return relaxed
    const [first, second, ...others] = new Set(alternatives.map(({ text }) => text))
    if (first === undefined || others.length > 0) return primitives.any
    return second === undefined ? first : `Either<${first},${second}>`
  },
  object: quietInputName,
  enumeration: ({ token }) => typeName(token),
  resource: typeName
}
