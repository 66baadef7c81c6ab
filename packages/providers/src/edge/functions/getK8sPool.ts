/** `edge:index/getK8sPool:getK8sPool`. */
import { Schema } from "effect"
import { required, Text } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { clusterInputs, poolOutputs, NO_CLUSTERS, noClusters } from "../clusters.ts"
import { projectRule, regionRule } from "../location.ts"

const poolId = required(Text, "The id of the pool.")

/** Always fails (Spec C, Edge-cloud functions). */
export const getK8sPool = Lookup.make("getK8sPool", {
  description: "Looked up a pool of nodes of a Kubernetes cluster.",
  deprecated: NO_CLUSTERS,
  input: Schema.Struct({ ...clusterInputs, poolId }),
  rules: [regionRule, projectRule],
  output: Schema.Struct({
    ...clusterInputs,
    poolId,
    ...poolOutputs,
    id: required(Schema.String, "The id of the pool.")
  }),
  example: {
    clusterId: "5e09faed-e742-404f-8a75-0ea5eb3c435f",
    poolId: "908338b2-9217-4673-af0e-f0093139fbac",
    projectName: "default",
    regionName: "Luxembourg"
  },
  find: () => noClusters('data source "edgecenter_k8s_pool"')
})
