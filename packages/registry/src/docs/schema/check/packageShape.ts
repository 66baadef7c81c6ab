/**
 * The shape of a package schema, as the public metaschema has it. The metaschema closes four objects (the top level,
 * `meta`, `config` and a base provider); here they are open as all others are: tools write fields of which a metaschema
 * learns later, and an old server shall publish what a new tool makes.
 */
import type { ErrorDetail } from "@platform-control/core/Errors"
import { Problems } from "../read/Problems.ts"
import {
  absent,
  anyObject,
  both,
  byFields,
  either,
  flag,
  later,
  listOf,
  mapOf,
  object,
  oneOf,
  scalar,
  type Shape,
  text,
  textLike,
  textOfAtMost
} from "./shapes.ts"

const packageName = textLike(/^[a-zA-Z][-a-zA-Z0-9_]*$/, "a letter, then letters, digits, - and _")

const number = "(?:0|[1-9]\\d*)"
const prerelease = "(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)"
const version = textLike(
  new RegExp(
    `^v?${number}\\.${number}\\.${number}(?:-${prerelease}(?:\\.${prerelease})*)?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`
  ),
  "a semantic version"
)

const TOKEN = "a token: package:module:name"
const typeToken = textLike(/^[a-zA-Z][-\w]*:(?:[^0-9][\w./-]*)?:[^0-9][\w./]*$/u, TOKEN)
/** Names of functions may have hyphens. */
const functionToken = textLike(/^[a-zA-Z][-\w]*:(?:[^0-9][\w./-]*)?:[^0-9][\w./-]*$/u, TOKEN)

const texts = listOf(text)
const primitive = oneOf("boolean", "integer", "number", "string")

const type: Shape = later(() => anyType)

const beside = (what: string): Shape => absent(`beside ${what}`)

const reference = object({
  type: text,
  $ref: text,
  additionalProperties: beside("$ref"),
  items: beside("$ref"),
  oneOf: beside("$ref")
})

const union = object({
  type: primitive,
  oneOf: listOf(type, 2),
  discriminator: object({ propertyName: textLike(/./s, "a text that is not empty"), mapping: mapOf(text) }, [
    "propertyName"
  ]),
  additionalProperties: beside("oneOf"),
  items: beside("oneOf")
})

const array = object({ items: type, additionalProperties: beside("type array") }, ["items"])
const map = object({ additionalProperties: type, items: beside("type object") })
const plainPrimitive = object({ type: primitive, additionalProperties: beside("its type"), items: beside("its type") })
const none: Shape = (problems, place) => problems.add(place, "Expected a type: `type`, `$ref` or `oneOf`")

const anyType = both(
  object({ plain: flag }),
  byFields((fields) => {
    if (Object.hasOwn(fields, "$ref")) return reference
    if (Object.hasOwn(fields, "oneOf")) return union
    if (fields.type === "array") return array
    if (fields.type === "object") return map
    return Object.hasOwn(fields, "type") ? plainPrimitive : none
  })
)

const property = both(
  type,
  object({
    description: text,
    const: scalar,
    default: scalar,
    defaultInfo: object({ environment: texts, language: anyObject }, ["environment"]),
    deprecationMessage: text,
    language: anyObject,
    secret: flag,
    replaceOnChanges: flag,
    willReplaceOnChanges: flag
  })
)

const overlayLanguages = listOf(oneOf("nodejs", "python", "go", "csharp", "java", "yaml"))

const objectFields = {
  description: text,
  properties: mapOf(property),
  type: text,
  required: texts,
  language: anyObject,
  isOverlay: flag,
  overlaySupportedLanguages: overlayLanguages
}

const bag = object(objectFields)

const enumeration = object(
  {
    description: text,
    language: anyObject,
    isOverlay: flag,
    type: primitive,
    enum: listOf(object({ name: text, description: text, value: scalar, deprecationMessage: text }, ["value"]))
  },
  ["type", "enum"]
)

/** Whatever says that it is an object, or does not say what it is, is one. */
const definition = byFields(({ type = "object" }) => (type === "object" ? bag : enumeration))

const resource = object({
  ...objectFields,
  inputProperties: mapOf(property),
  requiredInputs: texts,
  stateInputs: bag,
  listInputs: bag,
  aliases: listOf((problems, place, value) => {
    if (typeof value !== "string") object({ type: text })(problems, place, value)
  }),
  deprecationMessage: text,
  isComponent: flag,
  methods: mapOf(text)
})

/** What a function returns: a bag of properties, or a type. */
const returned = either(bag, type, (value) =>
  typeof value === "object" && value !== null && "properties" in value ? bag : type
)

const callable = object({
  description: text,
  inputs: bag,
  multiArgumentInputs: texts,
  outputs: returned,
  returnType: returned,
  deprecationMessage: text,
  language: anyObject,
  isOverlay: flag,
  overlaySupportedLanguages: overlayLanguages,
  plain: flag
})

/** Characters of a parameter, which is matched with a pattern when metadata is read. */
const MAX_PARAMETER = 65_536

const parameterization = object({
  baseProvider: object({ name: packageName, version }, ["name", "version"]),
  parameter: textOfAtMost(MAX_PARAMETER)
})

const dependency = object(
  {
    name: packageName,
    version,
    pluginDownloadURL: text,
    parameterization: object({ name: packageName, version, value: text }, ["name", "version", "value"])
  },
  ["name"]
)

const wholePackage = object(
  {
    name: packageName,
    displayName: text,
    version,
    description: text,
    keywords: texts,
    homepage: text,
    license: text,
    attribution: text,
    repository: text,
    logoUrl: text,
    pluginDownloadURL: text,
    publisher: text,
    namespace: textLike(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, "words of a-z and 0-9, joined by -"),
    meta: object({ moduleFormat: text, supportPack: flag }),
    config: object({ variables: mapOf(property), defaults: texts }),
    types: mapOf(definition, typeToken),
    dependencies: listOf(dependency),
    provider: resource,
    resources: mapOf(resource, typeToken),
    functions: mapOf(callable, functionToken),
    language: anyObject,
    parameterization,
    allowedPackageNames: texts
  },
  ["name"]
)

/** The first problems of a parsed schema, each with its place; none when it has the shape. */
export const packageProblems = (schema: unknown): ReadonlyArray<ErrorDetail> => {
  const problems = new Problems()
  wholePackage(problems, undefined, schema)
  return problems.list
}
