/** Describes an HTTP API as a package: every GET operation is a function, every schema it answers with a type. */
import type { ApiDocument, ApiSchema, Operation } from "./ApiDocument.ts"
import { functionExamples } from "./functionExamples.ts"
import { functionName, titleCase, typeToken } from "./names.ts"
import type { FunctionSpec, ObjectSpec, PackageSchema } from "./PackageSchema.ts"
import { objectOf, propertyOf, resolve, typeOf, type TypeTable } from "./TypeTable.ts"

/** What the document does not say of the package. */
export type PackageWords = Omit<PackageSchema, "types" | "functions" | "meta">

/** A module's last part repeats the type's name, and is cut away for readers. */
const MODULE_FORMAT = "(.*)(?:/[^/]*)"

const answerOf = (operation: Operation): ApiSchema | undefined =>
  operation.responses?.["200"]?.content?.["application/json"]?.schema

const inputsOf = (operation: Operation, name: string, table: TypeTable): ObjectSpec | undefined => {
  const parameters = (operation.parameters ?? []).filter(({ in: place }) => place === "path" || place === "query")
  if (parameters.length === 0) return undefined
  return {
    type: "object",
    properties: Object.fromEntries(
      parameters.map((parameter) => {
        const property = propertyOf(table, parameter.schema ?? {}, name + titleCase(parameter.name))
        const description = parameter.description ?? property.description
        return [parameter.name, description === undefined ? property : { ...property, description }]
      })
    ),
    required: parameters.filter(({ required }) => required === true).map((parameter) => parameter.name)
  }
}

const functionOf = (path: string, operation: Operation, table: TypeTable): FunctionSpec => {
  const name = titleCase(functionName(path))
  const answer = answerOf(operation)
  const target = answer === undefined ? undefined : resolve(table, answer)
  const inputs = inputsOf(operation, name, table)
  const outputs =
    answer === undefined || target === undefined
      ? undefined
      : target.properties === undefined
        ? typeOf(table, answer, `${name}Result`)
        : objectOf(table, target, answer.$ref?.split("/").at(-1) ?? `${name}Result`)
  const words = [operation.summary, operation.description].filter((text) => text !== undefined)
  return {
    description: [words.join(".\n\n"), functionExamples(path, operation)].join("\n\n"),
    ...(inputs === undefined ? {} : { inputs }),
    ...(outputs === undefined ? {} : { outputs }),
    ...(operation.deprecated === true ? { deprecationMessage: "This operation is deprecated." } : {})
  }
}

/** Functions stand in the order of the document's paths. Pure: the same document gives the same schema. */
export const packageSchemaOf = (document: ApiDocument, words: PackageWords): PackageSchema => {
  const table: TypeTable = { components: document.components?.schemas ?? {}, packageName: words.name, types: {} }
  const functions: Record<string, FunctionSpec> = {}
  for (const [path, { get }] of Object.entries(document.paths))
    if (get !== undefined) functions[typeToken(words.name, functionName(path))] = functionOf(path, get, table)
  return { ...words, meta: { moduleFormat: MODULE_FORMAT }, types: table.types, functions }
}
