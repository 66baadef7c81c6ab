/** Prefixes as the service sends them, and what the functions for one and for many give of them. */
import { Schema } from "effect"
import { optional, required } from "../inputs.ts"
import {
  Choice,
  CustomFields,
  flatCustomFields,
  OptionalReference,
  OptionalText,
  present,
  scopeFields,
  scopeOf,
  scopeOutputs,
  tagNames,
  Tags
} from "./rows.ts"

const Vlan = Schema.Struct({ id: Schema.Int, vid: Schema.Int })

/** A prefix on the wire. */
export const PrefixRow = Schema.Struct({
  id: Schema.Int,
  prefix: Schema.String,
  family: Schema.Struct({ value: Schema.Int }),
  vrf: OptionalReference,
  tenant: OptionalReference,
  vlan: Schema.optionalKey(Schema.NullOr(Vlan)),
  role: OptionalReference,
  status: Choice,
  description: OptionalText,
  custom_fields: CustomFields,
  tags: Tags,
  ...scopeFields
})

/** The outputs of both functions, without the id. */
export const prefixOutputs = {
  customFields: required(
    Schema.Record(Schema.String, Schema.String),
    "Custom fields; what is no text is written as JSON."
  ),
  description: required(Schema.String, "Its description."),
  family: required(Schema.Int, "4 or 6."),
  prefix: required(Schema.String, "The prefix in CIDR notation."),
  roleId: optional(Schema.Int, "Its role."),
  ...scopeOutputs,
  status: optional(Schema.String, "Its status, for example `active`."),
  tags: required(Schema.Array(Schema.String), "The names of its tags."),
  tenantId: optional(Schema.Int, "The tenant that it belongs to."),
  vlanId: optional(Schema.Int, "The number under which its VLAN is kept."),
  vlanVid: optional(Schema.Int, "The VLAN's own number."),
  vrfId: optional(Schema.Int, "The routing table that it belongs to.")
}

/** What both functions give of a prefix. */
export const prefixOf = (row: typeof PrefixRow.Type) => ({
  id: row.id,
  customFields: flatCustomFields(row.custom_fields),
  description: row.description ?? "",
  family: row.family.value,
  prefix: row.prefix,
  ...present("roleId", row.role?.id),
  ...scopeOf(row),
  ...present("status", row.status?.value),
  tags: tagNames(row.tags),
  ...present("tenantId", row.tenant?.id),
  ...present("vlanId", row.vlan?.id),
  ...present("vlanVid", row.vlan?.vid),
  ...present("vrfId", row.vrf?.id)
})
