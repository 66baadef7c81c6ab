/** The edge functions as the suite tries them, and an EdgeCenter that speaks as its API does. */
import * as edge from "../../src/edge/index.ts"
import type { AnyLookup } from "../../src/Lookup.ts"
import { jsonReply, type Seen } from "../suite/FakeApi.ts"
import type { LookupCase, ProviderUnderTest } from "../suite/LookupCase.ts"
import * as rows from "./rows.ts"

type Edge = edge.Edge

const place = { projectId: 3, regionId: 7 }

const at = "/cloud/v1"

const one = (
  lookup: AnyLookup<Edge>,
  path: string,
  row: unknown,
  input: object,
  output: object,
  needs: string
): LookupCase<Edge> => ({ lookup, path, row, input, output, needs, shape: "one" })

/** Ids of most things are texts. */
const otherId = (row: object, number: number) => ({ ...row, id: `${number}` })

const single = (...given: Parameters<typeof one>): LookupCase<Edge> => ({ ...one(...given), shape: "single" })

const listOf = (all: ReadonlyArray<unknown>) => ({ count: all.length, results: all })

const ofInstance = {
  [`${at}/volumes/3/7`]: listOf(rows.volumes),
  [`${at}/instances/3/7/${rows.UUID}/interfaces`]: listOf(rows.interfaces)
}

const cases: ReadonlyArray<LookupCase<Edge>> = [
  single(
    edge.getAvailabilityZone,
    `${at}/availability_zones/7`,
    rows.zones,
    { regionId: 7 },
    { regionId: 7, id: "7", availabilityZones: ["nova", "az-2"] },
    "availability_zones"
  ),
  one(
    edge.getCdnShieldingLocation,
    "/cdn/shielding_pop",
    rows.shielding,
    { datacenter: "am3" },
    { datacenter: "am3", id: "4" },
    "datacenter"
  ),
  {
    ...one(
      edge.getDnsSecondaryZones,
      "/dns/v2/secondary_zones",
      rows.secondaryZone,
      {},
      { id: "secondary_zones", zones: [rows.secondaryZoneOutput] },
      "name"
    ),
    shape: "list",
    list: { key: "zones", empty: "an empty list", paged: false }
  },
  {
    ...one(
      edge.getFlavor,
      `${at}/flavors/3/7`,
      rows.flavor,
      { ...place, type: "instance", excludeWindows: true },
      {
        ...place,
        type: "instance",
        excludeWindows: true,
        includePrices: true,
        id: "7:3",
        flavors: [rows.flavorOutput]
      },
      "flavor_id"
    ),
    shape: "list",
    list: { key: "flavors", empty: "an empty list", paged: false }
  },
  {
    ...one(
      edge.getFloatingip,
      `${at}/floatingips/3/7`,
      rows.floatingIp,
      { ...place, floatingIpAddress: "192.0.2.34" },
      { ...place, ...rows.floatingIpOutput },
      "floating_ip_address"
    ),
    another: otherId
  },
  {
    ...one(
      edge.getLbL7policy,
      `${at}/l7policies/3/7`,
      rows.policy,
      { ...place, name: "redirect" },
      rows.policyOutput,
      "action"
    ),
    another: otherId
  },
  {
    ...one(
      edge.getInstanceV2,
      `${at}/instances/3/7`,
      rows.instance,
      { ...place, name: "web-1" },
      { ...place, ...rows.instanceOutput },
      "instance_id"
    ),
    others: ofInstance,
    another: (row: object, number) => ({ ...row, instance_id: `${number}` })
  },
  one(
    edge.getRegion,
    `${at}/regions`,
    rows.region,
    { name: "Luxembourg" },
    { id: "7", name: "Luxembourg" },
    "display_name"
  ),
  one(edge.getProject, `${at}/projects`, rows.project, { name: "default" }, { id: "3", name: "default" }, "name")
]

const byId: ReadonlyArray<LookupCase<Edge>> = [
  single(
    edge.getLbL7policy,
    `${at}/l7policies/3/7/${rows.UUID}`,
    rows.policy,
    { ...place, id: rows.UUID },
    rows.policyOutput,
    "name"
  ),
  {
    ...single(
      edge.getInstanceV2,
      `${at}/instances/3/7/${rows.UUID}`,
      rows.instance,
      { ...place, id: rows.UUID },
      { ...place, ...rows.instanceOutput },
      "instance_name"
    ),
    others: ofInstance
  }
]

const texts = {
  401: "Unauthorized: invalid token",
  403: "Access denied",
  404: "Not found",
  429: "Too many requests",
  500: "Internal error"
}

const page = (all: ReadonlyArray<unknown>, { query }: Seen) => {
  const offset = Number(query.get("offset") ?? 0)
  return { count: all.length, results: all.slice(offset, offset + Number(query.get("limit") ?? 1000)) }
}

export const edgeUnderTest: ProviderUnderTest<Edge> = {
  name: "edge",
  provider: edge.edge,
  client: (url) => edge.Edge.layer({ apiEndpoint: `${url}/`, permanentApiToken: "251$secret" }),
  rows: (all, seen) => {
    if (seen.path === "/cdn/shielding_pop") return jsonReply(all)
    return jsonReply(seen.path === "/dns/v2/secondary_zones" ? { zones: all } : page(all, seen))
  },
  pageRows: 1000,
  single: (row) => jsonReply(row),
  refusal: (status) => jsonReply({ message: texts[status] }, status),
  cases: [...cases, ...byId],
  unavailable: [edge.getK8s, edge.getK8sClientConfig, edge.getK8sPool],
  openApi: {
    file: new URL("../../../../../shared/data/providers/edge/edgecenter.openapi.authored.json", import.meta.url),
    base: ""
  }
}
