/** `inventory:index/getClusterGroup:getClusterGroup`. */
import { Effect, Schema } from "effect"
import { required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { findOne } from "../reading.ts"

const Row = Schema.Struct({ id: Schema.Int, name: Schema.String })

const name = required(Text, "The name of the cluster group, exactly.")

/** The cluster group of a name (Spec C, Inventory functions). */
export const getClusterGroup = Lookup.make("getClusterGroup", {
  description: "Looks up a cluster group by its name.",
  input: Schema.Struct({ name }),
  output: Schema.Struct({
    clusterGroupId: required(Schema.Int, "The number under which it is kept."),
    id: required(Schema.String, "The same number, as text."),
    name
  }),
  example: { name: "North America" },
  find: Effect.fnUntraced(function* ({ name }) {
    const row = yield* findOne(
      { path: "/virtualization/cluster-groups/", query: { name }, row: Row },
      {
        none: "no cluster group found matching filter",
        several: "more than one cluster group returned, specify a more narrow filter"
      }
    )
    return { clusterGroupId: row.id, id: String(row.id), name: row.name }
  })
})
