/** Describes a provider as a package: its variables as configuration, its functions with what they take and give. */
import type { Variable, Variables } from "../configuration/Variable.ts"
import type { AnyLookup } from "../Lookup.ts"
import { type AnyProvider, tokenOf } from "../Provider.ts"
import { functionExample } from "./functionExample.ts"
import type { FunctionSpec, PackageSchema, PropertySpec } from "./PackageSchema.ts"
import { recordSpec, type TypeTable, valueSpec } from "./typeSpecOf.ts"

/** A module's last part repeats the function's name, and is cut away for readers. */
const MODULE_FORMAT = "(.*)(?:/[^/]*)"

const plainDefault = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

const variableOf = (table: TypeTable, name: string, variable: Variable<unknown>): PropertySpec => ({
  ...valueSpec(table, variable.kind.schema, name),
  description: variable.meaning,
  ...(variable.absent !== "refused" && plainDefault(variable.absent.value) ? { default: variable.absent.value } : {}),
  ...(variable.environment.length === 0 ? {} : { defaultInfo: { environment: variable.environment } }),
  ...(variable.kind.secret ? { secret: true } : {}),
  ...(variable.deprecated === undefined ? {} : { deprecationMessage: variable.deprecated })
})

const ruleText = (lookup: AnyLookup<unknown>): ReadonlyArray<string> =>
  lookup.rules.map(({ kind, names }) => {
    const list = names.map((name) => `\`${name}\``).join(", ")
    return kind === "atLeastOneOf" ? `At least one of ${list} is required.` : `Exactly one of ${list} is required.`
  })

const functionOf = (table: TypeTable, provider: AnyProvider, lookup: AnyLookup<unknown>): FunctionSpec => {
  const inputs = recordSpec(table, lookup.input, lookup.functionName)
  return {
    description: [lookup.description, ...ruleText(lookup), functionExample(provider, lookup)].join("\n\n"),
    ...(Object.keys(inputs.properties).length === 0 ? {} : { inputs }),
    outputs: recordSpec(table, lookup.output, lookup.functionName),
    ...(lookup.deprecated === undefined ? {} : { deprecationMessage: lookup.deprecated })
  }
}

const requiredOf = (variables: Variables): ReadonlyArray<string> =>
  Object.keys(variables).filter((name) => variables[name]?.absent === "refused")

/** Pure: the same provider gives the same schema. Two different records of one name are a defect. */
export const packageSchemaOf = (provider: AnyProvider, version: string, publisher: string): PackageSchema => {
  const table: TypeTable = { prefix: provider.prefix, types: {} }
  const variables = Object.fromEntries(
    Object.entries(provider.variables).map(([name, variable]) => [name, variableOf(table, name, variable)])
  )
  const functions = Object.fromEntries(
    provider.functions.map((lookup) => [
      tokenOf(provider.prefix, lookup.functionName),
      functionOf(table, provider, lookup)
    ])
  )
  const required = requiredOf(provider.variables)
  return {
    name: provider.prefix,
    displayName: provider.displayName,
    version,
    description: provider.description,
    keywords: provider.keywords,
    license: "Apache-2.0",
    publisher,
    attribution: provider.attribution,
    meta: { moduleFormat: MODULE_FORMAT },
    config: { variables, defaults: required },
    provider: {
      type: "object",
      description: `The configuration of the ${provider.prefix} provider.`,
      inputProperties: variables,
      requiredInputs: required
    },
    types: table.types,
    functions
  }
}
