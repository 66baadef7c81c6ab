/** `edge:index/getK8s:getK8s`. */
import { Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { clusterInputs, clusterOutputs, NO_CLUSTERS, noClusters } from "../clusters.ts"
import { projectRule, regionRule } from "../location.ts"

/** Always fails (Spec C, Edge-cloud functions). */
export const getK8s = Lookup.make("getK8s", {
  description: "Looked up a Kubernetes cluster.",
  deprecated: NO_CLUSTERS,
  input: Schema.Struct(clusterInputs),
  rules: [regionRule, projectRule],
  output: Schema.Struct({ ...clusterInputs, ...clusterOutputs, id: required(Schema.String, "The id of the cluster.") }),
  example: { clusterId: "5e09faed-e742-404f-8a75-0ea5eb3c435f", projectName: "default", regionName: "Luxembourg" },
  find: () => noClusters('resource "edgecenter_k8s"')
})
