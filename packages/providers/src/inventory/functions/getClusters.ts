/** `inventory:index/getClusters:getClusters`. */
import { Effect, Schema } from "effect"
import { optional, required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { clusterOf, clusterOutputs, ClusterRow } from "../clusters.ts"
import { listInputs, listOutputs, listRows, nameRegex } from "../lists.ts"
import { present } from "../rows.ts"

const supported = {
  name: "name",
  cluster_type_id: "type_id",
  cluster_group_id: "group_id",
  site_id: "site_id",
  tag: "tag"
}

const Cluster = Schema.Struct({ ...clusterOutputs, tenantId: optional(Schema.Int, "The tenant that it belongs to.") })

/** Every cluster that fits (Spec C, Inventory functions). */
export const getClusters = Lookup.make("getClusters", {
  description: "Lists clusters, by their names. Nothing that fits is an empty list.",
  input: Schema.Struct({ ...listInputs(supported), nameRegex }),
  output: Schema.Struct({
    ...listOutputs(supported),
    nameRegex,
    clusters: required(Schema.Array(Cluster), "The clusters.")
  }),
  example: { nameRegex: "^gc-" },
  find: Effect.fnUntraced(function* (input) {
    const { echoed, rows } = yield* listRows(
      {
        path: "/virtualization/clusters/",
        row: ClusterRow,
        order: "name,id",
        supported,
        nameOf: ({ name }) => name
      },
      input
    )
    return { ...echoed, clusters: rows.map((row) => ({ ...clusterOf(row), ...present("tenantId", row.tenant?.id) })) }
  })
})
