/** Names and types in HCL. */
import type { Token } from "../model/Token.ts"
import { snakeCase } from "./casing.ts"
import { quotedValue } from "./enumMember.ts"
import { type LanguageRules } from "./LanguageRules.ts"
import { sideBySide } from "./typeText.ts"

/** Package, module and name in snake_case; of another package's token the module stands as it is written there. */
const blockType = ({ text, ...token }: Token, name: string): string => {
  const [packageName = ""] = text.split(":")
  const module = token.foreign || token.middle === "providers" ? token.middle : token.module
  const parts = [...(module === "index" ? [] : module.split("/")), ...name.split("/")]
  return [packageName, ...parts.filter((part) => part !== "").map(snakeCase)].join("_")
}

const typeName = (token: Token): string => blockType(token, token.text.split(":")[2] ?? "")

/** Objects have no names in HCL, and enumerations are their values. */
export const hcl: LanguageRules = {
  property: snakeCase,
  resourceName: typeName,
  typeName,
  /** Data sources are named for what they get. */
  functionName: (token) => blockType(token, token.name.replace(/^get(?=[A-Z])/, "")),
  usedFrom: () => "",
  enumMember: ({ value }) => quotedValue(value),
  primitives: {
    string: "string",
    integer: "number",
    number: "number",
    boolean: "bool",
    any: "any",
    json: "any",
    asset: "asset",
    archive: "archive",
    anyResource: "resource"
  },
  array: (element) => `list(${element})`,
  map: (element) => `map(${element})`,
  union: (alternatives) => sideBySide(alternatives.map(({ text }) => text)),
  object: () => "object",
  enumeration: ({ values }) => sideBySide(values.map(({ value }) => quotedValue(value))),
  resource: typeName
}
