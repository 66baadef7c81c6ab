/** `inventory:index/getTenants:getTenants`. */
import { Effect, Schema } from "effect"
import { optional, required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { sameNames } from "../filters.ts"
import { listInputs, listOutputs, listRows } from "../lists.ts"
import { CustomFields, flatCustomFields, OptionalNumber, OptionalText, present } from "../rows.ts"

const supported = sameNames("name", "slug")

const Group = Schema.Struct({ id: Schema.Int, name: Schema.String, slug: Schema.String })

const Row = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  slug: Schema.String,
  group: Schema.optionalKey(Schema.NullOr(Group)),
  description: OptionalText,
  comments: OptionalText,
  created: OptionalText,
  last_updated: OptionalText,
  custom_fields: CustomFields,
  circuit_count: OptionalNumber,
  cluster_count: OptionalNumber,
  device_count: OptionalNumber,
  ipaddress_count: OptionalNumber,
  prefix_count: OptionalNumber,
  rack_count: OptionalNumber,
  site_count: OptionalNumber,
  virtualmachine_count: OptionalNumber,
  vlan_count: OptionalNumber,
  vrf_count: OptionalNumber
})

const counted = (what: string) => optional(Schema.Finite, `How many ${what} it has.`)

const Tenant = Schema.Struct({
  circuitCount: counted("circuits"),
  clusterCount: counted("clusters"),
  comments: required(Schema.String, "Comments on it."),
  created: optional(Schema.String, "When it was made."),
  customFields: required(
    Schema.Record(Schema.String, Schema.String),
    "Custom fields; what is no text is written as JSON."
  ),
  description: required(Schema.String, "Its description."),
  deviceCount: counted("devices"),
  id: required(Schema.Int, "The number under which it is kept."),
  ipAddressCount: counted("addresses"),
  lastUpdated: optional(Schema.String, "When it was last changed."),
  name: required(Schema.String, "Its name."),
  prefixCount: counted("prefixes"),
  rackCount: counted("racks"),
  siteCount: counted("sites"),
  slug: required(Schema.String, "Its slug."),
  tenantGroups: required(Schema.Array(Group), "The group that it belongs to, or none."),
  vlanCount: counted("VLANs"),
  vmCount: counted("virtual machines"),
  vrfCount: counted("routing tables")
})

const tenantOf = (row: typeof Row.Type): typeof Tenant.Type => ({
  ...present("circuitCount", row.circuit_count),
  ...present("clusterCount", row.cluster_count),
  comments: row.comments ?? "",
  ...present("created", row.created),
  customFields: flatCustomFields(row.custom_fields),
  description: row.description ?? "",
  ...present("deviceCount", row.device_count),
  id: row.id,
  ...present("ipAddressCount", row.ipaddress_count),
  ...present("lastUpdated", row.last_updated),
  name: row.name,
  ...present("prefixCount", row.prefix_count),
  ...present("rackCount", row.rack_count),
  ...present("siteCount", row.site_count),
  slug: row.slug,
  tenantGroups: row.group === undefined || row.group === null ? [] : [row.group],
  ...present("vlanCount", row.vlan_count),
  ...present("vmCount", row.virtualmachine_count),
  ...present("vrfCount", row.vrf_count)
})

/** Every tenant that fits. */
export const getTenants = Lookup.make("getTenants", {
  description: "Lists tenants. Nothing that fits is an empty list.",
  input: Schema.Struct(listInputs(supported)),
  output: Schema.Struct({ ...listOutputs(supported), tenants: required(Schema.Array(Tenant), "The tenants.") }),
  example: { limit: 10 },
  find: Effect.fnUntraced(function* (input) {
    const { echoed, rows } = yield* listRows(
      { path: "/tenancy/tenants/", row: Row, order: "name,id", supported },
      input
    )
    return { ...echoed, tenants: rows.map(tenantOf) }
  })
})
