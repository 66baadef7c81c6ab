/** The pipeline functions as the suite tries them, and a Fivetran that speaks as its API document says. */
import type { AnyLookup } from "../../src/Lookup.ts"
import * as pipeline from "../../src/pipeline/index.ts"
import { jsonReply } from "../suite/FakeApi.ts"
import type { LookupCase, ProviderUnderTest } from "../suite/LookupCase.ts"
import * as rows from "./rows.ts"

type Pipeline = pipeline.Pipeline

const ID = "speak_inexpensive"

/** What is found under an id. */
const single = (
  lookup: AnyLookup<Pipeline>,
  path: string,
  row: object,
  output: object,
  needs: string
): LookupCase<Pipeline> => ({ lookup, path: `/v1${path}`, row, input: { id: ID }, output, needs, shape: "single" })

interface ListOptions {
  readonly key: string
  readonly needs: string
  readonly input?: object
  /** Beside the items. */
  readonly more?: object
  readonly others?: Readonly<Record<string, unknown>>
  readonly another?: (row: never, number: number) => unknown
}

const list = (
  lookup: AnyLookup<Pipeline>,
  path: string,
  row: object,
  item: object,
  { another, input = {}, key, more = { id: "0" }, needs, others }: ListOptions
): LookupCase<Pipeline> => ({
  lookup,
  path: `/v1${path}`,
  row,
  input,
  output: { ...input, ...more, [key]: [item] },
  needs,
  shape: "list",
  list: { key, empty: "an empty list", paged: true },
  another: another ?? ((one: object, number) => ({ ...one, id: `${number}` })),
  ...(others === undefined ? {} : { others })
})

const id = { id: ID }

const specified: ReadonlyArray<LookupCase<Pipeline>> = [
  single(pipeline.getConnection, `/connections/${ID}`, rows.connection, rows.connectionOutput, "group_id"),
  single(
    pipeline.getConnector,
    `/connections/${ID}`,
    { ...rows.connection, config: rows.config },
    { ...rows.connectionOutput, config: rows.configOutput },
    "status"
  ),
  list(pipeline.getConnections, "/connections", rows.connection, rows.connectionRowOutput, {
    key: "connections",
    needs: "service",
    input: { groupId: "decent_dropsy", schemaName: "public.orders" }
  }),
  list(
    pipeline.getConnectionCertificates,
    `/connections/${ID}/certificates`,
    rows.certificate,
    rows.certificateOutput,
    {
      key: "certificates",
      needs: "public_key",
      input: id,
      more: id
    }
  ),
  list(
    pipeline.getConnectionFingerprints,
    `/connections/${ID}/fingerprints`,
    rows.fingerprint,
    rows.fingerprintOutput,
    {
      key: "fingerprints",
      needs: "hash",
      input: id,
      more: id
    }
  ),
  list(pipeline.getConnectorCertificates, `/connections/${ID}/certificates`, rows.certificate, rows.certificateOutput, {
    key: "certificates",
    needs: "public_key",
    input: id,
    more: { connectorId: ID }
  }),
  list(pipeline.getConnectorFingerprints, `/connections/${ID}/fingerprints`, rows.fingerprint, rows.fingerprintOutput, {
    key: "fingerprints",
    needs: "hash",
    input: id,
    more: { connectorId: ID }
  }),
  single(
    pipeline.getGroupSshKey,
    `/groups/${ID}/public-key`,
    { public_key: "ssh-rsa AAAA" },
    { ...id, publicKey: "ssh-rsa AAAA" },
    "public_key"
  ),
  list(pipeline.getGroupUsers, `/groups/${ID}/users`, rows.user, rows.userOutput, {
    key: "users",
    needs: "email",
    input: id,
    more: id,
    others: { "/v1/account/info": { code: "Success", data: { ...rows.account, user_id: "another" } } }
  }),
  list(pipeline.getGroups, "/groups", rows.group, rows.groupOutput, { key: "groups", needs: "name" }),
  single(
    pipeline.getHybridDeploymentAgent,
    `/hybrid-deployment-agents/${ID}`,
    rows.agent,
    rows.agentOutput,
    "display_name"
  ),
  list(pipeline.getHybridDeploymentAgents, "/hybrid-deployment-agents", rows.agent, rows.agentOutput, {
    key: "items",
    needs: "display_name"
  }),
  single(
    pipeline.getPrivateLink,
    `/private-links/${ID}`,
    rows.privateLink,
    { ...rows.privateLinkOutput, configMap: { connection_service_name: "com.example.vpce" } },
    "name"
  ),
  list(pipeline.getPrivateLinks, "/private-links", rows.privateLink, rows.privateLinkOutput, {
    key: "items",
    needs: "name"
  }),
  single(pipeline.getProxyAgent, `/proxy/${ID}`, rows.proxyAgent, rows.proxyAgentOutput, "display_name"),
  list(pipeline.getProxyAgents, "/proxy", rows.proxyAgent, rows.proxyAgentOutput, {
    key: "items",
    needs: "display_name"
  }),
  single(
    pipeline.getQuickstartPackage,
    `/transformations/package-metadata/${ID}`,
    rows.quickstartPackage,
    rows.quickstartPackageOutput,
    "name"
  ),
  list(
    pipeline.getQuickstartPackages,
    "/transformations/package-metadata",
    { ...rows.quickstartPackage, configurable_variables: null },
    { ...rows.quickstartPackageOutput, configurableVariables: {} },
    { key: "packages", needs: "name" }
  )
]

const further: ReadonlyArray<LookupCase<Pipeline>> = [
  list(pipeline.getConnectorsMetadata, "/metadata/connector-types", rows.metadata, rows.metadataOutput, {
    key: "sources",
    needs: "name"
  }),
  single(
    pipeline.getDestination,
    `/destinations/${ID}`,
    { ...rows.destination, config: rows.config },
    { ...rows.destinationOutput, config: rows.configOutput },
    "service"
  ),
  list(pipeline.getDestinations, "/destinations", rows.destination, rows.destinationOutput, {
    key: "destinations",
    needs: "group_id"
  }),
  list(
    pipeline.getDestinationCertificates,
    `/destinations/${ID}/certificates`,
    rows.certificate,
    rows.certificateOutput,
    { key: "certificates", needs: "hash", input: id, more: { destinationId: ID } }
  ),
  list(
    pipeline.getDestinationFingerprints,
    `/destinations/${ID}/fingerprints`,
    rows.fingerprint,
    rows.fingerprintOutput,
    { key: "fingerprints", needs: "hash", input: id, more: { destinationId: ID } }
  ),
  single(pipeline.getGroup, `/groups/${ID}`, rows.group, rows.groupOutput, "name"),
  list(pipeline.getGroupConnections, `/groups/${ID}/connections`, rows.connection, rows.connectionRowOutput, {
    key: "connections",
    needs: "schema",
    input: { ...id, schema: "public.orders" },
    more: {}
  }),
  single(
    pipeline.getGroupServiceAccount,
    `/groups/${ID}/service-account`,
    { service_account: "g@example.iam" },
    { ...id, serviceAccount: "g@example.iam" },
    "service_account"
  ),
  list(pipeline.getRoles, "/roles", rows.role, rows.roleOutput, { key: "roles", needs: "scope" }),
  single(pipeline.getTeam, `/teams/${ID}`, rows.team, rows.teamOutput, "name"),
  list(pipeline.getTeams, "/teams", rows.team, rows.teamOutput, { key: "teams", needs: "name" }),
  single(pipeline.getUser, `/users/${ID}`, rows.user, rows.userOutput, "email"),
  list(pipeline.getUsers, "/users", rows.user, rows.userOutput, { key: "users", needs: "id" }),
  single(pipeline.getWebhook, `/webhooks/${ID}`, rows.webhook, rows.webhookOutput, "url"),
  list(pipeline.getWebhooks, "/webhooks", rows.webhook, rows.webhookOutput, { key: "webhooks", needs: "events" })
]

const texts = {
  401: { code: "AuthFailed", message: "Cannot authenticate user. Provided API key or secret is invalid" },
  403: { code: "Forbidden", message: "The user has no permission for this" },
  404: { code: "NotFound_Connector", message: "Connector with id 'speak_inexpensive' does not exist." },
  429: { code: "RateLimited", message: "API rate limit exceeded" },
  500: { code: "InternalError", message: "Something broke" }
}

const success = (data: unknown) => jsonReply({ code: "Success", message: "Operation performed.", data })

export const pipelineUnderTest: ProviderUnderTest<Pipeline> = {
  name: "pipeline",
  provider: pipeline.pipeline,
  client: (url) => pipeline.Pipeline.layer({ apiUrl: `${url}/v1/`, apiKey: "key", apiSecret: "secret" }),
  rows: (all, { query }) => {
    const [begin, limit] = [Number(query.get("cursor") ?? 0), Number(query.get("limit") ?? 100)]
    const end = begin + limit
    return success({ items: all.slice(begin, end), next_cursor: end < all.length ? `${end}` : null })
  },
  pageRows: 1000,
  single: success,
  refusal: (status) => jsonReply(texts[status], status),
  cases: [...specified, ...further],
  openApi: {
    file: new URL("../../../../../shared/data/providers/pipeline/fivetran.openapi.trimmed.json", import.meta.url),
    base: "",
    silentOnNull: true,
    leftOut: ["/v1/destinations", `/v1/destinations/${ID}`]
  }
}
