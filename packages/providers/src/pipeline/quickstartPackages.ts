/** Ready-made transformations: what the functions give of them, and how they are read. */
import { Schema } from "effect"
import { optional, required } from "../inputs.ts"
import { wireOf } from "../wire.ts"

const { String } = Schema

const ConfigurableVariable = Schema.Struct({
  type: optional(String, "Type of the value."),
  description: optional(String, "What the variable is for."),
  allowedValues: optional(Schema.Array(String), "The values that it may have.")
}).annotate({ identifier: "ConfigurableVariable" })

const shared = {
  id: required(String, "The package's id."),
  name: required(String, "Its name."),
  version: optional(String, "Its version.")
}

const names = Schema.Array(String)

/** A ready-made transformation. */
export const QuickstartPackage = Schema.Struct({
  ...shared,
  connectorTypes: required(names, "The services whose data it transforms."),
  outputModelNames: required(names, "The models that it makes."),
  configurableVariables: required(
    Schema.Record(String, ConfigurableVariable),
    "What can be configured, by the variable's name; empty where nothing can."
  )
}).annotate({ identifier: "QuickstartPackage" })

/** One as it comes: lists and maps of nothing may be left out. */
export const QuickstartPackageRow = wireOf(
  Schema.Struct({
    ...shared,
    connectorTypes: Schema.optionalKey(names),
    outputModelNames: Schema.optionalKey(names),
    configurableVariables: Schema.optionalKey(Schema.Record(String, wireOf(ConfigurableVariable)))
  })
)

/** One as functions give it. */
export const quickstartPackageOf = ({
  configurableVariables = {},
  connectorTypes = [],
  outputModelNames = [],
  ...row
}: typeof QuickstartPackageRow.Type): typeof QuickstartPackage.Type => ({
  ...row,
  connectorTypes,
  outputModelNames,
  configurableVariables
})
