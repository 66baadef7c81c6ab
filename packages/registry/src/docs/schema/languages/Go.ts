/** Names and types in Go. */
import type { ResourceModel } from "../model/PackageModel.ts"
import type { Token } from "../model/Token.ts"
import { titleCase, upperFirst, withoutSymbols } from "./casing.ts"
import { memberIdentifier } from "./enumMember.ts"
import { inputName } from "./inputName.ts"
import { type LanguageRules } from "./LanguageRules.ts"
import { memberName } from "./memberName.ts"
import { relaxedEnum } from "./relaxedEnum.ts"

const primitives = {
  string: "string",
  integer: "int",
  number: "float64",
  boolean: "bool",
  any: "interface{}",
  json: "interface{}",
  asset: "pulumi.AssetOrArchive",
  archive: "pulumi.Archive",
  anyResource: "pulumi.Resource"
}

const placeOf = (token: Token): string => `${token.module}:${titleCase(token.name)}`

/** By convention Go packages are called as the last part of their path, in lower case and without hyphens. */
const goPackage = ({ module, package: packageName }: Token): string =>
  (module.split("/").at(-1) || packageName).toLowerCase().replaceAll(/[^\p{L}\p{N}_]/gu, "")

/** Types are displayed without the path of their Go package. */
export const go = (resources: ReadonlyArray<ResourceModel>): LanguageRules => {
  const taken = new Set(resources.map(({ token }) => placeOf(token)))

  /** The name of a type; one that a resource of the same Go package has gets a suffix. */
  const definedName = (token: Token): string =>
    !token.foreign && taken.has(placeOf(token)) ? `${titleCase(token.name)}Type` : titleCase(token.name)

  const resourceName = (token: Token): string => titleCase(token.name)

  return {
    property: (name) => withoutSymbols(titleCase(name)),
    resourceName,
    typeName: definedName,
    functionName: (token) => titleCase(memberName(token)),
    usedFrom: (token) => `${goPackage(token)}.`,
    enumMember: ({ name }, type) => {
      const member = memberIdentifier(name, "", upperFirst)
      return definedName(type) + (member.includes("_") && !member.startsWith("_") ? "_" : "") + member
    },
    primitives,
    array: (element) => `[]${element}`,
    map: (element) => `map[string]${element}`,
    union: (alternatives) => relaxedEnum(alternatives, primitives) ?? primitives.any,
    object: (token, around) => inputName(definedName(token), around),
    enumeration: ({ token }) => definedName(token),
    resource: resourceName
  }
}
