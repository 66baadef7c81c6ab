/** Reads the type of a property. A named type has to be one that the schema defines, or one of another package. */
import type { EnumType, ObjectType, TypeExpression } from "../model/PackageModel.ts"
import { foreignToken, ownToken, providerToken, type Token } from "../model/Token.ts"
import { MAX_TYPE_DEPTH } from "./limits.ts"
import { type Place, under } from "./Problems.ts"
import { parseReference, type Reference } from "./reference.ts"
import { tokenPattern } from "./tokenPattern.ts"
import type { Fields, ValueReader } from "./values.ts"

/** What the schema defines, by token. */
export interface Definitions {
  readonly packageName: string
  readonly objects: ReadonlyMap<string, ObjectType>
  readonly enums: ReadonlyMap<string, EnumType>
  readonly resources: ReadonlyMap<string, Token>
  /** Collects the names of the packages that foreign types come from. */
  readonly otherPackages: Set<string>
}

/** Reads the type that stands at a place; what can't be read is a problem, and any type. */
export type TypeReader = (place: Place, spec: Fields) => TypeExpression

const ANY: TypeExpression = { kind: "any" }
const STRING: TypeExpression = { kind: "string" }

const primitives: ReadonlyMap<unknown, TypeExpression> = new Map([
  ["string", STRING],
  ["integer", { kind: "integer" }],
  ["number", { kind: "number" }],
  ["boolean", { kind: "boolean" }]
])

/** An asset may be an archive as well; JSON is any value that can be written as JSON; a resource is one of any kind. */
const builtins: ReadonlyMap<string, TypeExpression> = new Map([
  ["Any", ANY],
  ["Json", { kind: "json" }],
  ["Asset", { kind: "asset" }],
  ["Archive", { kind: "archive" }],
  ["Resource", { kind: "anyResource" }]
])

const local = (definitions: Definitions, section: string, text: string): TypeExpression | undefined => {
  const provider = providerToken(definitions.packageName)
  if (section === "provider" || (section === "resources" && text === provider)) {
    return { kind: "resource", token: ownToken(provider, () => "") }
  }
  const object = definitions.objects.get(text)
  if (section === "types" && object !== undefined) return { kind: "object", type: object }
  const enumeration = definitions.enums.get(text)
  if (section === "types" && enumeration !== undefined) return { kind: "enum", type: enumeration }
  const resource = section === "types" || section === "resources" ? definitions.resources.get(text) : undefined
  return resource === undefined ? undefined : { kind: "resource", token: resource }
}

const foreign = ({ section, token, ...other }: Reference & { at: "foreign" }): TypeExpression | undefined => {
  if (section === "provider") {
    const provider = foreignToken(providerToken(other.package))
    return { kind: "foreign", what: "resource", token: provider, package: other.package, version: other.version }
  }
  if (!tokenPattern.test(token) || (section !== "types" && section !== "resources")) return undefined
  const what = section === "types" ? "type" : "resource"
  return { kind: "foreign", what, token: foreignToken(token), package: other.package, version: other.version }
}

const resolve = (definitions: Definitions, text: string): TypeExpression | undefined => {
  const reference = parseReference(text)
  if (reference === undefined) return undefined
  if (reference.at === "builtin") return builtins.get(reference.name)
  if (reference.at === "local") return local(definitions, reference.section, reference.token)
  const itself = reference.package === definitions.packageName
  const own = itself ? local(definitions, reference.section, reference.token) : undefined
  if (own !== undefined) return own
  const other = foreign(reference)
  if (other !== undefined) definitions.otherPackages.add(reference.package)
  return other
}

export const typeReader = (values: ValueReader, definitions: Definitions): TypeReader => {
  const problem = (place: Place, message: string): TypeExpression => {
    values.problems.add(place, message)
    return ANY
  }

  const inner = (place: Place, value: unknown, depth: number): TypeExpression => {
    const spec = values.required(place, value, "a type")
    return spec === undefined ? ANY : read(place, spec, depth + 1)
  }

  const union = (place: Place, value: unknown, depth: number): TypeExpression => {
    const specs = values.list(place, value) ?? []
    const alternatives = specs.map((spec, index) => inner(under(place, String(index)), spec, depth))
    const [first] = alternatives
    if (first === undefined) return problem(place, "Expected at least one type")
    return alternatives.length === 1 ? first : { kind: "union", alternatives }
  }

  const read = (place: Place, spec: Fields, depth: number): TypeExpression => {
    if (depth > MAX_TYPE_DEPTH) return problem(place, `Expected at most ${MAX_TYPE_DEPTH} types in each other`)
    const reference = values.text(under(place, "$ref"), spec.$ref)
    if (reference !== undefined) {
      return (
        resolve(definitions, reference) ??
        problem(under(place, "$ref"), `Expected a type that exists, not ${reference.slice(0, 200)}`)
      )
    }
    if (Array.isArray(spec.oneOf)) return union(under(place, "oneOf"), spec.oneOf, depth)
    if (spec.type === "array") {
      return { kind: "array", element: inner(under(place, "items"), spec.items, depth) }
    }
    if (spec.type === "object") {
      const element = spec.additionalProperties
      return {
        kind: "map",
        element: element == null ? STRING : inner(under(place, "additionalProperties"), element, depth)
      }
    }
    return primitives.get(spec.type) ?? problem(place, "Expected a type: `type`, `$ref` or `oneOf`")
  }

  return (place, spec) => read(place, spec, 0)
}
