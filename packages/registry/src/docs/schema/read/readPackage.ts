/**
 * Reads a package schema (the public package schema, JSON) into what its documentation needs. Fields that nobody here
 * needs are ignored, whatever they hold; those that are needed have to be right.
 */
import type { ErrorDetail } from "@platform-control/core/Errors"
import { Result } from "effect"
import type { FunctionModel, PackageModel, ResourceModel } from "../model/PackageModel.ts"
import { isHiddenFunction, ownToken, providerToken } from "../model/Token.ts"
import { MODULE_FORMAT_RULE, type ModuleFormat, moduleFormat, wholeMiddle } from "./moduleFormat.ts"
import { Problems, under } from "./Problems.ts"
import { entriesOf, type Entry } from "./entries.ts"
import { memberReader } from "./readMembers.ts"
import { readSettings } from "./readSettings.ts"
import { readTypes } from "./readTypes.ts"
import { type Fields, type ValueReader, valueReader } from "./values.ts"

const formatOf = (values: ValueReader, schema: Fields): ModuleFormat => {
  const meta = under(undefined, "meta")
  const place = under(meta, "moduleFormat")
  const pattern = values.text(place, values.fields(meta, schema.meta)?.moduleFormat)
  if (pattern === undefined || pattern === "") return wholeMiddle
  const format = moduleFormat(pattern)
  if (format === undefined) values.problems.add(place, `Expected ${MODULE_FORMAT_RULE}`)
  return format ?? wholeMiddle
}

/** The functions that are called on a resource. */
const methodsOf = (values: ValueReader, resources: ReadonlyArray<Entry>): ReadonlySet<string> =>
  new Set(resources.flatMap(({ place, spec }) => [...values.texts(under(place, "methods"), spec.methods).values()]))

const readMembers = (
  values: ValueReader,
  schema: Fields,
  name: string
): Pick<PackageModel, "provider" | "resources" | "functions" | "objects" | "enums" | "otherPackages"> => {
  const format = formatOf(values, schema)
  const types = entriesOf(values, schema, "types", format)
  const resourceEntries = entriesOf(values, schema, "resources", format)
  const functionEntries = entriesOf(values, schema, "functions", format)

  const { readProperties, readType, ...definitions } = readTypes(values, name, types, resourceEntries)
  const members = memberReader(values, readProperties, readType)
  const methods = methodsOf(values, resourceEntries)
  const provider = under(undefined, "provider")
  return {
    ...definitions,
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
