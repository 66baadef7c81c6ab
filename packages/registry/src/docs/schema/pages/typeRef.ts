/** Where the type of a property is documented. */
import type { TypeExpression } from "../model/PackageModel.ts"
import type { PreparedTypeRef } from "./PreparedPage.ts"

/** Of lists and maps the element's; of a union the first that there is; null for types that need no documentation. */
export const typeRef = (type: TypeExpression): PreparedTypeRef | null => {
  switch (type.kind) {
    case "array":
    case "map":
      return typeRef(type.element)
    case "union":
      return type.alternatives.map(typeRef).find((reference) => reference !== null) ?? null
    case "object":
    case "enum":
      return { typeToken: type.type.token.text }
    case "resource":
      return { typeToken: type.token.text }
    case "foreign":
      return {
        typeToken: type.token.text,
        package: type.package,
        ...(type.version === undefined ? {} : { version: type.version }),
        ...(type.what === "type" ? { isType: true } : {})
      }
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "any":
    case "json":
    case "asset":
    case "archive":
    case "anyResource":
      return null
  }
}
