/** How a language displays a type (open points, section 7, "Display types"). Knows no particular language. */
import type { TypeExpression } from "../model/PackageModel.ts"
import type { LanguageRules, Position, Surroundings } from "./LanguageRules.ts"

const text = (rules: LanguageRules, type: TypeExpression, around: Surroundings): string => {
  switch (type.kind) {
    case "array":
      return rules.array(text(rules, type.element, { ...around, nested: true }), around)
    case "map":
      return rules.map(text(rules, type.element, { ...around, nested: true, inMap: true }), around)
    case "union": {
      const alternatives = type.alternatives.map((each) => ({ type: each, text: text(rules, each, around) }))
      return around.nested ? rules.union(alternatives, around) : sideBySide(alternatives.map((each) => each.text))
    }
    case "object":
      return rules.object(type.type.token, around)
    case "enum":
      return rules.enumeration(type.type, around)
    case "resource":
      return rules.resource(type.token, around)
    case "foreign":
      return type.what === "type" ? rules.object(type.token, around) : rules.resource(type.token, around)
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "any":
    case "json":
    case "asset":
    case "archive":
    case "anyResource":
      return rules.primitives[type.kind]
  }
}

/** Alternatives as a reader sees them. */
export const sideBySide = (texts: ReadonlyArray<string>): string => texts.join(" | ")

/** The type of a property, as it is displayed on a page of `module`. */
export const typeText = (rules: LanguageRules, type: TypeExpression, position: Position, module: string): string =>
  text(rules, type, { position, module, nested: false, inMap: false })
