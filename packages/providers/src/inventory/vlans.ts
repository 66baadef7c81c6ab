/** VLANs as the service sends them, and what the functions for one and for many give of them. */
import { Schema } from "effect"
import { optional, required } from "../inputs.ts"
import {
  Choice,
  CustomFields,
  flatCustomFields,
  OptionalReference,
  OptionalText,
  present,
  tagIds,
  Tags
} from "./rows.ts"

/** A VLAN on the wire. */
export const VlanRow = Schema.Struct({
  id: Schema.Int,
  vid: Schema.Int,
  name: Schema.String,
  group: OptionalReference,
  role: OptionalReference,
  site: OptionalReference,
  tenant: OptionalReference,
  status: Choice,
  description: OptionalText,
  custom_fields: CustomFields,
  tags: Tags
})

/** The outputs of both functions, without the id. */
export const vlanOutputs = {
  customFields: required(
    Schema.Record(Schema.String, Schema.String),
    "Custom fields; what is no text is written as JSON."
  ),
  description: required(Schema.String, "Its description."),
  groupId: optional(Schema.Int, "The group that it belongs to."),
  name: required(Schema.String, "Its name."),
  role: optional(Schema.Int, "The number of its role."),
  site: optional(Schema.Int, "The number of its site."),
  status: optional(Schema.String, "Its status, for example `active`."),
  tagIds: required(Schema.Array(Schema.Int), "The numbers of its tags."),
  tenant: optional(Schema.Int, "The number of its tenant."),
  vid: required(Schema.Int, "The VLAN's own number.")
}

/** What both functions give of a VLAN. */
export const vlanOf = (row: typeof VlanRow.Type) => ({
  customFields: flatCustomFields(row.custom_fields),
  description: row.description ?? "",
  ...present("groupId", row.group?.id),
  name: row.name,
  ...present("role", row.role?.id),
  ...present("site", row.site?.id),
  ...present("status", row.status?.value),
  tagIds: tagIds(row.tags),
  ...present("tenant", row.tenant?.id),
  vid: row.vid
})
