/** Whether a request, and the answer to it, are such as an OpenAPI document describes. */
import { existsSync, readFileSync } from "node:fs"
import { Ajv } from "ajv"
import type { Reply, Seen } from "./FakeApi.ts"
import type { ProviderUnderTest } from "./LookupCase.ts"

interface Parameter {
  readonly name: string
  readonly in: string
}

interface Operation {
  readonly parameters?: ReadonlyArray<Parameter>
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >
}

type PathItem = Readonly<Record<string, Operation>> & { readonly parameters?: ReadonlyArray<Parameter> }

interface Document {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components?: unknown
}

export interface ApiDocument {
  /** Method, path, and the names in the query. */
  readonly requestProblems: (seen: Seen) => ReadonlyArray<string>
  /** A successful answer in JSON, against the schema that the operation has for it. */
  readonly answerProblems: (seen: Seen, reply: Reply) => ReadonlyArray<string>
}

const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .split(/\{[^}]*\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join("[^/]+")}$`
  )

/** What OpenAPI 3.0 has and JSON Schema has not, or in another form. */
const OMITTED = new Set(["nullable", "exclusiveMaximum", "exclusiveMinimum", "example", "discriminator"])

/** Documents write the values of numbers as texts, and those of items beside the array. */
const enumOf = (schema: object): object => {
  const { enum: values, type } = schema as { readonly enum?: unknown; readonly type?: unknown }
  if (!Array.isArray(values) || type === "array") return {}
  return { enum: type === "integer" || type === "number" ? values.map(Number) : values }
}

/** OpenAPI 3.0 says `nullable`; JSON Schema says it with types. */
const asJsonSchema = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asJsonSchema)
  if (typeof value !== "object" || value === null) return value
  const kept = Object.entries(value).filter(
    ([key, inner]) => !OMITTED.has(key) && !(key === "enum" && Array.isArray(inner))
  )
  const made = { ...Object.fromEntries(kept.map(([key, inner]) => [key, asJsonSchema(inner)])), ...enumOf(value) }
  return "nullable" in value && value.nullable === true ? { anyOf: [{ type: "null" }, made] } : made
}

const readPaths = ({ paths }: Document, base: string) => {
  const known = Object.entries(paths).map(([template, item]) => ({ pattern: patternOf(template), template, item }))
  return ({ method, path }: Seen) => {
    const below = path.startsWith(base) ? path.slice(base.length) : path
    // A path without parameters is nearer than one with them.
    const found = known.find(({ template }) => template === below) ?? known.find(({ pattern }) => pattern.test(below))
    const operation = found?.item[method.toLowerCase()]
    return found === undefined || operation === undefined ? undefined : { ...found, operation }
  }
}

const withoutNulls = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null))
    : value

/** Nothing where the document is absent. */
export const readApiDocument = ({
  base,
  file,
  leftOut = [],
  silentOnNull = false
}: ProviderUnderTest<never>["openApi"]): ApiDocument | undefined => {
  if (!existsSync(file)) return undefined
  const document = JSON.parse(readFileSync(file, "utf8")) as Document
  const find = readPaths(document, base)
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  const components = asJsonSchema(document.components)
  return {
    requestProblems: (seen) => {
      const found = find(seen)
      if (found === undefined)
        return leftOut.includes(seen.path) ? [] : [`${seen.method} ${seen.path} is not in the document`]
      const { item, operation, template } = found
      const names = new Set([...(operation.parameters ?? []), ...(item.parameters ?? [])].map(({ name }) => name))
      return [...seen.query.keys()]
        .filter((name) => !names.has(name))
        .map((name) => `${seen.method} ${template} has no query parameter ${name}`)
    },
    answerProblems: (seen, reply) => {
      const content = find(seen)?.operation.responses?.["200"]?.content ?? {}
      const schema = Object.entries(content).find(([type]) => type.startsWith("application/json"))?.[1].schema
      if (schema === undefined || reply.status !== 200) return []
      const validate = ajv.compile({ ...(asJsonSchema(schema) as object), components })
      return validate(JSON.parse(reply.body, silentOnNull ? withoutNulls : undefined))
        ? []
        : (validate.errors ?? []).map(({ instancePath, message }) => `${seen.path}${instancePath} ${message}`)
    }
  }
}
