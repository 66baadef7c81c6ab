/** What a schema could do to whoever compiles or uses it: reach out, loop, or grow without end. */
import { isSchemaObject, type Path, referenced, type SchemaObject, subschemas } from "./subschemas.ts"
import type { TreeFault } from "./treeFault.ts"

/** A schema with all references written out may have this many schemas inside. */
const MAX_EXPANDED = 20_000

const MAX_PATTERNS = 50

/** The compiler puts each alternative inside the one before: twice as many take four times as long. */
const MAX_ALTERNATIVES = 200

/** They change what the schema is, or which schema is meant, by rules of their own. */
const REFUSED = ["$id", "id", "$anchor", "$async", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor"]

const DRAFT_7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/

const keywordFault = (schema: SchemaObject, path: Path): TreeFault | undefined => {
  for (const key of REFUSED)
    // A property of this name stands in `properties`, never here.
    if (Object.hasOwn(schema, key)) return { path: [...path, key], message: `Expected no ${key}` }
  const dialect = schema["$schema"]
  if (dialect !== undefined && !(typeof dialect === "string" && DRAFT_7.test(dialect)))
    return { path: [...path, "$schema"], message: "Expected JSON Schema draft 7" }
  // Of OpenAPI, but the compiler knows it: and only like this.
  if (Object.hasOwn(schema, "nullable") && (typeof schema["nullable"] !== "boolean" || schema["type"] === undefined))
    return { path: [...path, "nullable"], message: "Expected true or false, beside a type" }
  for (const key of ["anyOf", "oneOf"])
    if (Array.isArray(schema[key]) && schema[key].length > MAX_ALTERNATIVES)
      return { path: [...path, key], message: `Expected at most ${MAX_ALTERNATIVES} alternatives` }
  return undefined
}

/** A regular expression of a schema. */
export interface PatternAt {
  readonly path: Path
  readonly text: string
}

const ownPatterns = (schema: SchemaObject, path: Path): ReadonlyArray<PatternAt> => [
  ...(typeof schema["pattern"] === "string" ? [{ path: [...path, "pattern"], text: schema["pattern"] }] : []),
  ...(isSchemaObject(schema["patternProperties"])
    ? Object.keys(schema["patternProperties"]).map((text) => ({ path: [...path, "patternProperties", text], text }))
    : [])
]

const patternsBelow = (schema: SchemaObject, path: Path): ReadonlyArray<PatternAt> => [
  ...ownPatterns(schema, path),
  ...subschemas(schema, path).flatMap((child) => patternsBelow(child.schema, child.path))
]

/** The regular expressions of a schema whose size and depth are bounded already, or the fault of too many. */
export const patternsOf = (root: SchemaObject): ReadonlyArray<PatternAt> | TreeFault => {
  const patterns = patternsBelow(root, [])
  return patterns.length > MAX_PATTERNS ? { path: [], message: `Expected at most ${MAX_PATTERNS} patterns` } : patterns
}

/** How many schemas there are when every reference is written out; a fault for one that can't be written out. */
class Expansion {
  readonly #root: SchemaObject
  readonly #sizes = new Map<SchemaObject, number>()
  readonly #inside = new Set<SchemaObject>()

  constructor(root: SchemaObject) {
    this.#root = root
  }

  sizeOf(schema: SchemaObject, path: Path): number | TreeFault {
    const known = this.#sizes.get(schema)
    if (known !== undefined) return known
    if (this.#inside.has(schema)) return { path, message: "Expected no reference that leads back to itself" }
    this.#inside.add(schema)
    let size = 1
    for (const child of this.#children(schema, path)) {
      const one = "message" in child ? child : this.sizeOf(child.schema, child.path)
      if (typeof one !== "number") return one
      size += one
      if (size > MAX_EXPANDED)
        return { path: [], message: `Expected at most ${MAX_EXPANDED} schemas with all references written out` }
    }
    this.#inside.delete(schema)
    this.#sizes.set(schema, size)
    return size
  }

  #children(schema: SchemaObject, path: Path) {
    const children: Array<{ path: Path; schema: SchemaObject } | TreeFault> = [...subschemas(schema, path)]
    const reference = schema["$ref"]
    if (reference === undefined) return children
    const target =
      typeof reference === "string" && /^#(?:\/|$)/.test(reference) ? referenced(this.#root, reference) : undefined
    const at = [...path, "$ref"]
    children.push(
      target === undefined
        ? { path: at, message: "Expected a reference to a schema inside this one, for example #/definitions/name" }
        : { path: at, schema: target }
    )
    return children
  }
}

const firstFault = (schema: SchemaObject, path: Path): TreeFault | undefined => {
  const own = keywordFault(schema, path)
  if (own !== undefined) return own
  for (const child of subschemas(schema, path)) {
    const fault = firstFault(child.schema, child.path)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** The first fault of a schema whose size and depth are bounded already, apart from its patterns. */
export const hostileFault = (root: SchemaObject): TreeFault | undefined => {
  const fault = firstFault(root, [])
  if (fault !== undefined) return fault
  const size = new Expansion(root).sizeOf(root, [])
  return typeof size === "number" ? undefined : size
}
