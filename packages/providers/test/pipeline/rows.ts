/** Rows as Fivetran sends them, and what functions make of them. Texts are our own. */

const TIMES = { created: "2024-12-01T15:43:29.013729Z", succeeded: "2024-12-02T15:43:29.013729Z" }

const row = {
  id: "speak_inexpensive",
  group_id: "decent_dropsy",
  service: "google_sheets",
  service_version: 1,
  schema: "public.orders",
  paused: false,
  pause_after_trial: true,
  connected_by: "cherry_spoilt",
  created_at: TIMES.created,
  succeeded_at: TIMES.succeeded,
  failed_at: null,
  sync_frequency: 360,
  schedule_type: "auto",
  daily_sync_time: "14:00",
  data_delay_sensitivity: "CUSTOM",
  data_delay_threshold: 30,
  networking_method: "ProxyAgent",
  private_link_id: null,
  proxy_agent_id: "agent_1",
  hybrid_deployment_agent_id: null
}

const status = {
  setup_state: "connected",
  schema_status: "ready",
  sync_state: "scheduled",
  update_state: "on_schedule",
  is_historical_sync: false,
  tasks: [{ code: "reconnect", message: "Reconnect", details: "{}" }],
  warnings: [{ code: "slow", message: "Slow", details: "{}" }]
}

/** In lists and under its id alike. */
export const connection = { ...row, status }

export const connectionRowOutput = {
  id: "speak_inexpensive",
  groupId: "decent_dropsy",
  service: "google_sheets",
  serviceVersion: "1",
  name: "public.orders",
  paused: false,
  pauseAfterTrial: true,
  connectedBy: "cherry_spoilt",
  createdAt: TIMES.created,
  succeededAt: TIMES.succeeded,
  syncFrequency: 360,
  scheduleType: "auto",
  dailySyncTime: "14:00",
  dataDelaySensitivity: "CUSTOM",
  dataDelayThreshold: 30,
  networkingMethod: "ProxyAgent",
  proxyAgentId: "agent_1"
}

export const connectionOutput = {
  ...connectionRowOutput,
  status: {
    setupState: "connected",
    syncState: "scheduled",
    updateState: "on_schedule",
    isHistoricalSync: false,
    tasks: [{ code: "reconnect", message: "Reconnect" }],
    warnings: [{ code: "slow", message: "Slow" }]
  },
  destinationSchema: { name: "public", table: "orders" }
}

export const config = {
  sheet_id: "1abc",
  password: "******",
  is_ftps: null,
  a_key_of_tomorrow: [{ inner_name: 1 }],
  named_ranges: { first_range: true }
}

export const configOutput = {
  sheetId: "1abc",
  password: "******",
  aKeyOfTomorrow: [{ innerName: 1 }],
  namedRanges: { firstRange: true }
}

export const certificate = {
  id: "certificate_1",
  hash: "hash",
  public_key: "key",
  name: "CN=db",
  type: "X.509",
  sha1: "aa",
  sha256: "bb",
  validated_by: "cherry_spoilt",
  validated_date: TIMES.created
}

export const certificateOutput = {
  hash: "hash",
  publicKey: "key",
  name: "CN=db",
  type: "X.509",
  sha1: "aa",
  sha256: "bb",
  validatedBy: "cherry_spoilt",
  validatedDate: TIMES.created
}

export const fingerprint = {
  id: "fingerprint_1",
  hash: "hash",
  public_key: "key",
  validated_by: "cherry_spoilt",
  validated_date: TIMES.created
}

export const fingerprintOutput = {
  hash: "hash",
  publicKey: "key",
  validatedBy: "cherry_spoilt",
  validatedDate: TIMES.created
}

export const account = { account_id: "account", account_name: "Example" }

export const user = {
  id: "cherry_spoilt",
  email: "ada@example.com",
  given_name: "Ada",
  family_name: "Lovelace",
  verified: true,
  invited: false,
  picture: null,
  phone: null,
  role: "Destination Reviewer",
  active: true,
  logged_in_at: TIMES.succeeded,
  created_at: TIMES.created
}

export const userOutput = {
  id: "cherry_spoilt",
  email: "ada@example.com",
  givenName: "Ada",
  familyName: "Lovelace",
  verified: true,
  invited: false,
  role: "Destination Reviewer",
  loggedInAt: TIMES.succeeded,
  createdAt: TIMES.created
}

export const group = { id: "decent_dropsy", name: "Warehouse", created_at: TIMES.created }

export const groupOutput = { id: "decent_dropsy", name: "Warehouse", createdAt: TIMES.created }

export const agent = {
  id: "agent_1",
  display_name: "Rack 4",
  group_id: "decent_dropsy",
  registered_at: TIMES.created,
  created_by: "cherry_spoilt",
  deployment_type: "DOCKER",
  enabled: true,
  last_used_at: TIMES.succeeded,
  online: true,
  updated_at: TIMES.succeeded,
  version: "1.0.0",
  usage: []
}

export const agentOutput = {
  id: "agent_1",
  displayName: "Rack 4",
  groupId: "decent_dropsy",
  registeredAt: TIMES.created
}

export const privateLink = {
  id: "speeding_lettering",
  name: "warehouse_link",
  region: "GCP_US_EAST4",
  service: "SOURCE_AWS",
  account_id: "account",
  cloud_provider: "AWS",
  state: "OK",
  state_summary: "",
  created_at: TIMES.created,
  created_by: "cherry_spoilt",
  host: "link.example.com",
  config: { connection_service_name: "com.example.vpce" }
}

export const privateLinkOutput = {
  id: "speeding_lettering",
  name: "warehouse_link",
  region: "GCP_US_EAST4",
  service: "SOURCE_AWS",
  cloudProvider: "AWS",
  state: "OK",
  stateSummary: "",
  createdAt: TIMES.created,
  createdBy: "cherry_spoilt",
  host: "link.example.com"
}

export const proxyAgent = {
  id: "agent_2",
  account_id: "account",
  display_name: "Behind the firewall",
  region: "GCP_US_EAST4",
  created_by: "cherry_spoilt",
  registered_at: TIMES.created
}

export const proxyAgentOutput = {
  id: "agent_2",
  displayName: "Behind the firewall",
  groupRegion: "GCP_US_EAST4",
  createdBy: "cherry_spoilt",
  registredAt: TIMES.created
}

export const quickstartPackage = {
  id: "rock_lever",
  name: "Ads",
  version: "v1.2.0",
  connector_types: ["google_ads"],
  output_model_names: ["ads_report"],
  configurable_variables: {
    start_date: { type: "DATE", description: "From when on", allowed_values: ["2020-01-01"] },
    schema_name: { type: "STRING", description: null, allowed_values: null }
  }
}

export const quickstartPackageOutput = {
  id: "rock_lever",
  name: "Ads",
  version: "v1.2.0",
  connectorTypes: ["google_ads"],
  outputModelNames: ["ads_report"],
  configurableVariables: {
    start_date: { type: "DATE", description: "From when on", allowedValues: ["2020-01-01"] },
    schema_name: { type: "STRING" }
  }
}

export const destination = {
  id: "decent_dropsy",
  group_id: "decent_dropsy",
  service: "snowflake",
  region: "GCP_US_EAST4",
  time_zone_offset: "-5",
  setup_status: "connected",
  daylight_saving_time_enabled: true,
  networking_method: "Directly",
  private_link_id: null,
  proxy_agent_id: null,
  hybrid_deployment_agent_id: null
}

export const destinationOutput = {
  id: "decent_dropsy",
  groupId: "decent_dropsy",
  service: "snowflake",
  region: "GCP_US_EAST4",
  timeZoneOffset: "-5",
  setupStatus: "connected",
  daylightSavingTimeEnabled: true,
  networkingMethod: "Directly"
}

export const metadata = {
  id: "google_ads",
  name: "Google Ads",
  type: "Marketing",
  description: "Advertising",
  connector_class: "standard",
  icon_url: "https://example.com/icon.png",
  icons: [],
  link_to_docs: "https://example.com/docs",
  link_to_erd: null
}

export const metadataOutput = {
  id: "google_ads",
  name: "Google Ads",
  type: "Marketing",
  description: "Advertising",
  connectorClass: "standard",
  iconUrl: "https://example.com/icon.png",
  linkToDocs: "https://example.com/docs"
}

export const role = {
  name: "Destination Analyst",
  description: "Reads a destination",
  scope: ["DESTINATION"],
  is_custom: false,
  is_deprecated: false,
  replacement_role_name: "Destination Reviewer"
}

export const roleOutput = {
  name: "Destination Analyst",
  description: "Reads a destination",
  scope: ["DESTINATION"],
  isCustom: false,
  isDeprecated: false,
  replacementRoleName: "Destination Reviewer"
}

export const team = { id: "climbed_consulted", name: "Data", description: "Data people", role: "Account Reviewer" }

export const teamOutput = team

export const webhook = {
  id: "recur_readable",
  type: "group",
  url: "https://hooks.example.com/sync",
  events: ["sync_start", "sync_end"],
  active: true,
  secret: "******",
  group_id: "decent_dropsy",
  created_at: TIMES.created,
  created_by: "cherry_spoilt"
}

export const webhookOutput = {
  id: "recur_readable",
  type: "group",
  url: "https://hooks.example.com/sync",
  events: ["sync_start", "sync_end"],
  active: true,
  groupId: "decent_dropsy",
  createdAt: TIMES.created,
  createdBy: "cherry_spoilt"
}
