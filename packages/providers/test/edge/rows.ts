/** Rows as the EdgeCenter API sends them, and what functions make of them. Texts are our own. */

export const UUID = "c64e5db1-5f1f-43ec-a8d9-5090df85b82d"

export const region = {
  id: 7,
  display_name: "Luxembourg",
  state: "ACTIVE",
  keystone_name: "ED-8",
  endpoint_type: "public",
  created_on: "2020-04-10T11:37:58"
}

export const project = { id: 3, name: "default", client_id: 1, description: "", state: "ACTIVE" }

export const zones = { region_id: 7, availability_zones: ["nova", "az-2"] }

export const shielding = { id: 4, datacenter: "am3", country: "Netherlands", city: "Amsterdam" }

export const secondaryZone = {
  id: 4242,
  name: "secondary.example.com",
  updated_at: 1_700_000_000_123_000_000,
  tsig: { key: "a secret", master: "192.0.2.10", name: "transfer-key" }
}

export const secondaryZoneOutput = {
  zoneId: 4242,
  name: "secondary.example.com",
  master: "192.0.2.10",
  tsigName: "transfer-key",
  updatedAt: "2023-11-14T22:13:20.123Z"
}

export const flavor = {
  flavor_id: "g1-cpu-16-16",
  flavor_name: "g1-cpu-16-16",
  price_status: "show",
  currency_code: "USD",
  price_per_hour: 0.42,
  price_per_month: 303.6,
  ram: 16_384,
  vcpus: 16,
  disabled: false,
  resource_class: null,
  hardware_description: { gpu: "1x", cpu: null }
}

export const flavorOutput = {
  type: "instance",
  flavorId: "g1-cpu-16-16",
  flavorName: "g1-cpu-16-16",
  currencyCode: "USD",
  pricePerHour: 0.42,
  pricePerMonth: 303.6,
  ram: 16_384,
  vcpus: 16,
  disabled: false,
  hardwareDescription: { gpu: "1x" }
}

export const floatingIp = {
  id: UUID,
  floating_ip_address: "192.0.2.34",
  fixed_ip_address: null,
  router_id: "11005a33-c5ac-4c96-ab6f-8f2827cc7da6",
  port_id: "ee2402d0-f0cd-4503-9b75-69be1d11c5f1",
  status: "ACTIVE",
  instance: { instance_id: "a7e7e8d6-0bf7-4ac9-8170-831b47ee2ba9", instance_name: "web-1" },
  loadbalancer: null,
  metadata: [{ key: "owner", value: "ada", read_only: true }],
  project_id: 3,
  region_id: 7,
  region: "Luxembourg"
}

export const floatingIpOutput = {
  id: UUID,
  floatingIpAddress: "192.0.2.34",
  routerId: "11005a33-c5ac-4c96-ab6f-8f2827cc7da6",
  portId: "ee2402d0-f0cd-4503-9b75-69be1d11c5f1",
  status: "ACTIVE",
  instanceIdAttachedTo: "a7e7e8d6-0bf7-4ac9-8170-831b47ee2ba9",
  metadataReadOnlies: [{ key: "owner", value: "ada", readOnly: true }]
}

export const policy = {
  id: UUID,
  name: "redirect",
  action: "REDIRECT_TO_URL",
  listener_id: "0388b5e5-3393-4aa8-a88a-dbcdcedf9970",
  operating_status: "ONLINE",
  provisioning_status: "ACTIVE",
  position: 1,
  redirect_http_code: 301,
  redirect_pool_id: null,
  redirect_prefix: null,
  redirect_url: "https://www.example.com",
  rules: [{ id: "0ca7bebd-7a54-4977-bca7-e4ac1e612ec7", type: "PATH", value: "/images*" }],
  tags: ["blue"],
  created_at: "2020-09-14T14:45:30+0000",
  updated_at: "2020-09-14T14:45:31+0000",
  project_id: 3,
  region_id: 7,
  region: "Luxembourg"
}

export const policyOutput = {
  id: UUID,
  name: "redirect",
  action: "REDIRECT_TO_URL",
  listenerId: "0388b5e5-3393-4aa8-a88a-dbcdcedf9970",
  operatingStatus: "ONLINE",
  provisioningStatus: "ACTIVE",
  position: 1,
  redirectHttpCode: 301,
  redirectUrl: "https://www.example.com",
  rules: ["0ca7bebd-7a54-4977-bca7-e4ac1e612ec7"],
  tags: ["blue"],
  createdAt: "2020-09-14T14:45:30+0000",
  updatedAt: "2020-09-14T14:45:31+0000",
  projectId: 3,
  regionId: 7,
  regionName: "Luxembourg"
}

export const instance = {
  instance_id: UUID,
  instance_name: "web-1",
  status: "ACTIVE",
  vm_state: "active",
  task_state: null,
  availability_zone: "nova",
  flavor: { flavor_id: "g1s", flavor_name: "g1s-shared", ram: 512, vcpus: 1, disk: 0 },
  metadata: { os_distro: "debian" },
  addresses: {},
  project_id: 3,
  region_id: 7
}

const volume = { size: 10, volume_type: "ssd_hiiops", status: "in-use", attachments: [], instance_id: UUID }

export const volumes = [
  { id: "boot", name: "root", bootable: true, ...volume },
  { id: "data", name: null, bootable: false, ...volume }
]

const port = { port_id: "port", network_id: "net", mac_address: "00:16:3e:f2:87:16", floatingip_details: [] }

/** One with two addresses, one without any, one whose network has no name. */
export const interfaces = [
  {
    ...port,
    network_details: { name: "lan" },
    ip_assignments: [
      { ip_address: "10.0.0.1", subnet_id: "sub-4" },
      { ip_address: "fd00::1", subnet_id: "sub-6" }
    ]
  },
  { ...port, network_details: { name: "empty" }, ip_assignments: [] },
  { ...port, network_details: {}, ip_assignments: [{ ip_address: "10.1.0.1", subnet_id: "sub-b" }] }
]

const address = { networkId: "net", networkName: "lan", portId: "port" }

export const instanceOutput = {
  id: UUID,
  name: "web-1",
  status: "ACTIVE",
  vmState: "active",
  availabilityZone: "nova",
  flavorId: "g1s",
  flavor: { flavor_id: "g1s", flavor_name: "g1s-shared", ram: "512", vcpus: "1" },
  metadata: { os_distro: "debian" },
  bootVolumes: [{ volumeId: "boot", name: "root", size: 10, typeName: "ssd_hiiops" }],
  dataVolumes: [{ volumeId: "data", name: "", size: 10, typeName: "ssd_hiiops" }],
  interfaces: [
    { ...address, subnetId: "sub-4", ipAddress: "10.0.0.1", order: 1 },
    { ...address, subnetId: "sub-6", ipAddress: "fd00::1", order: 1 },
    { ...address, networkName: "", subnetId: "sub-b", ipAddress: "10.1.0.1", order: 3 }
  ]
}
