/** Instances: what the function gives of them, and how their parts are read. */
import { Schema } from "effect"
import { optional, required } from "../inputs.ts"

const { String } = Schema
const OptionalString = Schema.optionalKey(String)

/** An instance as it comes. */
export const InstanceRow = Schema.Struct({
  instance_id: String,
  instance_name: String,
  availability_zone: OptionalString,
  status: OptionalString,
  vm_state: OptionalString,
  flavor: Schema.optionalKey(
    Schema.Struct({
      flavor_id: OptionalString,
      flavor_name: OptionalString,
      ram: Schema.optionalKey(Schema.Finite),
      vcpus: Schema.optionalKey(Schema.Finite)
    })
  ),
  metadata: Schema.optionalKey(Schema.Record(String, Schema.Unknown))
})

/** A volume as it comes. */
export const VolumeRow = Schema.Struct({
  id: String,
  name: OptionalString,
  size: Schema.Finite,
  volume_type: OptionalString,
  bootable: Schema.optionalKey(Schema.Boolean)
})

/** An interface as it comes. */
export const InterfaceRow = Schema.Struct({
  port_id: String,
  network_id: String,
  network_details: Schema.optionalKey(Schema.Struct({ name: OptionalString })),
  ip_assignments: Schema.Array(Schema.Struct({ ip_address: String, subnet_id: String }))
})

/** A disk of an instance. */
export const InstanceVolume = Schema.Struct({
  volumeId: required(String, "The volume's id."),
  name: required(String, "Its name."),
  size: required(Schema.Finite, "Its size in GiB."),
  typeName: required(String, "Its type.")
}).annotate({ identifier: "InstanceVolume" })

/** An address of an instance. */
export const InstanceInterface = Schema.Struct({
  networkId: required(String, "The network."),
  networkName: required(String, "The network's name."),
  subnetId: required(String, "The subnet of the address."),
  portId: required(String, "The port."),
  ipAddress: required(String, "The address."),
  order: required(Schema.Int, "The interface's place, from 1; several addresses of one interface share it.")
}).annotate({ identifier: "InstanceInterface" })

/** What the row of an instance itself tells. */
export const instanceOutputs = {
  id: required(String, "The instance's id."),
  name: required(String, "Its name."),
  availabilityZone: optional(String, "The zone that it is in."),
  status: optional(String, "Its status."),
  vmState: optional(String, "`stopped` or `active`."),
  flavorId: optional(String, "Its flavor."),
  flavor: required(Schema.Record(String, String), "Its flavor: `flavor_id`, `flavor_name`, `ram`, `vcpus`."),
  metadata: required(Schema.Record(String, String), "Its metadata.")
}

const texts = (record: object = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)])
  )

/** An instance as the function gives it. */
export const instanceOf = (row: typeof InstanceRow.Type) => ({
  id: row.instance_id,
  name: row.instance_name,
  ...(row.availability_zone === undefined ? {} : { availabilityZone: row.availability_zone }),
  ...(row.status === undefined ? {} : { status: row.status }),
  ...(row.vm_state === undefined ? {} : { vmState: row.vm_state }),
  ...(row.flavor?.flavor_id === undefined ? {} : { flavorId: row.flavor.flavor_id }),
  flavor: texts(row.flavor),
  metadata: texts(row.metadata)
})

/** A disk as the function gives it. */
export const volumeOf = (row: typeof VolumeRow.Type): typeof InstanceVolume.Type => ({
  volumeId: row.id,
  name: row.name ?? "",
  size: row.size,
  typeName: row.volume_type ?? ""
})

/** The addresses of all interfaces, in their order. */
export const interfacesOf = (
  rows: ReadonlyArray<typeof InterfaceRow.Type>
): ReadonlyArray<typeof InstanceInterface.Type> =>
  rows.flatMap((row, index) =>
    row.ip_assignments.map(({ ip_address, subnet_id }) => ({
      networkId: row.network_id,
      networkName: row.network_details?.name ?? "",
      subnetId: subnet_id,
      portId: row.port_id,
      ipAddress: ip_address,
      order: index + 1
    }))
  )
