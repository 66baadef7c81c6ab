/** Connections: what the functions give of them, and how they are read. */
import { Schema } from "effect"
import { optional, required } from "../inputs.ts"
import { DestinationSchema, destinationSchemaOf } from "./destinationSchema.ts"
import { wireOf } from "../wire.ts"

const { Boolean, String } = Schema

/** Version 2 of the representation has no configuration with secrets in it. */
export const ACCEPT_CONNECTION = "application/json;version=2"

const shared = {
  id: required(String, "The connection's id."),
  groupId: required(String, "The group that it belongs to."),
  service: required(String, "The service that data comes from."),
  name: required(String, "The schema, table or prefix that it writes to, as one text."),
  createdAt: optional(String, "When it was created."),
  connectedBy: optional(String, "Who created it."),
  succeededAt: optional(String, "When a sync succeeded last."),
  failedAt: optional(String, "When a sync failed last."),
  paused: optional(Boolean, "Whether it is paused."),
  pauseAfterTrial: optional(Boolean, "Whether it is paused when the trial ends."),
  syncFrequency: optional(Schema.Finite, "Minutes between two syncs."),
  scheduleType: optional(String, "`auto` or `manual`."),
  dailySyncTime: optional(String, "The hour in which the sync starts, `00:00` to `23:00`, when the frequency is 1440."),
  dataDelaySensitivity: optional(String, "`LOW`, `NORMAL`, `HIGH`, `CUSTOM` or `SYNC_FREQUENCY`."),
  dataDelayThreshold: optional(Schema.Finite, "Minutes, when the sensitivity is `CUSTOM`."),
  networkingMethod: optional(String, "`Directly`, `SshTunnel`, `ProxyAgent`, `PrivateLink` or another one."),
  privateLinkId: optional(String, "The private link that it uses."),
  proxyAgentId: optional(String, "The proxy agent that it uses."),
  hybridDeploymentAgentId: optional(String, "The agent that runs its syncs.")
}

/** A connection as lists have it. */
export const Connection = Schema.Struct({
  ...shared,
  serviceVersion: optional(String, "Version of the service's connector.")
}).annotate({ identifier: "Connection" })

const Notice = Schema.Struct({
  code: optional(String, "What kind it is."),
  message: optional(String, "What is to be done or known.")
}).annotate({ identifier: "ConnectionNotice" })

const states = {
  setupState: optional(String, "How far the connection is set up."),
  isHistoricalSync: optional(Boolean, "Whether the first, whole sync is still going on."),
  syncState: optional(String, "What the sync is doing."),
  updateState: optional(String, "Whether the data is up to date.")
}

const notices = Schema.Array(Notice)

/** How a connection is doing. */
export const ConnectionStatus = Schema.Struct({
  ...states,
  tasks: required(notices, "What has to be done."),
  warnings: required(notices, "What should be known.")
}).annotate({ identifier: "ConnectionStatus" })

/** As it comes: lists of nothing may be left out. */
const StatusRow = wireOf(
  Schema.Struct({ ...states, tasks: Schema.optionalKey(notices), warnings: Schema.optionalKey(notices) })
)

/** One connection whole. */
export const connectionFields = {
  ...Connection.fields,
  destinationSchema: required(DestinationSchema, "Where the connection writes to, in its parts."),
  status: required(ConnectionStatus, "How the connection is doing.")
}

const renamed = { name: "schema" }

const written = { ...shared, serviceVersion: Schema.optionalKey(Schema.Int) }

/** A row of a list. */
export const ConnectionRow = wireOf(Schema.Struct(written), renamed)

const details = { ...written, status: StatusRow }

/** The answer under a connection's id. */
export const ConnectionDetails = wireOf(Schema.Struct(details), renamed)

/** The same, with the configuration. */
export const ConnectorDetails = wireOf(
  Schema.Struct({ ...details, config: Schema.optionalKey(Schema.Unknown) }),
  renamed
)

/** A row as functions give it. */
export const connectionOf = ({ serviceVersion, ...row }: typeof ConnectionRow.Type): typeof Connection.Type => ({
  ...row,
  ...(serviceVersion === undefined ? {} : { serviceVersion: `${serviceVersion}` })
})

/** A connection as functions give it. */
export const connectionDetailsOf = ({
  status: { tasks = [], warnings = [], ...states },
  ...row
}: typeof ConnectionDetails.Type) => ({
  ...connectionOf(row),
  status: { ...states, tasks, warnings },
  destinationSchema: destinationSchemaOf(row.service, row.name)
})
