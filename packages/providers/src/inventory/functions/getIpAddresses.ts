/** `inventory:index/getIpAddresses:getIpAddresses`. */
import { Effect, Schema } from "effect"
import { optional, required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { listInputs, listOutputs, listRows } from "../lists.ts"
import { Choice, CustomFields, flatCustomFields, OptionalText, present } from "../rows.ts"

const supported = {
  ip_address: "address",
  dns_name: "dns_name",
  interface_id: "interface_id",
  vm_interface_id: "vminterface_id",
  device_id: "device_id",
  parent_prefix: "parent",
  role: "role",
  status: "status",
  vrf: "vrf",
  tenant: "tenant",
  tag: "tag",
  description: "description"
}

const Named = Schema.Struct({ id: Schema.Int, name: Schema.String, slug: Schema.String })

const Tag = Schema.Struct({ ...Named.fields, display: Schema.String })

const Row = Schema.Struct({
  id: Schema.Int,
  address: Schema.String,
  family: Schema.Struct({ label: Schema.String }),
  status: Choice,
  role: Choice,
  tenant: Schema.optionalKey(Schema.NullOr(Named)),
  dns_name: OptionalText,
  description: OptionalText,
  created: OptionalText,
  last_updated: OptionalText,
  custom_fields: CustomFields,
  tags: Schema.optionalKey(Schema.Array(Tag))
})

const IpAddress = Schema.Struct({
  addressFamily: required(Schema.String, "`IPv4` or `IPv6`."),
  created: optional(Schema.String, "When it was made."),
  customFields: required(
    Schema.Record(Schema.String, Schema.String),
    "Custom fields; what is no text is written as JSON."
  ),
  description: required(Schema.String, "Its description."),
  dnsName: required(Schema.String, "Its name in the domain name system."),
  id: required(Schema.Int, "The number under which it is kept."),
  ipAddress: required(Schema.String, "The address, with the length of its prefix."),
  lastUpdated: optional(Schema.String, "When it was last changed."),
  role: optional(Schema.String, "Its role, for example `vip`."),
  status: optional(Schema.String, "Its status, for example `active`."),
  tags: required(Schema.Array(Tag), "Its tags."),
  tenants: required(Schema.Array(Named), "The tenant that it belongs to, or none.")
})

const ipAddressOf = (row: typeof Row.Type): typeof IpAddress.Type => ({
  addressFamily: row.family.label,
  ...present("created", row.created),
  customFields: flatCustomFields(row.custom_fields),
  description: row.description ?? "",
  dnsName: row.dns_name ?? "",
  id: row.id,
  ipAddress: row.address,
  ...present("lastUpdated", row.last_updated),
  ...present("role", row.role?.value),
  ...present("status", row.status?.value),
  tags: row.tags ?? [],
  tenants: row.tenant === undefined || row.tenant === null ? [] : [row.tenant]
})

/** Every address that fits. */
export const getIpAddresses = Lookup.make("getIpAddresses", {
  description: "Lists IP addresses. Nothing that fits is an empty list.",
  input: Schema.Struct(listInputs(supported)),
  output: Schema.Struct({
    ...listOutputs(supported),
    ipAddresses: required(Schema.Array(IpAddress), "The addresses.")
  }),
  example: { filters: [{ name: "parent_prefix", value: "10.0.0.0/24" }] },
  find: Effect.fnUntraced(function* (input) {
    const { echoed, rows } = yield* listRows(
      { path: "/ipam/ip-addresses/", row: Row, order: "address,id", supported },
      input
    )
    return { ...echoed, ipAddresses: rows.map(ipAddressOf) }
  })
})
