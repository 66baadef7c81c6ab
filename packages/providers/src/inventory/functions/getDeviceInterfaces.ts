/** `inventory:index/getDeviceInterfaces:getDeviceInterfaces`. */
import { Effect, Schema } from "effect"
import { optional, required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { sameNames } from "../filters.ts"
import { listInputs, listOutputs, listRows, nameRegex } from "../lists.ts"
import { Choice, OptionalNumber, OptionalReference, OptionalText, present, Reference, tagIds, Tags } from "../rows.ts"

const supported = sameNames("device_id", "lag_id", "mac_address", "name", "tag")

const Vlan = Schema.Struct({ id: Schema.Int, vid: Schema.Int, name: Schema.String })

const MacRow = Schema.Struct({ id: Schema.Int, mac_address: Schema.String, description: OptionalText })

const Mode = Schema.Struct({ value: Schema.String, label: Schema.String })

const Row = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  device: Reference,
  type: Choice,
  enabled: Schema.optionalKey(Schema.Boolean),
  description: OptionalText,
  lag: OptionalReference,
  mtu: OptionalNumber,
  // Before 4.2 an interface had one address, which still stands beside the list.
  mac_address: OptionalText,
  mac_addresses: Schema.optionalKey(Schema.NullOr(Schema.Array(MacRow))),
  mode: Schema.optionalKey(Schema.NullOr(Mode)),
  untagged_vlan: Schema.optionalKey(Schema.NullOr(Vlan)),
  tagged_vlans: Schema.optionalKey(Schema.NullOr(Schema.Array(Vlan))),
  tags: Tags
})

const MacAddress = Schema.Struct({ id: Schema.Int, macAddress: Schema.String, description: Schema.String })

const Interface = Schema.Struct({
  description: required(Schema.String, "Its description."),
  deviceId: required(Schema.Int, "The device that it belongs to."),
  enabled: required(Schema.Boolean, "Whether it is enabled."),
  id: required(Schema.Int, "The number under which it is kept."),
  lagDeviceInterfaceId: optional(Schema.Int, "The aggregated interface that it is a member of."),
  macAddress: optional(Schema.String, "The first of its MAC addresses."),
  macAddresses: required(Schema.Array(MacAddress), "Its MAC addresses."),
  mode: required(Schema.Record(Schema.String, Schema.String), "Its 802.1Q mode: `value` and `label`, or nothing."),
  mtu: optional(Schema.Finite, "The largest packet that it takes."),
  name: required(Schema.String, "Its name."),
  tagIds: required(Schema.Array(Schema.Int), "The numbers of its tags."),
  taggedVlans: required(Schema.Array(Vlan), "The VLANs that it carries tagged."),
  type: optional(Schema.String, "Its type, for example `1000base-t`."),
  untaggedVlans: required(Schema.Array(Vlan), "The VLAN that it carries untagged, or none.")
})

const interfaceOf = (row: typeof Row.Type): typeof Interface.Type => {
  const addresses = row.mac_addresses ?? []
  return {
    description: row.description ?? "",
    deviceId: row.device.id,
    enabled: row.enabled ?? true,
    id: row.id,
    ...present("lagDeviceInterfaceId", row.lag?.id),
    ...present("macAddress", addresses[0]?.mac_address ?? row.mac_address),
    macAddresses: addresses.map(({ id, mac_address, description }) => ({
      id,
      macAddress: mac_address,
      description: description ?? ""
    })),
    mode: row.mode === undefined || row.mode === null ? {} : { ...row.mode },
    ...present("mtu", row.mtu),
    name: row.name,
    tagIds: tagIds(row.tags),
    taggedVlans: row.tagged_vlans ?? [],
    ...present("type", row.type?.value),
    untaggedVlans: row.untagged_vlan === undefined || row.untagged_vlan === null ? [] : [row.untagged_vlan]
  }
}

/** Every interface of devices that fits. */
export const getDeviceInterfaces = Lookup.make("getDeviceInterfaces", {
  description: "Lists interfaces of devices. Nothing that fits is an empty list.",
  input: Schema.Struct({ ...listInputs(supported), nameRegex }),
  output: Schema.Struct({
    ...listOutputs(supported),
    nameRegex,
    interfaces: required(Schema.Array(Interface), "The interfaces.")
  }),
  example: { filters: [{ name: "device_id", value: "1" }] },
  find: Effect.fnUntraced(function* (input) {
    const { echoed, rows } = yield* listRows(
      { path: "/dcim/interfaces/", row: Row, order: "device,name,id", supported, nameOf: ({ name }) => name },
      input
    )
    return { ...echoed, interfaces: rows.map(interfaceOf) }
  })
})
