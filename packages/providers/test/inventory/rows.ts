/** Rows as NetBox 4.6 sends them: whole ones, with every field that its API description requires. */

const origin = "http://netbox.example/api"

const dates = { created: "2026-11-21T00:59:50.184720Z", last_updated: "2026-11-21T00:59:50.184730Z" }

/** A row inside another one. */
export const brief = (id: number, name: string) => ({
  id,
  url: `${origin}/x/${id}/`,
  display: name,
  name,
  slug: name.toLowerCase().replaceAll(" ", "-"),
  description: "",
  _depth: 0
})

const tag = (id: number, name: string) => ({
  id,
  url: `${origin}/extras/tags/${id}/`,
  display: name,
  name,
  slug: name.toLowerCase().replaceAll(" ", "-"),
  color: "9e9e9e"
})

const tags = [tag(1, "Prod West"), tag(2, "edge")]

const common = (id: number, display: string) => ({
  id,
  url: `${origin}/y/${id}/`,
  display_url: `http://netbox.example/y/${id}/`,
  display,
  comments: "",
  ...dates
})

const customFields = {
  cf_bool: true,
  cf_dec: 1.5,
  cf_empty: null,
  cf_int: 7,
  cf_multi: ["a", "b"],
  cf_object: { id: 1, name: "x" },
  cf_text: "x"
}

/** What functions make of the custom fields above. */
export const flattened = {
  cf_bool: "true",
  cf_dec: "1.5",
  cf_empty: "",
  cf_int: "7",
  cf_multi: '["a","b"]',
  cf_object: '{"id":1,"name":"x"}',
  cf_text: "x"
}

const active = { value: "active", label: "Active" }

export const asn = {
  ...common(1, "AS64512"),
  asn: 64512,
  rir: brief(3, "RFC 6996"),
  tenant: null,
  description: "private 64512",
  tags,
  custom_fields: {},
  site_count: 0,
  provider_count: 0
}

export const cluster = {
  ...common(5, "gc-us-west1"),
  name: "gc-us-west1",
  type: brief(2, "VMware vSphere"),
  group: brief(4, "North America"),
  status: active,
  tenant: brief(6, "Acme"),
  scope_type: "dcim.location",
  scope_id: 9,
  scope: brief(9, "Hall 1"),
  description: "main",
  comments: "primary *cluster*",
  tags,
  custom_fields: customFields,
  device_count: 0,
  virtualmachine_count: 0,
  allocated_vcpus: 0,
  allocated_memory: 0,
  allocated_disk: 0
}

export const clusterGroup = {
  ...common(1, "North America"),
  name: "North America",
  slug: "north-america",
  description: "",
  tags: [],
  custom_fields: {},
  cluster_count: 2
}

export const clusterType = {
  ...common(1, "VMware vSphere"),
  name: "VMware vSphere",
  slug: "vmware-vsphere",
  description: "ESXi",
  tags: [],
  custom_fields: {},
  cluster_count: 1
}

export const prefix = {
  ...common(7, "10.0.0.0/24"),
  family: { value: 4, label: "IPv4" },
  prefix: "10.0.0.0/24",
  vrf: { ...brief(2, "Alpha"), rd: "65000:1" },
  scope_type: "dcim.site",
  scope_id: 3,
  scope: brief(3, "DM-Akron"),
  tenant: brief(6, "Acme"),
  vlan: { ...brief(8, "users"), vid: 100 },
  status: active,
  role: brief(4, "access"),
  is_pool: false,
  mark_utilized: false,
  description: "users",
  tags,
  custom_fields: customFields,
  children: 0,
  _depth: 1
}

export const vlan = {
  ...common(8, "users (100)"),
  site: brief(3, "DM-Akron"),
  group: brief(2, "campus"),
  vid: 100,
  name: "users",
  tenant: brief(6, "Acme"),
  status: active,
  role: brief(4, "access"),
  description: "",
  qinq_svlan: null,
  l2vpn_termination: null,
  tags,
  custom_fields: customFields,
  prefix_count: 1
}

export const vrf = {
  ...common(2, "Alpha (65000:1)"),
  name: "Alpha",
  rd: "65000:1",
  tenant: brief(6, "Acme"),
  enforce_unique: true,
  description: "first",
  import_targets: [],
  export_targets: [],
  tags,
  custom_fields: {},
  ipaddress_count: 0,
  prefix_count: 2
}

export const site = {
  ...common(3, "DM-Akron"),
  name: "DM-Akron",
  slug: "dm-akron",
  status: active,
  region: brief(11, "Ohio"),
  group: brief(12, "branches"),
  tenant: brief(6, "Acme"),
  facility: "B 12",
  time_zone: "America/New_York",
  description: "",
  physical_address: "1 Main Street",
  shipping_address: "",
  latitude: null,
  longitude: null,
  asns: [asn],
  tags,
  custom_fields: {}
}

export const tenant = {
  ...common(6, "Acme"),
  name: "Acme",
  slug: "acme",
  group: brief(2, "customers"),
  description: "",
  tags: [],
  custom_fields: customFields,
  circuit_count: 1,
  device_count: 2,
  ipaddress_count: 3,
  prefix_count: 4,
  rack_count: 5,
  site_count: 6,
  virtualmachine_count: 7,
  vlan_count: 8,
  vrf_count: 9,
  cluster_count: 10
}

export const tagRow = {
  ...common(1, "Prod West"),
  ...tag(1, "Prod West"),
  description: "",
  object_types: [],
  tagged_items: 2
}

export const ipAddress = {
  ...common(21, "10.0.0.5/24"),
  family: { value: 4, label: "IPv4" },
  address: "10.0.0.5/24",
  vrf: null,
  tenant: brief(6, "Acme"),
  status: active,
  role: { value: "vip", label: "VIP" },
  assigned_object_type: null,
  assigned_object_id: null,
  assigned_object: null,
  nat_inside: null,
  nat_outside: [],
  dns_name: "www.example.com",
  description: "",
  tags,
  custom_fields: customFields
}

const address = (id: number, text: string) => ({
  id,
  url: `${origin}/ipam/ip-addresses/${id}/`,
  display: text,
  family: { value: text.includes(":") ? 6 : 4, label: text.includes(":") ? "IPv6" : "IPv4" },
  address: text,
  description: ""
})

export const device = {
  ...common(31, "sw-1"),
  name: "sw-1",
  device_type: { ...brief(13, "EX2300"), model: "EX2300", manufacturer: brief(14, "Juniper") },
  role: brief(15, "switch"),
  tenant: brief(6, "Acme"),
  platform: null,
  serial: "A1",
  asset_tag: "T-1",
  site: brief(3, "DM-Akron"),
  location: brief(9, "Hall 1"),
  rack: brief(16, "R1"),
  position: 1.5,
  face: { value: "front", label: "Front" },
  latitude: null,
  longitude: null,
  parent_device: null,
  status: active,
  primary_ip: address(22, "10.0.0.6/24"),
  primary_ip4: address(22, "10.0.0.6/24"),
  primary_ip6: null,
  oob_ip: null,
  cluster: null,
  virtual_chassis: null,
  vc_position: null,
  vc_priority: null,
  description: "",
  config_template: null,
  config_context: {},
  local_context_data: null,
  tags,
  custom_fields: customFields,
  console_port_count: 0,
  console_server_port_count: 0,
  power_port_count: 0,
  power_outlet_count: 0,
  interface_count: 0,
  front_port_count: 0,
  rear_port_count: 0,
  device_bay_count: 0,
  module_bay_count: 0,
  inventory_item_count: 0
}

export const virtualMachine = {
  ...common(41, "web-1"),
  name: "web-1",
  status: active,
  site: brief(3, "DM-Akron"),
  cluster: brief(5, "gc-us-west1"),
  device: brief(31, "sw-1"),
  serial: "",
  role: brief(15, "server"),
  tenant: null,
  platform: brief(17, "Debian 13"),
  primary_ip: address(23, "2001:db8::1/64"),
  primary_ip4: address(24, "10.0.0.7/24"),
  primary_ip6: address(23, "2001:db8::1/64"),
  vcpus: 2.5,
  memory: 4096,
  disk: 10000,
  description: "",
  config_template: null,
  local_context_data: { a: 1 },
  config_context: { ntp: ["10.0.0.1"] },
  tags,
  custom_fields: customFields,
  interface_count: 1,
  virtual_disk_count: 0
}

export const deviceInterface = {
  ...common(51, "xe-0/0/0"),
  name: "xe-0/0/0",
  device: brief(31, "sw-1"),
  type: { value: "10gbase-x-sfpp", label: "SFP+ (10GE)" },
  enabled: true,
  description: "",
  lag: brief(52, "ae0"),
  mtu: 9000,
  mac_address: "00:11:22:33:44:55",
  primary_mac_address: { id: 1, mac_address: "00:11:22:33:44:55", description: "" },
  mac_addresses: [{ id: 1, mac_address: "00:11:22:33:44:55", description: "" }],
  mode: { value: "tagged", label: "Tagged" },
  untagged_vlan: { ...brief(9, "default"), vid: 1 },
  tagged_vlans: [{ ...brief(8, "users"), vid: 100 }],
  tags,
  custom_fields: {}
}

export const location = {
  ...common(9, "Hall 1"),
  name: "Hall 1",
  slug: "hall-1",
  site: brief(3, "DM-Akron"),
  parent: brief(8, "Building A"),
  status: active,
  tenant: brief(6, "Acme"),
  description: "",
  tags,
  custom_fields: {}
}

export const vlanGroup = {
  ...common(2, "campus"),
  name: "campus",
  slug: "campus",
  scope_type: "dcim.site",
  scope_id: 3,
  vid_ranges: [
    [100, 300],
    [10, 20]
  ],
  vlan_count: 2,
  description: "",
  tags: [],
  custom_fields: {}
}
