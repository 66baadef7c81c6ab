/** The inventory provider as a whole: what its package, its documentation and `platform-control invoke` are made from. */
import * as Provider from "../Provider.ts"
import { getAsn } from "./functions/getAsn.ts"
import { getAsns } from "./functions/getAsns.ts"
import { getAvailablePrefix } from "./functions/getAvailablePrefix.ts"
import { getCluster } from "./functions/getCluster.ts"
import { getClusterGroup } from "./functions/getClusterGroup.ts"
import { getClusterType } from "./functions/getClusterType.ts"
import { getClusters } from "./functions/getClusters.ts"
import { getDeviceInterfaces } from "./functions/getDeviceInterfaces.ts"
import { getDevices } from "./functions/getDevices.ts"
import { getIpAddresses } from "./functions/getIpAddresses.ts"
import { getLocations } from "./functions/getLocations.ts"
import { getPrefix } from "./functions/getPrefix.ts"
import { getPrefixes } from "./functions/getPrefixes.ts"
import { getSite } from "./functions/getSite.ts"
import { getTag } from "./functions/getTag.ts"
import { getTags } from "./functions/getTags.ts"
import { getTenant } from "./functions/getTenant.ts"
import { getTenants } from "./functions/getTenants.ts"
import { getVirtualMachines } from "./functions/getVirtualMachines.ts"
import { getVlan } from "./functions/getVlan.ts"
import { getVlanGroup } from "./functions/getVlanGroup.ts"
import { getVlans } from "./functions/getVlans.ts"
import { getVrf } from "./functions/getVrf.ts"
import { getVrfs } from "./functions/getVrfs.ts"
import { Inventory } from "./Inventory.ts"
import { inventoryVariables } from "./variables.ts"

const about = `Every function is a lookup: it reads from a NetBox server and changes nothing. Lists are read to their end, page by
page; a request that is limited or meets a passing fault is repeated.

A user whose permissions are restricted gets fewer rows and no error from NetBox: that nothing is found can mean that
nothing may be seen.`

/** The provider. */
export const inventory = Provider.make({
  prefix: "inventory",
  displayName: "Inventory",
  description: "Looks up networks, sites, clusters and machines in a NetBox inventory.",
  keywords: ["inventory", "netbox", "ipam", "dcim", "category/network"],
  attribution:
    "Modelled on terraform-provider-netbox (https://github.com/e-breuninger/terraform-provider-netbox), MPL-2.0.",
  clientName: "Inventory",
  about,
  variables: inventoryVariables,
  functions: [
    getAsn,
    getAsns,
    getAvailablePrefix,
    getCluster,
    getClusterGroup,
    getClusterType,
    getClusters,
    getDeviceInterfaces,
    getDevices,
    getIpAddresses,
    getLocations,
    getPrefix,
    getPrefixes,
    getSite,
    getTag,
    getTags,
    getTenant,
    getTenants,
    getVirtualMachines,
    getVlan,
    getVlanGroup,
    getVlans,
    getVrf,
    getVrfs
  ],
  layer: Inventory.layer
})
