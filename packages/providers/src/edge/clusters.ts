/** Clusters, which the service offers no more: their functions stay so that programs that name them are told so. */
import { Effect, Schema } from "effect"
import { optional, required, Text } from "../inputs.ts"
import { Unavailable } from "../LookupError.ts"
import { locationFields } from "./location.ts"

const { Boolean, Finite, String } = Schema
const Texts = Schema.Array(String)
const Map = Schema.Record(String, String)

/** Inputs of all of them. */
export const clusterInputs = { clusterId: required(Text, "The cluster's id."), ...locationFields }

const Pool = Schema.Struct({
  name: optional(String, "The pool's name."),
  uuid: optional(String, "The pool's id."),
  flavorId: optional(String, "Flavor of its nodes."),
  minNodeCount: optional(Finite, "Fewest nodes."),
  maxNodeCount: optional(Finite, "Most nodes."),
  nodeCount: optional(Finite, "Nodes."),
  dockerVolumeType: optional(String, "Type of its disks."),
  dockerVolumeSize: optional(Finite, "Size of its disks in GiB."),
  stackId: optional(String, "The stack behind it."),
  createdAt: optional(String, "When it was created.")
}).annotate({ identifier: "K8sClusterPool" })

/** What a cluster was. */
export const clusterOutputs = {
  apiAddress: optional(String, "Address of its API."),
  autoHealingEnabled: optional(Boolean, "Whether broken nodes are replaced."),
  certificateAuthorityData: optional(String, "Certificate of its authority."),
  clusterTemplateId: optional(String, "The template that it was made from."),
  containerVersion: optional(String, "Version of its container engine."),
  createdAt: optional(String, "When it was created."),
  discoveryUrl: optional(String, "Where nodes find each other."),
  faults: optional(Map, "What went wrong."),
  fixedNetwork: optional(String, "Its network."),
  fixedSubnet: optional(String, "Its subnet."),
  healthStatus: optional(String, "How it is doing."),
  healthStatusReason: optional(Map, "Why."),
  keypair: optional(String, "The key of its nodes."),
  masterAddresses: optional(Texts, "Addresses of its masters."),
  masterFlavorId: optional(String, "Flavor of its masters."),
  masterLbFloatingIpEnabled: optional(Boolean, "Whether its API has a floating IP address."),
  name: optional(String, "Its name."),
  nodeAddresses: optional(Texts, "Addresses of its nodes."),
  nodeCount: optional(Finite, "Its nodes."),
  pools: optional(Schema.Array(Pool), "Its pools."),
  status: optional(String, "Its status."),
  statusReason: optional(String, "Why."),
  updatedAt: optional(String, "When it was changed last."),
  userId: optional(String, "Who created it."),
  version: optional(String, "Its version.")
}

/** What a pool was. */
export const poolOutputs = {
  createdAt: optional(String, "When it was created."),
  dockerVolumeSize: optional(Finite, "Size of its disks in GiB."),
  dockerVolumeType: optional(String, "Type of its disks."),
  flavorId: optional(String, "Flavor of its nodes."),
  isDefault: optional(Boolean, "Whether it is the cluster's first pool."),
  maxNodeCount: optional(Finite, "Most nodes."),
  minNodeCount: optional(Finite, "Fewest nodes."),
  name: optional(String, "Its name."),
  nodeAddresses: optional(Texts, "Addresses of its nodes."),
  nodeCount: optional(Finite, "Nodes."),
  nodeNames: optional(Texts, "Names of its nodes."),
  stackId: optional(String, "The stack behind it.")
}

/** Why they should not be used. */
export const NO_CLUSTERS = "The service offers these clusters no more: the function always fails."

/** The only answer. Nothing is asked. */
export const noClusters = (what: string) =>
  Effect.fail(new Unavailable({ message: `${what} is deprecated and unavailable` }))
