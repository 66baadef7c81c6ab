/**
 * Reads a package schema (the public package schema, JSON) into what its documentation needs. Fields that nobody here
 * needs are ignored, whatever they hold; those that are needed have to be right.
 */
import type { ErrorDetail } from "@platform-control/core/Errors"
import { Result } from "effect"
import type {
  EnumType,
  FunctionModel,
  ObjectType,
  PackageModel,
  Property,
  ResourceModel
} from "../model/PackageModel.ts"
import { isHiddenFunction, ownToken, providerToken, type Token } from "../model/Token.ts"
import { MODULE_FORMAT_RULE, type ModuleFormat, moduleFormat, wholeMiddle } from "./moduleFormat.ts"
import { type Place, Problems, under } from "./Problems.ts"
import { readEnum } from "./readEnum.ts"
import { memberReader } from "./readMembers.ts"
import { propertiesReader } from "./readProperties.ts"
import { readSettings } from "./readSettings.ts"
import { typeReader } from "./readType.ts"
import { tokenPattern } from "./tokenPattern.ts"
import { type Fields, type ValueReader, valueReader } from "./values.ts"

/** One entry of the schema's types, resources or functions. */
interface Entry {
  readonly place: Place
  readonly token: Token
  readonly spec: Fields
}

const formatOf = (values: ValueReader, schema: Fields): ModuleFormat => {
  const meta = under(undefined, "meta")
  const place = under(meta, "moduleFormat")
  const pattern = values.text(place, values.fields(meta, schema.meta)?.moduleFormat)
  if (pattern === undefined || pattern === "") return wholeMiddle
  const format = moduleFormat(pattern)
  if (format === undefined) values.problems.add(place, `Expected ${MODULE_FORMAT_RULE}`)
  return format ?? wholeMiddle
}

const entriesOf = (
  values: ValueReader,
  schema: Fields,
  section: string,
  format: ModuleFormat
): ReadonlyArray<Entry> => {
  const sectionPlace = under(undefined, section)
  const entries: Array<Entry> = []
  for (const [text, value] of Object.entries(values.fields(sectionPlace, schema[section]) ?? {})) {
    const place = under(sectionPlace, text.slice(0, 200))
    const spec = values.required(place, value, "an object")
    if (!tokenPattern.test(text)) values.problems.add(place, "Expected a token: package:module:name")
    else if (spec !== undefined) entries.push({ place, token: ownToken(text, format), spec })
  }
  return entries
}

/** An object's definition before its properties are known, which may refer to it. */
interface OpenObject extends ObjectType {
  properties: ReadonlyArray<Property>
}

/** The functions that are called on a resource. */
const methodsOf = (values: ValueReader, resources: ReadonlyArray<Entry>): ReadonlySet<string> =>
  new Set(resources.flatMap(({ place, spec }) => [...values.texts(under(place, "methods"), spec.methods).values()]))

const readMembers = (
  values: ValueReader,
  schema: Fields,
  name: string
): Pick<PackageModel, "provider" | "resources" | "functions" | "objects" | "enums"> => {
  const format = formatOf(values, schema)
  const types = entriesOf(values, schema, "types", format)
  const resourceEntries = entriesOf(values, schema, "resources", format)
  const functionEntries = entriesOf(values, schema, "functions", format)

  const isEnum = ({ spec }: Entry) => spec.enum !== undefined && spec.enum !== null
  const enums: Array<EnumType> = types
    .filter(isEnum)
    .map(({ place, token, spec }) => readEnum(values, place, token, spec))
  const objectEntries = types.filter((entry) => !isEnum(entry))
  const objects = objectEntries.map(({ token }): OpenObject => ({ token, properties: [] }))
  const readType = typeReader(values, {
    packageName: name,
    objects: new Map(objects.map((object) => [object.token.text, object])),
    enums: new Map(enums.map((type) => [type.token.text, type])),
    resources: new Map(resourceEntries.map(({ token }) => [token.text, token]))
  })
  const readProperties = propertiesReader(values, readType)
  for (const [index, { place, spec }] of objectEntries.entries()) {
    const object = objects[index]
    const required = values.names(under(place, "required"), spec.required)
    if (object !== undefined) object.properties = readProperties(under(place, "properties"), spec.properties, required)
  }

  const members = memberReader(values, readProperties, readType)
  const methods = methodsOf(values, resourceEntries)
  const provider = under(undefined, "provider")
  return {
    objects,
    enums,
    provider: members.resource(
      provider,
      ownToken(providerToken(name), format),
      values.fields(provider, schema.provider) ?? {}
    ),
    resources: resourceEntries.map(({ place, token, spec }): ResourceModel => members.resource(place, token, spec)),
    functions: functionEntries
      .filter(({ token }) => !isHiddenFunction(token.text))
      .map(({ place, token, spec }): FunctionModel => members.function(place, token, spec, methods.has(token.text)))
  }
}

/** The model of a parsed schema, or the first of its problems, each with its place. Never throws, whatever the value. */
export const readPackage = (schema: unknown): Result.Result<PackageModel, ReadonlyArray<ErrorDetail>> => {
  const problems = new Problems()
  const values = valueReader(problems)
  const fields = values.required(undefined, schema, "an object")
  if (fields === undefined) return Result.fail(problems.list)
  const name = fields.name
  if (typeof name !== "string") {
    problems.add(under(undefined, "name"), "Expected a text")
    return Result.fail(problems.list)
  }
  const model = { name, ...readMembers(values, fields, name), settings: readSettings(values, fields) }
  return problems.list.length > 0 ? Result.fail(problems.list) : Result.succeed(model)
}
