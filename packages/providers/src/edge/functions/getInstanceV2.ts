/** `edge:index/getInstanceV2:getInstanceV2`. */
import { Effect, Schema } from "effect"
import { optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { Ambiguous, NotFound } from "../../LookupError.ts"
import { nullAsAbsent } from "../../wire.ts"
import { Edge } from "../Edge.ts"
import { Uuid } from "../inputs.ts"
import {
  InstanceInterface,
  instanceOf,
  instanceOutputs,
  InstanceRow,
  InstanceVolume,
  InterfaceRow,
  interfacesOf,
  volumeOf,
  VolumeRow
} from "../instances.ts"
import { givenLocation, locationFields, locationOf, projectRule, regionRule } from "../location.ts"
import { readAll, readWhole } from "../reading.ts"

/** The service finds parts of names as well. */
const byName = Effect.fnUntraced(function* (name: string, location: string) {
  const { cloud } = yield* Edge
  const rows = yield* readAll(cloud, {
    path: `/v1/instances/${location}`,
    query: { include_baremetal: true, name },
    row: InstanceRow,
    idOf: ({ instance_id }) => instance_id
  })
  const found = rows.filter(({ instance_name }) => instance_name === name)
  const [first, second] = found
  if (first === undefined) return yield* new NotFound({ message: "instance does not exist" })
  if (second !== undefined) {
    const ids = found.map(({ instance_id }) => instance_id).join(", ")
    return yield* new Ambiguous({
      message: `multiple instances found.\n Found instances: ${ids}. Use instance ID instead of name`
    })
  }
  return first
})

/** One instance with its disks and addresses (Spec C, instance data source). */
export const getInstanceV2 = Lookup.make("getInstanceV2", {
  description: "Looks up an instance, virtual or bare metal, by its id or by its name, with its disks and addresses.",
  input: Schema.Struct({
    id: optional(Uuid, "The id."),
    name: optional(Text, "The name, exactly."),
    ...locationFields
  }),
  rules: [Lookup.exactlyOneOf("id", "name"), regionRule, projectRule],
  output: Schema.Struct({
    ...instanceOutputs,
    bootVolumes: required(Schema.Array(InstanceVolume), "The disks that it can start from."),
    dataVolumes: required(Schema.Array(InstanceVolume), "The other disks."),
    interfaces: required(Schema.Array(InstanceInterface), "Its addresses."),
    ...locationFields
  }),
  example: { name: "web-1", projectName: "default", regionName: "Luxembourg" },
  find: Effect.fnUntraced(function* (input) {
    const { cloud } = yield* Edge
    const { path } = yield* locationOf(input)
    const row =
      input.id === undefined
        ? yield* byName(input.name ?? "", path)
        : yield* cloud.get({ path: `/v1/instances/${path}/${input.id}`, answer: nullAsAbsent(InstanceRow) })
    const id = row.instance_id
    const [volumes, interfaces] = yield* Effect.all(
      [
        readAll(cloud, {
          path: `/v1/volumes/${path}`,
          query: { instance_id: id },
          row: VolumeRow,
          idOf: (volume) => volume.id
        }),
        readWhole(cloud, { path: `/v1/instances/${path}/${encodeURIComponent(id)}/interfaces`, row: InterfaceRow })
      ],
      { concurrency: 2 }
    )
    return {
      ...instanceOf(row),
      bootVolumes: volumes.filter(({ bootable }) => bootable === true).map(volumeOf),
      dataVolumes: volumes.filter(({ bootable }) => bootable !== true).map(volumeOf),
      interfaces: interfacesOf(interfaces),
      ...givenLocation(input)
    }
  })
})
