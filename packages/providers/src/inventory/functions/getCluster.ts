/** `inventory:index/getCluster:getCluster`. */
import { Effect, Schema } from "effect"
import { Id, optional, required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { clusterOf, clusterOutputs, ClusterRow } from "../clusters.ts"
import { findOne } from "../reading.ts"

/** The one cluster that fits (Spec C, Inventory functions). */
export const getCluster = Lookup.make("getCluster", {
  description:
    "Looks up a cluster by its name, its site or its number. A site includes its locations; `clusterGroupId` only narrows.",
  input: Schema.Struct({
    id: optional(Text.check(Schema.isPattern(/^\d{1,18}$/)), "The number of the cluster, as text."),
    name: optional(Text, "Its name, exactly."),
    siteId: optional(Id, "The site that it is in."),
    clusterGroupId: optional(Id, "The group that it belongs to.")
  }),
  rules: [Lookup.atLeastOneOf("name", "siteId", "id")],
  output: Schema.Struct({ ...clusterOutputs, id: required(Schema.String, "The number of the cluster, as text.") }),
  example: { name: "gc-us-west1" },
  find: Effect.fnUntraced(function* ({ clusterGroupId, id, name, siteId }) {
    const row = yield* findOne(
      {
        path: "/virtualization/clusters/",
        query: { id, name, site_id: siteId, group_id: clusterGroupId },
        row: ClusterRow
      },
      { none: "no result", several: "more than one result, specify a more narrow filter" }
    )
    return { ...clusterOf(row), id: String(row.id) }
  })
})
