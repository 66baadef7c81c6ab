/** The inventory functions as the suite tries them, and a NetBox that speaks as version 4.6 does. */
import * as inventory from "../../src/inventory/index.ts"
import { questionId } from "../../src/inventory/lists.ts"
import type { AnyLookup } from "../../src/Lookup.ts"
import { jsonReply, type Reply } from "../suite/FakeApi.ts"
import type { LookupCase, ProviderUnderTest } from "../suite/LookupCase.ts"
import * as rows from "./rows.ts"

type Inventory = inventory.Inventory

const tags = ["Prod West", "edge"]

const one = (
  lookup: AnyLookup<Inventory>,
  path: string,
  row: unknown,
  input: object,
  output: object,
  needs: string
): LookupCase<Inventory> => ({ lookup, path, row, input, output, needs, shape: "one" })

interface ListOptions {
  readonly filters: Readonly<Record<string, string>>
  readonly key: string
  readonly needs: string
  readonly nameRegex?: string
  readonly empty?: "NotFound"
}

/** The id of a question is a digest: that it is one is tried elsewhere. */
const list = (
  lookup: AnyLookup<Inventory>,
  path: string,
  row: unknown,
  item: object,
  { empty, filters, key, nameRegex, needs }: ListOptions
): LookupCase<Inventory> => {
  const input = {
    filters: Object.entries(filters).map(([name, value]) => ({ name, value })),
    ...(nameRegex === undefined ? {} : { nameRegex })
  }
  return {
    lookup,
    path,
    row,
    input,
    needs,
    shape: "list",
    output: { ...input, limit: 0, id: questionId(path.slice("/api".length), input), [key]: [item] },
    list: { key, empty: empty ?? "an empty list", paged: true }
  }
}

const cluster = {
  clusterGroupId: 4,
  clusterId: 5,
  clusterTypeId: 2,
  comments: "primary *cluster*",
  customFields: rows.flattened,
  description: "main",
  locationId: 9,
  name: "gc-us-west1",
  scopeId: 9,
  scopeType: "dcim.location",
  tags
}

const prefix = {
  id: 7,
  customFields: rows.flattened,
  description: "users",
  family: 4,
  prefix: "10.0.0.0/24",
  roleId: 4,
  scopeType: "dcim.site",
  scopeId: 3,
  siteId: 3,
  status: "active",
  tags,
  tenantId: 6,
  vlanId: 8,
  vlanVid: 100,
  vrfId: 2
}

const vlan = {
  customFields: rows.flattened,
  description: "",
  groupId: 2,
  name: "users",
  role: 4,
  site: 3,
  status: "active",
  tagIds: [1, 2],
  tenant: 6,
  vid: 100
}

const vrf = { description: "first", name: "Alpha", rd: "65000:1", tenant: 6 }

const tag = { color: "9e9e9e", description: "", name: "Prod West", slug: "prod-west" }

const dates = { created: "2026-11-21T00:59:50.184720Z", lastUpdated: "2026-11-21T00:59:50.184730Z" }

const specified: ReadonlyArray<LookupCase<Inventory>> = [
  one(
    inventory.getAsn,
    "/api/ipam/asns/",
    rows.asn,
    { asn: "64512", tagN: "legacy" },
    { id: 1, asn: "64512", description: "private 64512", tagN: "legacy", tags },
    "asn"
  ),
  list(
    inventory.getAsns,
    "/api/ipam/asns/",
    rows.asn,
    { id: 1, asn: 64512, rirId: 3, tags },
    {
      filters: { asn: "64512", asn__gte: "1", asn__lte: "70000", asn__n: "3" },
      key: "asns",
      needs: "asn",
      empty: "NotFound"
    }
  ),
  {
    lookup: inventory.getAvailablePrefix,
    path: "/api/ipam/prefixes/4/available-prefixes/",
    row: { family: 4, prefix: "172.16.0.64/26", vrf: { ...rows.brief(1, "Alpha"), rd: "65000:1" } },
    input: { prefixId: 4 },
    output: { id: "4", prefixId: 4, prefixesAvailables: [{ family: 4, prefix: "172.16.0.64/26", vrfId: 1 }] },
    needs: "prefix",
    shape: "list",
    list: { key: "prefixesAvailables", empty: "an empty list", paged: false }
  },
  one(
    inventory.getCluster,
    "/api/virtualization/clusters/",
    rows.cluster,
    { name: "gc-us-west1", siteId: 1, clusterGroupId: 4, id: "5" },
    { ...cluster, id: "5" },
    "type.id"
  ),
  one(
    inventory.getClusterGroup,
    "/api/virtualization/cluster-groups/",
    rows.clusterGroup,
    { name: "North America" },
    { clusterGroupId: 1, id: "1", name: "North America" },
    "name"
  ),
  one(
    inventory.getClusterType,
    "/api/virtualization/cluster-types/",
    rows.clusterType,
    { name: "VMware vSphere" },
    { clusterTypeId: 1, id: "1", name: "VMware vSphere" },
    "id"
  ),
  list(
    inventory.getClusters,
    "/api/virtualization/clusters/",
    rows.cluster,
    { ...cluster, tenantId: 6 },
    {
      filters: { name: "gc-us-west1", cluster_type_id: "2", cluster_group_id: "4", site_id: "1", tag: "edge" },
      key: "clusters",
      needs: "name",
      nameRegex: "^(?i)GC-"
    }
  )
]

const further: ReadonlyArray<LookupCase<Inventory>> = [
  one(
    inventory.getPrefix,
    "/api/ipam/prefixes/",
    rows.prefix,
    {
      prefix: "10.0.0.0/24",
      description: "users",
      family: 4,
      roleId: 4,
      siteId: 3,
      status: "active",
      tag: "edge",
      tagN: "legacy",
      tenantId: 6,
      vlanId: 8,
      vlanVid: 100,
      vrfId: 2
    },
    { ...prefix, tag: "edge", tagN: "legacy" },
    "family.value"
  ),
  list(inventory.getPrefixes, "/api/ipam/prefixes/", rows.prefix, prefix, {
    filters: {
      prefix: "10.0.0.0/24",
      contains: "10.0.0.1",
      vlan_vid: "100",
      vrf_id: "2",
      vlan_id: "8",
      status: "active",
      tenant_id: "6",
      site_id: "3",
      role_id: "4",
      region_id: "1",
      description: "users",
      tag: "edge"
    },
    key: "prefixes",
    needs: "prefix"
  }),
  one(
    inventory.getVlan,
    "/api/ipam/vlans/",
    rows.vlan,
    { name: "users", vid: 100, groupId: 2, siteId: 3 },
    { ...vlan, id: "8" },
    "vid"
  ),
  list(
    inventory.getVlans,
    "/api/ipam/vlans/",
    rows.vlan,
    { id: 8, ...vlan },
    {
      filters: {
        vid: "100",
        vid__gt: "1",
        vid__gte: "1",
        vid__lt: "4000",
        vid__lte: "4000",
        vid__n: "5",
        group: "campus",
        group__n: "x",
        group_id: "2",
        group_id__n: "1",
        site_id: "3",
        site_id__n: "1",
        status: "active",
        tag: "edge",
        tenant: "acme",
        tenant__n: "x",
        tenant_group: "customers",
        tenant_group__n: "x",
        tenant_group_id: "2",
        tenant_group_id__n: "1",
        tenant_id: "6",
        tenant_id__n: "1"
      },
      key: "vlans",
      needs: "name"
    }
  ),
  one(
    inventory.getVrf,
    "/api/ipam/vrfs/",
    rows.vrf,
    { name: "Alpha", rd: "65000:1", tenantId: 6 },
    { ...vrf, id: "2" },
    "name"
  ),
  list(
    inventory.getVrfs,
    "/api/ipam/vrfs/",
    rows.vrf,
    { id: 2, ...vrf },
    {
      filters: {
        id: "2",
        name: "Alpha",
        description: "first",
        rd: "65000:1",
        tag: "edge",
        tenant: "acme",
        tenant__n: "x",
        tenant_group: "customers",
        tenant_group__n: "x",
        tenant_group_id: "2",
        tenant_group_id__n: "1",
        tenant_id: "6",
        tenant_id__n: "1"
      },
      key: "vrfs",
      needs: "name"
    }
  ),
  one(
    inventory.getTag,
    "/api/extras/tags/",
    rows.tagRow,
    { name: "Prod West", slug: "prod-west" },
    { ...tag, id: "1" },
    "slug"
  ),
  list(
    inventory.getTags,
    "/api/extras/tags/",
    rows.tagRow,
    { tagId: 1, ...tag },
    {
      filters: {
        id: "1",
        id__gt: "0",
        id__gte: "1",
        id__lt: "9",
        id__lte: "9",
        name: "Prod West",
        name__ic: "o",
        name__iew: "t",
        name__isw: "p",
        name__niew: "x",
        name__nisw: "x",
        slug: "prod-west",
        slug__ic: "o",
        slug__iew: "t",
        slug__isw: "p",
        slug__niew: "x",
        slug__nisw: "x"
      },
      key: "tags",
      needs: "slug"
    }
  ),
  one(
    inventory.getTenant,
    "/api/tenancy/tenants/",
    rows.tenant,
    { name: "Acme", slug: "acme" },
    { description: "", groupId: 2, id: "6", name: "Acme", slug: "acme" },
    "slug"
  ),
  list(
    inventory.getTenants,
    "/api/tenancy/tenants/",
    rows.tenant,
    {
      circuitCount: 1,
      clusterCount: 10,
      comments: "",
      ...dates,
      customFields: rows.flattened,
      description: "",
      deviceCount: 2,
      id: 6,
      ipAddressCount: 3,
      name: "Acme",
      prefixCount: 4,
      rackCount: 5,
      siteCount: 6,
      slug: "acme",
      tenantGroups: [{ id: 2, name: "customers", slug: "customers" }],
      vlanCount: 8,
      vmCount: 7,
      vrfCount: 9
    },
    { filters: { name: "Acme", slug: "acme" }, key: "tenants", needs: "name" }
  ),
  one(
    inventory.getSite,
    "/api/dcim/sites/",
    rows.site,
    { id: "3", name: "DM-Akron", slug: "dm-akron", facility: "B 12" },
    {
      asnIds: [1],
      comments: "",
      description: "",
      facility: "B 12",
      groupId: 12,
      id: "3",
      name: "DM-Akron",
      physicalAddress: "1 Main Street",
      regionId: 11,
      siteId: 3,
      slug: "dm-akron",
      status: "active",
      tenantId: 6,
      timeZone: "America/New_York"
    },
    "slug"
  ),
  list(
    inventory.getIpAddresses,
    "/api/ipam/ip-addresses/",
    rows.ipAddress,
    {
      addressFamily: "IPv4",
      ...dates,
      customFields: rows.flattened,
      description: "",
      dnsName: "www.example.com",
      id: 21,
      ipAddress: "10.0.0.5/24",
      role: "vip",
      status: "active",
      tags: [
        { id: 1, name: "Prod West", slug: "prod-west", display: "Prod West" },
        { id: 2, name: "edge", slug: "edge", display: "edge" }
      ],
      tenants: [{ id: 6, name: "Acme", slug: "acme" }]
    },
    {
      filters: {
        ip_address: "10.0.0.5/24",
        dns_name: "www.example.com",
        interface_id: "1",
        vm_interface_id: "1",
        device_id: "1",
        parent_prefix: "10.0.0.0/24",
        role: "vip",
        status: "active",
        vrf: "65000:1",
        tenant: "acme",
        tag: "edge",
        description: "x"
      },
      key: "ipAddresses",
      needs: "family.label"
    }
  ),
  list(
    inventory.getDevices,
    "/api/dcim/devices/",
    rows.device,
    {
      assetTag: "T-1",
      comments: "",
      customFields: rows.flattened,
      description: "",
      deviceId: 31,
      deviceTypeId: 13,
      locationId: 9,
      manufacturerId: 14,
      model: "EX2300",
      name: "sw-1",
      rackFace: "front",
      rackId: 16,
      rackPosition: 1.5,
      roleId: 15,
      serial: "A1",
      siteId: 3,
      status: "active",
      tags,
      tenantId: 6
    },
    {
      filters: {
        asset_tag: "T-1",
        cluster_id: "5",
        device_type_id: "13",
        location_id: "9",
        name: "sw-1",
        platform_id: "1",
        rack_id: "16",
        region: "ohio",
        role_id: "15",
        serial: "A1",
        site_id: "3",
        status: "active",
        tag: "edge",
        tenant_id: "6"
      },
      key: "devices",
      needs: "device_type.model",
      nameRegex: "sw-"
    }
  ),
  list(
    inventory.getVirtualMachines,
    "/api/virtualization/virtual-machines/",
    rows.virtualMachine,
    {
      clusterId: 5,
      comments: "",
      configContext: '{"ntp":["10.0.0.1"]}',
      customFields: rows.flattened,
      description: "",
      deviceId: 31,
      deviceName: "sw-1",
      diskSizeMb: 10000,
      localContextData: '{"a":1}',
      memoryMb: 4096,
      name: "web-1",
      platformId: 17,
      platformName: "Debian 13",
      platformSlug: "debian-13",
      primaryIp: "2001:db8::1/64",
      primaryIp4: "10.0.0.7/24",
      primaryIp6: "2001:db8::1/64",
      roleId: 15,
      siteId: 3,
      status: "active",
      tagIds: [1, 2],
      vcpus: 2.5,
      vmId: 41
    },
    {
      filters: {
        cluster_id: "5",
        cluster_group: "x",
        cluster_group_id: "4",
        device: "sw-1",
        device_id: "31",
        name: "web-1",
        platform: "debian-13",
        platform_id: "17",
        region: "ohio",
        role: "server",
        role_id: "15",
        site: "dm-akron",
        site_id: "3",
        status: "active",
        tag: "edge",
        tenant_id: "6"
      },
      key: "vms",
      needs: "name",
      nameRegex: "^web-\\d$"
    }
  )
]

/** The trimmed OpenAPI document has none of these paths. */
const undocumented: ReadonlyArray<LookupCase<Inventory>> = [
  list(
    inventory.getDeviceInterfaces,
    "/api/dcim/interfaces/",
    rows.deviceInterface,
    {
      description: "",
      deviceId: 31,
      enabled: true,
      id: 51,
      lagDeviceInterfaceId: 52,
      macAddress: "00:11:22:33:44:55",
      macAddresses: [{ id: 1, macAddress: "00:11:22:33:44:55", description: "" }],
      mode: { value: "tagged", label: "Tagged" },
      mtu: 9000,
      name: "xe-0/0/0",
      tagIds: [1, 2],
      taggedVlans: [{ id: 8, vid: 100, name: "users" }],
      type: "10gbase-x-sfpp",
      untaggedVlans: [{ id: 9, vid: 1, name: "default" }]
    },
    {
      filters: { device_id: "31", lag_id: "52", mac_address: "00:11:22:33:44:55", name: "xe-0/0/0", tag: "edge" },
      key: "interfaces",
      needs: "device.id",
      nameRegex: "^xe-"
    }
  ),
  list(
    inventory.getLocations,
    "/api/dcim/locations/",
    rows.location,
    {
      description: "",
      id: "9",
      name: "Hall 1",
      parentId: 8,
      siteId: 3,
      slug: "hall-1",
      status: "active",
      tenantId: 6
    },
    {
      filters: {
        name: "Hall 1",
        slug: "hall-1",
        site: "dm-akron",
        site_id: "3",
        parent_id: "8",
        tenant: "acme",
        tenant_id: "6",
        status: "active",
        tag: "edge"
      },
      key: "locations",
      needs: "site"
    }
  ),
  one(
    inventory.getVlanGroup,
    "/api/ipam/vlan-groups/",
    rows.vlanGroup,
    { name: "campus", slug: "campus", scopeType: "dcim.site", scopeId: 3 },
    {
      description: "",
      id: "2",
      maxVid: 300,
      minVid: 10,
      name: "campus",
      scopeType: "dcim.site",
      scopeId: 3,
      slug: "campus",
      vlanCount: 2
    },
    "slug"
  )
].map((one) => ({ ...one, documented: false as const }))

const texts = {
  401: "Invalid token",
  403: "You do not have permission to perform this action.",
  404: "No Prefix matches the given query.",
  429: "Request was throttled."
} as const

/** Pages as NetBox cuts them: `limit` counts up to a bound, and `next` names a host that may be another one. */
const page = (all: ReadonlyArray<unknown>, query: URLSearchParams): Reply => {
  const limit = Number(query.get("limit") ?? 50)
  const offset = Number(query.get("offset") ?? 0)
  const results = all.slice(offset, offset + limit)
  const more = offset + results.length < all.length
  return jsonReply({
    count: all.length,
    next: more ? `http://netbox.example/api/?limit=${limit}&offset=${offset + limit}` : null,
    previous: null,
    results
  })
}

export const inventoryUnderTest: ProviderUnderTest<Inventory> = {
  name: "inventory",
  provider: inventory.inventory,
  client: (url) => inventory.Inventory.layer({ serverUrl: url, apiToken: "nbt_abcdefghijkl.secret" }),
  rows: (all, { path, query }) => (path.endsWith("/available-prefixes/") ? jsonReply(all) : page(all, query)),
  pageRows: 100,
  single: (row) => jsonReply(row),
  refusal: (status) =>
    status === 500
      ? jsonReply({ error: "it broke", exception: "ValueError", netbox_version: "4.6.8", python_version: "3.14" }, 500)
      : jsonReply({ detail: texts[status] }, status),
  besides: ({ path }) => (path === "/api/status/" ? jsonReply({ "netbox-version": "4.6.8" }) : undefined),
  cases: [...specified, ...further, ...undocumented],
  openApi: {
    file: new URL("../../../../../shared/data/providers/inventory/netbox-4.2.2.openapi.trimmed.json", import.meta.url),
    base: ""
  }
}
