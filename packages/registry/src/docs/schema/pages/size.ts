/** About how many characters a page takes for something, so that too much is refused before it is written. */
import type { EnumType, NamedType, Property, TypeExpression } from "../model/PackageModel.ts"

/** Names of fields and languages, for a property and for a name alone. */
const PROPERTY = 400
const NAMES = 120

/** Every language has its own spelling of a name or type, and its own copy of a description. */
const LANGUAGES = 7

const knownValues = new WeakMap<EnumType, number>()

/** All values side by side; counted once, as any number of properties may have the type. */
const valueTexts = (type: EnumType): number => {
  const known = knownValues.get(type) ?? type.values.reduce((sum, { value }) => sum + String(value).length + 5, 0)
  knownValues.set(type, known)
  return known
}

const typeSize = (type: TypeExpression): number => {
  switch (type.kind) {
    case "array":
    case "map":
      return LANGUAGES * 10 + typeSize(type.element)
    case "union":
      return type.alternatives.reduce((sum, alternative) => sum + typeSize(alternative), 0)
    case "object":
      return LANGUAGES * type.type.token.text.length
    case "enum":
      return LANGUAGES * type.type.token.text.length + 2 * valueTexts(type.type)
    case "resource":
    case "foreign":
      return LANGUAGES * type.token.text.length
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "any":
    case "json":
    case "asset":
    case "archive":
    case "anyResource":
      return LANGUAGES * 10
  }
}

export const propertySize = ({ deprecationMessage = "", description, name, type }: Property): number =>
  PROPERTY + typeSize(type) + LANGUAGES * (name.length + description.length + deprecationMessage.length)

const memberSizes = (named: NamedType): number =>
  named.kind === "object"
    ? named.type.properties.reduce((sum, property) => sum + propertySize(property), 0)
    : named.type.values.reduce(
        (sum, { description, name = "", value }) =>
          sum + NAMES + LANGUAGES * (Math.max(name.length, String(value).length) + description.length),
        valueTexts(named.type)
      )

export const namedTypeSize = (named: NamedType): number =>
  NAMES + LANGUAGES * named.type.token.text.length + memberSizes(named)
