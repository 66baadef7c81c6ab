/** The edge provider as a whole: what its package, its documentation and `platform-control invoke` are made from. */
import * as Provider from "../Provider.ts"
import { Edge } from "./Edge.ts"
import { getAvailabilityZone } from "./functions/getAvailabilityZone.ts"
import { getCdnShieldingLocation } from "./functions/getCdnShieldingLocation.ts"
import { getDnsSecondaryZones } from "./functions/getDnsSecondaryZones.ts"
import { getFlavor } from "./functions/getFlavor.ts"
import { getFloatingip } from "./functions/getFloatingip.ts"
import { getInstanceV2 } from "./functions/getInstanceV2.ts"
import { getK8s } from "./functions/getK8s.ts"
import { getK8sClientConfig } from "./functions/getK8sClientConfig.ts"
import { getK8sPool } from "./functions/getK8sPool.ts"
import { getLbL7policy } from "./functions/getLbL7policy.ts"
import { getProject } from "./functions/getProject.ts"
import { getRegion } from "./functions/getRegion.ts"
import { edgeVariables } from "./variables.ts"

const about = `Every function is a lookup: it reads from an EdgeCenter account and changes nothing. Most take a region and a project, each by
number or by name; names are found out once. A request that is limited or meets a passing fault is repeated.`

/** The provider. */
export const edge = Provider.make({
  prefix: "edge",
  displayName: "Edge",
  description: "Looks up instances, flavors, addresses and zones of an EdgeCenter cloud.",
  keywords: ["edge", "edgecenter", "cloud", "cdn", "category/cloud"],
  attribution:
    "Modelled on terraform-provider-edgecenter (https://github.com/Edge-Center/terraform-provider-edgecenter), MPL-2.0.",
  clientName: "Edge",
  about,
  variables: edgeVariables,
  functions: [
    getAvailabilityZone,
    getCdnShieldingLocation,
    getDnsSecondaryZones,
    getFlavor,
    getFloatingip,
    getInstanceV2,
    getK8s,
    getK8sClientConfig,
    getK8sPool,
    getLbL7policy,
    getProject,
    getRegion
  ],
  layer: Edge.layer
})
