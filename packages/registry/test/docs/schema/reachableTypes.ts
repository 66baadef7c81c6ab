/** An independent account of the types that parts of a schema lead to, from its raw JSON. */

type Json = ReturnType<typeof JSON.parse>

/** The types of this schema that something in it refers to, found by looking for references in the raw JSON. */
export const reachableTypes = (schema: Json, from: ReadonlyArray<Json>): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (typeof value !== "object" || value === null || value.const !== undefined) return
    const [, encoded] = /^#\/types\/(.*)$/.exec(typeof value.$ref === "string" ? value.$ref : "") ?? []
    if (encoded === undefined) {
      if (typeof value.$ref !== "string") Object.values(value).forEach(visit)
      return
    }
    const token = decodeURIComponent(encoded)
    if (found.has(token)) return
    found.add(token)
    if (schema.types[token].enum === undefined) Object.values(schema.types[token].properties).forEach(visit)
  }
  from.forEach(visit)
  return found
}

/** The properties of a resource or function. */
export const partsOf = (schema: Json, token: string): ReadonlyArray<Json> => {
  const resource = schema.resources[token] ?? (token.startsWith("pulumi:providers:") ? schema.provider : undefined)
  const properties = (fields: Json) => Object.values(fields ?? {})
  return resource === undefined
    ? [
        ...properties(schema.functions[token].inputs?.properties),
        ...(schema.functions[token].outputs?.properties === undefined
          ? [schema.functions[token].outputs]
          : properties(schema.functions[token].outputs.properties))
      ]
    : [...properties(resource.inputProperties), ...properties(resource.properties)]
}
