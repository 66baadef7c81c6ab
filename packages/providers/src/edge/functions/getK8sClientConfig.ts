/** `edge:index/getK8sClientConfig:getK8sClientConfig`. */
import { Schema } from "effect"
import { required } from "../../inputs.ts"
import * as Lookup from "../../Lookup.ts"
import { clusterInputs, NO_CLUSTERS, noClusters } from "../clusters.ts"
import { projectRule, regionRule } from "../location.ts"

/** Always fails (Spec C, Edge-cloud functions). */
export const getK8sClientConfig = Lookup.make("getK8sClientConfig", {
  description: "Looked up the certificate that clients of a Kubernetes cluster present.",
  deprecated: NO_CLUSTERS,
  input: Schema.Struct(clusterInputs),
  rules: [regionRule, projectRule],
  output: Schema.Struct({
    ...clusterInputs,
    clientCertificateData: required(Schema.String, "The certificate."),
    clientKeyData: required(Schema.Redacted(Schema.String), "Its private key."),
    id: required(Schema.String, "The id of the cluster.")
  }),
  example: { clusterId: "5e09faed-e742-404f-8a75-0ea5eb3c435f", projectName: "default", regionName: "Luxembourg" },
  find: () => noClusters('data source "edgecenter_k8s_client_config"')
})
