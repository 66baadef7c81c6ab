/** The records that several pipeline functions give. Their fields are the service's own, in camel case. */
import { Schema } from "effect"
import { optional, PathText, required } from "../inputs.ts"

const { Boolean, String } = Schema

/** The id that lists carry which are not of one thing. */
export const WHOLE_ACCOUNT = "0"

/** What a block of the output is called among the inputs, where it has no meaning (Spec C, Data-pipeline functions). */
export const ignored = optional(Schema.Unknown, "Has no effect; part of the output.")

/** The id of the list as a whole. */
export const listId = required(String, "`0`: the list is that of the account.")

/** An id that a caller gives. */
export const idOf = (what: string) => required(PathText, `The id of the ${what}.`)

/** A certificate that was approved for a connection or a destination. */
export const Certificate = Schema.Struct({
  hash: required(String, "Hash of the certificate."),
  publicKey: required(String, "Its public key."),
  name: optional(String, "Its name."),
  type: optional(String, "Its type."),
  sha1: optional(String, "Its SHA-1 fingerprint."),
  sha256: optional(String, "Its SHA-256 fingerprint."),
  validatedBy: optional(String, "Who approved it."),
  validatedDate: optional(String, "When it was approved.")
}).annotate({ identifier: "Certificate" })

/** A key of an SSH server that was approved. */
export const Fingerprint = Schema.Struct({
  hash: required(String, "Hash of the fingerprint."),
  publicKey: required(String, "The SSH public key."),
  validatedBy: optional(String, "Who approved it."),
  validatedDate: optional(String, "When it was approved.")
}).annotate({ identifier: "Fingerprint" })

/** Somebody who uses the account. */
export const User = Schema.Struct({
  id: required(String, "The user's id."),
  email: required(String, "E-mail address."),
  givenName: optional(String, "First name."),
  familyName: optional(String, "Last name."),
  verified: optional(Boolean, "Whether the e-mail address was verified."),
  invited: optional(Boolean, "Whether the user was invited."),
  picture: optional(String, "The user's picture: a URL, or a data URI."),
  phone: optional(String, "Phone number."),
  role: optional(String, "The user's role."),
  loggedInAt: optional(String, "When the user signed in last."),
  createdAt: optional(String, "When the user was created.")
}).annotate({ identifier: "User" })

/** A group of connections and their destination. */
export const Group = Schema.Struct({
  id: required(String, "The group's id."),
  name: required(String, "The group's name."),
  createdAt: optional(String, "When it was created."),
  lastUpdated: optional(String, "When it was changed last.")
}).annotate({ identifier: "Group" })

/** An agent that runs syncs in a network of the customer's. */
export const HybridDeploymentAgent = Schema.Struct({
  id: required(String, "The agent's id."),
  displayName: required(String, "The agent's name."),
  groupId: optional(String, "The group that it belongs to."),
  registeredAt: optional(String, "When it was registered.")
}).annotate({ identifier: "HybridDeploymentAgent" })

/** A private link, as lists have it. */
export const PrivateLink = Schema.Struct({
  id: required(String, "The private link's id."),
  name: required(
    String,
    "Its name: begins with a letter or an underscore; letters, digits and underscores, at most 23 characters."
  ),
  region: optional(String, "Region of the data processing."),
  service: optional(String, "What it leads to."),
  cloudProvider: optional(String, "Whose private link it is."),
  state: optional(String, "Its state."),
  stateSummary: optional(String, "What is to be said of the state."),
  createdAt: optional(String, "When it was created."),
  createdBy: optional(String, "Who created it."),
  host: optional(String, "The host name under which the service is reached.")
}).annotate({ identifier: "PrivateLink" })

/** An agent that connects to sources behind a firewall. */
export const ProxyAgent = Schema.Struct({
  id: required(String, "The agent's id."),
  displayName: required(String, "The agent's name."),
  groupRegion: optional(String, "Region of the data processing."),
  createdBy: optional(String, "Who created it."),
  registredAt: optional(String, "When it was registered. Written as part C writes it.")
}).annotate({ identifier: "ProxyAgent" })

/** What of a proxy agent is called otherwise by the service. */
export const proxyAgentNames = { registredAt: "registered_at", groupRegion: "region" }

/** A place that data is synced to, as lists have it. */
export const Destination = Schema.Struct({
  id: required(String, "The destination's id; that of its group as well."),
  groupId: required(String, "The group that it belongs to."),
  service: required(String, "The service behind it."),
  region: optional(String, "Region of the data processing."),
  timeZoneOffset: optional(String, "Hours from UTC."),
  setupStatus: optional(String, "How far it is set up."),
  daylightSavingTimeEnabled: optional(Boolean, "Whether the offset follows summer time."),
  networkingMethod: optional(String, "How it is reached."),
  privateLinkId: optional(String, "The private link to it."),
  proxyAgentId: optional(String, "The proxy agent to it."),
  hybridDeploymentAgentId: optional(String, "The agent that runs its syncs.")
}).annotate({ identifier: "Destination" })

/** A team of users. */
export const Team = Schema.Struct({
  id: required(String, "The team's id."),
  name: required(String, "Its name."),
  description: optional(String, "Its description."),
  role: optional(String, "Its role in the account.")
}).annotate({ identifier: "Team" })

/** What users and teams may do. */
export const Role = Schema.Struct({
  name: required(String, "The role's name."),
  description: optional(String, "What it allows."),
  scope: required(Schema.Array(String), "What it is for: `ACCOUNT`, `DESTINATION`, `CONNECTOR`, `TEAM`."),
  isCustom: optional(Boolean, "Whether the account made it."),
  isDeprecated: optional(Boolean, "Whether it should not be used any more."),
  replacementRoleName: optional(String, "The role that replaces it.")
}).annotate({ identifier: "Role" })

/** A webhook, without the secret that it signs with: the service shows it to nobody. */
export const Webhook = Schema.Struct({
  id: required(String, "The webhook's id."),
  type: required(String, "`account` or `group`."),
  url: required(String, "Where events are sent to."),
  events: required(Schema.Array(String), "Which events are sent."),
  active: optional(Boolean, "Whether it is switched on."),
  groupId: optional(String, "The group that it belongs to."),
  createdAt: optional(String, "When it was created."),
  createdBy: optional(String, "Who created it.")
}).annotate({ identifier: "Webhook" })

/** A service that data can come from. */
export const ConnectorMetadata = Schema.Struct({
  id: required(String, "The service, as connections name it."),
  name: required(String, "The service, as people name it."),
  type: optional(String, "What kind of service it is."),
  description: optional(String, "What the service is."),
  connectorClass: optional(String, "`standard` or `lite`."),
  iconUrl: optional(String, "A picture of it."),
  linkToDocs: optional(String, "Its documentation."),
  linkToErd: optional(String, "A picture of its tables.")
}).annotate({ identifier: "ConnectorMetadata" })
