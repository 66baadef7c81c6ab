/** `inventory:index/getVirtualMachines:getVirtualMachines`. */
import { Effect, Schema } from "effect"
import { optional, required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { sameNames } from "../filters.ts"
import { listInputs, listOutputs, listRows, nameRegex } from "../lists.ts"
import {
  Choice,
  CustomFields,
  flatCustomFields,
  jsonText,
  OptionalNumber,
  OptionalReference,
  OptionalText,
  present,
  tagIds,
  Tags
} from "../rows.ts"

const supported = sameNames(
  "cluster_id",
  "cluster_group",
  "cluster_group_id",
  "device",
  "device_id",
  "name",
  "platform",
  "platform_id",
  "region",
  "role",
  "role_id",
  "site",
  "site_id",
  "status",
  "tag",
  "tenant_id"
)

const Address = Schema.optionalKey(Schema.NullOr(Schema.Struct({ address: Schema.String })))

const Device = Schema.Struct({ id: Schema.Int, name: OptionalText })

const Platform = Schema.Struct({ id: Schema.Int, name: Schema.String, slug: Schema.String })

const Row = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  cluster: OptionalReference,
  device: Schema.optionalKey(Schema.NullOr(Device)),
  platform: Schema.optionalKey(Schema.NullOr(Platform)),
  role: OptionalReference,
  site: OptionalReference,
  tenant: OptionalReference,
  primary_ip: Address,
  primary_ip4: Address,
  primary_ip6: Address,
  status: Choice,
  comments: OptionalText,
  description: OptionalText,
  config_context: Schema.optionalKey(Schema.Unknown),
  local_context_data: Schema.optionalKey(Schema.Unknown),
  custom_fields: CustomFields,
  disk: OptionalNumber,
  memory: OptionalNumber,
  vcpus: OptionalNumber,
  tags: Tags
})

const VirtualMachine = Schema.Struct({
  clusterId: optional(Schema.Int, "The cluster that it belongs to."),
  comments: required(Schema.String, "Comments on it."),
  configContext: required(Schema.String, "Its configuration context as JSON."),
  customFields: required(
    Schema.Record(Schema.String, Schema.String),
    "Custom fields; what is no text is written as JSON."
  ),
  description: required(Schema.String, "Its description."),
  deviceId: optional(Schema.Int, "The device that it runs on."),
  deviceName: optional(Schema.String, "The name of that device."),
  diskSizeMb: optional(Schema.Finite, "Disk, in megabytes."),
  localContextData: required(Schema.String, "Its own context as JSON."),
  memoryMb: optional(Schema.Finite, "Memory, in megabytes."),
  name: required(Schema.String, "Its name."),
  platformId: optional(Schema.Int, "Its platform."),
  platformName: optional(Schema.String, "The name of its platform."),
  platformSlug: optional(Schema.String, "The slug of its platform."),
  primaryIp: optional(Schema.String, "Its primary address, with the length of its prefix."),
  primaryIp4: optional(Schema.String, "Its primary IPv4 address."),
  primaryIp6: optional(Schema.String, "Its primary IPv6 address."),
  roleId: optional(Schema.Int, "Its role."),
  siteId: optional(Schema.Int, "The site that it is at."),
  status: optional(Schema.String, "Its status, for example `active`."),
  tagIds: required(Schema.Array(Schema.Int), "The numbers of its tags."),
  tenantId: optional(Schema.Int, "The tenant that it belongs to."),
  vcpus: optional(Schema.Finite, "Virtual processors."),
  vmId: required(Schema.Int, "The number under which it is kept.")
})

const placesOf = (row: typeof Row.Type) => ({
  ...present("clusterId", row.cluster?.id),
  ...present("deviceId", row.device?.id),
  ...present("deviceName", row.device?.name),
  ...present("platformId", row.platform?.id),
  ...present("platformName", row.platform?.name),
  ...present("platformSlug", row.platform?.slug),
  ...present("primaryIp", row.primary_ip?.address),
  ...present("primaryIp4", row.primary_ip4?.address),
  ...present("primaryIp6", row.primary_ip6?.address),
  ...present("roleId", row.role?.id),
  ...present("siteId", row.site?.id),
  ...present("tenantId", row.tenant?.id)
})

const virtualMachineOf = (row: typeof Row.Type): typeof VirtualMachine.Type => ({
  ...placesOf(row),
  comments: row.comments ?? "",
  configContext: jsonText(row.config_context),
  customFields: flatCustomFields(row.custom_fields),
  description: row.description ?? "",
  ...present("diskSizeMb", row.disk),
  localContextData: jsonText(row.local_context_data),
  ...present("memoryMb", row.memory),
  name: row.name,
  ...present("status", row.status?.value),
  tagIds: tagIds(row.tags),
  ...present("vcpus", row.vcpus),
  vmId: row.id
})

/** Every virtual machine that fits. */
export const getVirtualMachines = Lookup.make("getVirtualMachines", {
  description: "Lists virtual machines. Nothing that fits is an empty list.",
  input: Schema.Struct({ ...listInputs(supported), nameRegex }),
  output: Schema.Struct({
    ...listOutputs(supported),
    nameRegex,
    vms: required(Schema.Array(VirtualMachine), "The virtual machines.")
  }),
  example: { nameRegex: "^web-", filters: [{ name: "cluster_id", value: "1" }] },
  find: Effect.fnUntraced(function* (input) {
    const { echoed, rows } = yield* listRows(
      {
        path: "/virtualization/virtual-machines/",
        row: Row,
        order: "name,id",
        supported,
        nameOf: ({ name }) => name
      },
      input
    )
    return { ...echoed, vms: rows.map(virtualMachineOf) }
  })
})
