/** Clusters as the service sends them, and what the functions for one and for many give of them. */
import { Schema } from "effect"
import { optional, required } from "../inputs.ts"
import {
  CustomFields,
  flatCustomFields,
  OptionalReference,
  OptionalText,
  present,
  Reference,
  scopeFields,
  scopeOf,
  scopeOutputs,
  tagNames,
  Tags
} from "./rows.ts"

/** A cluster on the wire. */
export const ClusterRow = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  type: Reference,
  group: OptionalReference,
  tenant: OptionalReference,
  ...scopeFields,
  description: OptionalText,
  comments: OptionalText,
  custom_fields: CustomFields,
  tags: Tags
})

/** The outputs of both functions. */
export const clusterOutputs = {
  clusterGroupId: optional(Schema.Int, "The group that it belongs to."),
  clusterId: required(Schema.Int, "The number under which it is kept."),
  clusterTypeId: required(Schema.Int, "Its type."),
  comments: required(Schema.String, "Comments on it."),
  customFields: required(
    Schema.Record(Schema.String, Schema.String),
    "Custom fields; what is no text is written as JSON."
  ),
  description: required(Schema.String, "Its description."),
  name: required(Schema.String, "Its name."),
  ...scopeOutputs,
  tags: required(Schema.Array(Schema.String), "The names of its tags.")
}

/** What both functions give of a cluster. */
export const clusterOf = (row: typeof ClusterRow.Type) => ({
  ...present("clusterGroupId", row.group?.id),
  clusterId: row.id,
  clusterTypeId: row.type.id,
  comments: row.comments ?? "",
  customFields: flatCustomFields(row.custom_fields),
  description: row.description ?? "",
  name: row.name,
  ...scopeOf(row),
  tags: tagNames(row.tags)
})
