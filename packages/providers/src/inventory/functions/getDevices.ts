/** `inventory:index/getDevices:getDevices`. */
import { Effect, Schema } from "effect"
import { optional, required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { sameNames } from "../filters.ts"
import { listInputs, listOutputs, listRows, nameRegex } from "../lists.ts"
import {
  Choice,
  CustomFields,
  flatCustomFields,
  OptionalNumber,
  OptionalReference,
  OptionalText,
  present,
  Reference,
  tagNames,
  Tags
} from "../rows.ts"

const supported = sameNames(
  "asset_tag",
  "cluster_id",
  "device_type_id",
  "location_id",
  "name",
  "platform_id",
  "rack_id",
  "region",
  "role_id",
  "serial",
  "site_id",
  "status",
  "tag",
  "tenant_id"
)

const DeviceType = Schema.Struct({
  id: Schema.Int,
  model: Schema.String,
  manufacturer: OptionalReference
})

const Row = Schema.Struct({
  id: Schema.Int,
  name: OptionalText,
  device_type: DeviceType,
  role: Reference,
  site: Reference,
  cluster: OptionalReference,
  location: OptionalReference,
  platform: OptionalReference,
  rack: OptionalReference,
  tenant: OptionalReference,
  asset_tag: OptionalText,
  comments: OptionalText,
  description: OptionalText,
  serial: OptionalText,
  face: Choice,
  position: OptionalNumber,
  status: Choice,
  custom_fields: CustomFields,
  tags: Tags
})

const Device = Schema.Struct({
  assetTag: optional(Schema.String, "Its asset tag."),
  clusterId: optional(Schema.Int, "The cluster that it belongs to."),
  comments: required(Schema.String, "Comments on it."),
  customFields: required(
    Schema.Record(Schema.String, Schema.String),
    "Custom fields; what is no text is written as JSON."
  ),
  description: required(Schema.String, "Its description."),
  deviceId: required(Schema.Int, "The number under which it is kept."),
  deviceTypeId: required(Schema.Int, "Its type."),
  locationId: optional(Schema.Int, "The location that it is in."),
  manufacturerId: optional(Schema.Int, "The manufacturer of its type."),
  model: required(Schema.String, "The model of its type."),
  name: optional(Schema.String, "Its name; a device may have none."),
  platformId: optional(Schema.Int, "Its platform."),
  rackFace: optional(Schema.String, "The side of the rack that it is mounted on."),
  rackId: optional(Schema.Int, "The rack that it is mounted in."),
  rackPosition: optional(Schema.Finite, "The lowest unit of the rack that it takes."),
  roleId: required(Schema.Int, "Its role."),
  serial: required(Schema.String, "Its serial number."),
  siteId: required(Schema.Int, "The site that it is at."),
  status: optional(Schema.String, "Its status, for example `active`."),
  tags: required(Schema.Array(Schema.String), "The names of its tags."),
  tenantId: optional(Schema.Int, "The tenant that it belongs to.")
})

const placesOf = (row: typeof Row.Type) => ({
  ...present("locationId", row.location?.id),
  ...present("rackFace", row.face?.value),
  ...present("rackId", row.rack?.id),
  ...present("rackPosition", row.position),
  siteId: row.site.id
})

const deviceOf = (row: typeof Row.Type): typeof Device.Type => ({
  ...present("assetTag", row.asset_tag),
  ...present("clusterId", row.cluster?.id),
  comments: row.comments ?? "",
  customFields: flatCustomFields(row.custom_fields),
  description: row.description ?? "",
  deviceId: row.id,
  deviceTypeId: row.device_type.id,
  ...present("manufacturerId", row.device_type.manufacturer?.id),
  model: row.device_type.model,
  ...present("name", row.name),
  ...present("platformId", row.platform?.id),
  ...placesOf(row),
  roleId: row.role.id,
  serial: row.serial ?? "",
  ...present("status", row.status?.value),
  tags: tagNames(row.tags),
  ...present("tenantId", row.tenant?.id)
})

/** Every device that fits. */
export const getDevices = Lookup.make("getDevices", {
  description: "Lists devices. Nothing that fits is an empty list; a device without a name fits no `nameRegex`.",
  input: Schema.Struct({ ...listInputs(supported), nameRegex }),
  output: Schema.Struct({
    ...listOutputs(supported),
    nameRegex,
    devices: required(Schema.Array(Device), "The devices.")
  }),
  example: { filters: [{ name: "site_id", value: "1" }] },
  find: Effect.fnUntraced(function* (input) {
    const { echoed, rows } = yield* listRows(
      { path: "/dcim/devices/", row: Row, order: "name,id", supported, nameOf: ({ name }) => name },
      input
    )
    return { ...echoed, devices: rows.map(deviceOf) }
  })
})
