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
  version: optional(String, "Its version."),
  connectorTypes: required(Schema.Array(String), "The services whose data it transforms."),
  outputModelNames: required(Schema.Array(String), "The models that it makes.")
}

/** A ready-made transformation. */
export const QuickstartPackage = Schema.Struct({
  ...shared,
  configurableVariables: required(
    Schema.Record(String, ConfigurableVariable),
    "What can be configured, by the variable's name; empty where nothing can."
  )
}).annotate({ identifier: "QuickstartPackage" })

/** One as it comes. */
export const QuickstartPackageRow = wireOf(
  Schema.Struct({
    ...shared,
    configurableVariables: Schema.optionalKey(Schema.Record(String, wireOf(ConfigurableVariable)))
  })
)

/** One as functions give it. */
export const quickstartPackageOf = ({
  configurableVariables = {},
  ...row
}: typeof QuickstartPackageRow.Type): typeof QuickstartPackage.Type => ({ ...row, configurableVariables })
