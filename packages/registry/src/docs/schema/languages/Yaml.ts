/** Names and types in YAML programs. */
import { type Token, withoutRepeatedName } from "../model/Token.ts"
import { quotedValue } from "./enumMember.ts"
import { type LanguageRules } from "./LanguageRules.ts"
import { sideBySide } from "./typeText.ts"

/** The token in its short form: without the module `index`, and without a last part of the module that repeats the name. */
const shortToken = (token: Token): string => {
  const [packageName = "", middle = "", name = ""] = token.text.split(":")
  const module = withoutRepeatedName(middle, name)
  return [packageName, ...(module === "" || module === "index" ? [] : [module]), name].join(":")
}

/** YAML programs use the schema's own names. Objects have no names there, and enumerations are their values. */
export const yaml: LanguageRules = {
  property: (name) => name,
  resourceName: shortToken,
  typeName: shortToken,
  functionName: shortToken,
  usedFrom: () => "",
  enumMember: ({ value }) => quotedValue(value),
  primitives: {
    string: "String",
    integer: "Number",
    number: "Number",
    boolean: "Boolean",
    any: "Any",
    json: "JSON",
    asset: "Asset",
    archive: "Archive",
    anyResource: "Resource"
  },
  array: (element) => `List<${element}>`,
  map: (element) => `Map<${element}>`,
  union: (alternatives) => sideBySide(alternatives.map(({ text }) => text)),
  object: () => "Property Map",
  enumeration: ({ values }) => sideBySide(values.map(({ value }) => quotedValue(value))),
  resource: shortToken
}
