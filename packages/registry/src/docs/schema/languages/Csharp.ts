/** Names and types in C#. */
import type { LanguageSettings } from "../model/PackageModel.ts"
import type { Token } from "../model/Token.ts"
import { titleCase, upperFirst, withoutSymbols } from "./casing.ts"
import { memberIdentifier } from "./enumMember.ts"
import { quietInputName } from "./inputName.ts"
import { type LanguageRules, type Surroundings } from "./LanguageRules.ts"
import { memberName } from "./memberName.ts"
import { relaxedEnum } from "./relaxedEnum.ts"

const primitives = {
  string: "string",
  integer: "int",
  number: "double",
  boolean: "bool",
  any: "object",
  json: "System.Text.Json.JsonElement",
  asset: "AssetOrArchive",
  archive: "Archive",
  anyResource: "Resource"
}

/** The namespace above all packages, where a schema names no other. */
const ROOT = "Pulumi"

/** The one package that keeps its types apart from its modules, and to which many others refer. */
const KUBERNETES = "kubernetes"

export const csharp = (settings: LanguageSettings): LanguageRules => {
  const namespaceOf = (token: Token) => {
    const known = token.foreign ? undefined : settings.namespaces
    const module = token.module.split("/").filter((part) => part !== "")
    const named = known?.get(token.module)
    const own = known?.get(token.package) ?? titleCase(token.package)
    return {
      own,
      package: `${token.foreign ? ROOT : settings.rootNamespace}.${own}`,
      module: named === undefined || token.module === "" ? module.map(titleCase) : [named]
    }
  }

  const qualified = (token: Token, name: string): string => {
    const namespace = namespaceOf(token)
    return [namespace.package, ...namespace.module, name].join(".")
  }

  /** Objects of the page's own module need no namespace. */
  const object = (token: Token, around: Surroundings): string => {
    const name = quietInputName(token, around)
    if (!token.foreign && token.module === around.module) return name
    const apart = token.foreign && token.package === KUBERNETES
    const namespace = namespaceOf(token)
    const direction = around.position === "output" ? "Outputs" : "Inputs"
    const place = apart ? ["Types", direction, ...namespace.module] : [...namespace.module, direction]
    return [namespace.package, ...place, name].join(".")
  }

  const typeName = (token: Token) => titleCase(token.name)

  return {
    property: (name) => withoutSymbols(titleCase(name)),
    resourceName: typeName,
    typeName,
    functionName: (token) => titleCase(memberName(token)),
    /** With the namespace of the package under a name of its own: `using Docker = Pulumi.Docker`. */
    usedFrom: (token) => {
      const { module, own } = namespaceOf(token)
      return [own, ...module, ""].join(".")
    },
    enumMember: ({ name }, type) => memberIdentifier(name, typeName(type), upperFirst),
    primitives,
    array: (element, { nested }) => `${nested ? "ImmutableArray" : "List"}<${element}>`,
    map: (element, { nested }) => `${nested ? "ImmutableDictionary" : "Dictionary"}<string, ${element}>`,
    union: (alternatives, { position }) => {
      const relaxed = position === "output" ? relaxedEnum(alternatives, primitives) : undefined
      if (relaxed !== undefined) return relaxed
      const [first, second, ...others] = new Set(alternatives.map(({ text }) => text))
      if (first === undefined || others.length > 0) return primitives.any
      return second === undefined ? first : `Union<${first}, ${second}>`
    },
    object,
    enumeration: ({ token }) => qualified(token, typeName(token)),
    resource: (token) => qualified(token, typeName(token))
  }
}
