/** `inventory:index/getClusterType:getClusterType`. */
import { Effect, Schema } from "effect"
import { required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { findOne } from "../reading.ts"

const Row = Schema.Struct({ id: Schema.Int, name: Schema.String })

const name = required(Text, "The name of the cluster type, exactly.")

/** The cluster type of a name (Spec C, Inventory functions). */
export const getClusterType = Lookup.make("getClusterType", {
  description: "Looks up a cluster type by its name.",
  input: Schema.Struct({ name }),
  output: Schema.Struct({
    clusterTypeId: required(Schema.Int, "The number under which it is kept."),
    id: required(Schema.String, "The same number, as text."),
    name
  }),
  example: { name: "VMware vSphere" },
  find: Effect.fnUntraced(function* ({ name }) {
    const row = yield* findOne(
      { path: "/virtualization/cluster-types/", query: { name }, row: Row },
      {
        none: "no cluster type found matching filter",
        several: "more than one cluster type returned, specify a more narrow filter"
      }
    )
    return { clusterTypeId: row.id, id: String(row.id), name: row.name }
  })
})
