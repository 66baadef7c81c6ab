/** The operations on policy packs, by hand from the specification (Spec A, Policy packs; open points, section 5). */
import type { Operation } from "./Operation.ts"
import * as shape from "./Shape.ts"

const { arrayOf, mapOf, nullable, oneOf, optional, record, required } = shape

/** Any JSON object. */
const anything = record("JSON Schema", {})

/** Spec A, AppPolicyConfigSchema. */
const configSchema = record("AppPolicyConfigSchema", {
  type: required(oneOf("object")),
  properties: optional(mapOf(anything)),
  required: optional(arrayOf(shape.string))
})

/** Spec A, AppPolicy. */
const policy = record("AppPolicy", {
  name: required(shape.string),
  displayName: required(shape.string),
  description: required(shape.string),
  enforcementLevel: required(oneOf("advisory", "mandatory", "remediate", "disabled")),
  message: required(shape.string),
  configSchema: optional(configSchema),
  severity: optional(oneOf("", "low", "medium", "high", "critical")),
  framework: optional(
    record("AppPolicyComplianceFramework", {
      name: optional(shape.string),
      version: optional(shape.string),
      reference: optional(shape.string),
      specification: optional(shape.string)
    })
  ),
  tags: optional(arrayOf(shape.string)),
  remediationSteps: optional(shape.string),
  url: optional(shape.string)
})

/** Spec A, RegistryPolicyPack. */
const registryPack = record("RegistryPolicyPack", {
  id: required(shape.string),
  source: required(shape.string),
  publisher: required(shape.string),
  name: required(shape.string),
  version: required(shape.semver),
  displayName: required(shape.string),
  accessLevel: required(oneOf("full", "view-only", "deny")),
  enforcementLevels: required(arrayOf(shape.string)),
  policies: optional(arrayOf(policy))
})

const described = {
  displayName: required(shape.string),
  policies: required(arrayOf(policy)),
  description: optional(shape.string),
  readme: optional(shape.string),
  provider: optional(shape.string),
  runtime: optional(shape.string),
  repository: optional(shape.string),
  tags: optional(arrayOf(shape.string)),
  metadata: optional(mapOf(shape.string))
}

const packList = record("RegistryPolicyPackList", {
  policyPacks: required(arrayOf(registryPack)),
  continuationToken: nullable(shape.string)
})

const closed = (of: shape.Shape) => ({ shape: of, closed: true })
const open = (of: shape.Shape) => ({ shape: of, closed: false })

const access = oneOf("added", "available", "enabled", "private")

const PACKS = "/api/orgs/{orgName}/policypacks"
const PACK = `${PACKS}/{policyPackName}`
const VERSION = `${PACK}/versions/{version}`
const REGISTRY = "/api/registry/policypacks"
const REGISTERED = `${REGISTRY}/{source}/{publisher}/{name}`
const VERSIONS = `${REGISTERED}/versions`

const ofOrganization = { profile: "policy", group: "policy", access: "credential", query: {} } as const
const ofRegistry = { profile: "policy", group: "policy-registry", access: "credential", query: {} } as const

const organizationRows: ReadonlyArray<Operation> = [
  {
    ...ofOrganization,
    id: "policy.list",
    method: "GET",
    path: PACKS,
    query: { policypack: open(shape.string) },
    success: {
      status: 200,
      body: record("PolicyPackList", {
        policyPacks: required(
          arrayOf(
            record("AppPolicyWithVersions", {
              name: required(shape.string),
              displayName: required(shape.string),
              versions: required(arrayOf(shape.integer)),
              versionTags: required(arrayOf(shape.string))
            })
          )
        )
      })
    },
    refusals: [400]
  },
  {
    ...ofOrganization,
    id: "policy.create",
    method: "POST",
    path: PACKS,
    body: record("CreatePolicyPack", {
      name: required(shape.string),
      versionTag: optional(shape.semver),
      ...described
    }),
    success: {
      status: 201,
      body: record("CreatedPolicyPack", {
        version: required(shape.integer),
        uploadURI: required(shape.url),
        requiredHeaders: optional(mapOf(shape.string))
      })
    },
    refusals: [400, 409]
  },
  {
    ...ofOrganization,
    id: "policy.deletePack",
    method: "DELETE",
    path: PACK,
    success: { status: 200 },
    refusals: [400, 404]
  },
  {
    ...ofOrganization,
    id: "policy.get",
    method: "GET",
    path: VERSION,
    success: {
      status: 200,
      body: record("PolicyPackVersion", {
        name: required(shape.string),
        displayName: required(shape.string),
        version: required(shape.integer),
        versionTag: required(shape.string),
        policies: required(arrayOf(policy)),
        applied: required(shape.boolean)
      })
    },
    refusals: [400, 404]
  },
  {
    ...ofOrganization,
    id: "policy.delete",
    method: "DELETE",
    path: VERSION,
    success: { status: 200 },
    refusals: [400, 404, 409]
  },
  {
    ...ofOrganization,
    id: "policy.complete",
    method: "POST",
    path: `${VERSION}/complete`,
    success: { status: 204 },
    refusals: [400, 404]
  },
  {
    ...ofOrganization,
    id: "policy.schema",
    method: "GET",
    path: `${VERSION}/schema`,
    success: {
      status: 200,
      body: record("PolicyPackConfigSchema", { configSchema: required(mapOf(configSchema)) })
    },
    refusals: [400, 404]
  },
  {
    ...ofOrganization,
    id: "policy.orgPack",
    method: "GET",
    path: "/api/orgs/{orgName}/registry/policypacks/{policyPackName}",
    query: { tag: open(shape.string) },
    success: { status: 200, body: record("RegistryPolicyPackAnswer", { policyPack: required(registryPack) }) },
    refusals: [404]
  }
]

const registryRows: ReadonlyArray<Operation> = [
  {
    ...ofRegistry,
    id: "policy.deprecatedList",
    method: "GET",
    path: REGISTRY,
    access: "public",
    query: { orgLogin: open(shape.string), access: closed(access), continuationToken: open(shape.string) },
    success: { status: 200, body: packList },
    refusals: [400]
  },
  {
    ...ofRegistry,
    id: "policy.registryList",
    method: "POST",
    path: REGISTRY,
    access: "public",
    query: { continuationToken: open(shape.string) },
    body: record("PackListRequest", {
      access: optional(access),
      ids: optional(arrayOf(shape.string)),
      orgLogin: optional(shape.string)
    }),
    success: { status: 200, body: packList },
    refusals: [400]
  },
  {
    ...ofRegistry,
    id: "policy.registryDeletePack",
    method: "DELETE",
    path: REGISTERED,
    permission: "RegistryPublish",
    success: { status: 204 },
    refusals: [404]
  },
  {
    ...ofRegistry,
    id: "policy.versions",
    method: "GET",
    path: VERSIONS,
    query: { continuationToken: open(shape.string) },
    success: { status: 200, body: packList },
    refusals: [404]
  },
  {
    ...ofRegistry,
    id: "policy.start",
    method: "POST",
    path: VERSIONS,
    permission: "RegistryPublish",
    body: record("StartPolicyPackPublish", {
      name: optional(shape.string),
      version: required(shape.semver),
      versionTag: optional(shape.semver),
      ...described
    }),
    success: {
      status: 202,
      body: record("StartedPolicyPackPublish", {
        operationID: required(shape.string),
        uploadURI: required(shape.url),
        requiredHeaders: optional(mapOf(shape.string)),
        version: required(shape.semver)
      })
    },
    refusals: [404, 409]
  },
  {
    ...ofRegistry,
    id: "policy.registryGet",
    method: "GET",
    path: `${VERSIONS}/{version}`,
    success: { status: 200, body: record("RegistryPolicyPackAnswer", { policyPack: required(registryPack) }) },
    refusals: [404]
  },
  {
    ...ofRegistry,
    id: "policy.registryDelete",
    method: "DELETE",
    path: `${VERSIONS}/{version}`,
    permission: "RegistryPublish",
    success: { status: 204 },
    refusals: [404]
  },
  {
    ...ofRegistry,
    id: "policy.registryComplete",
    method: "POST",
    path: `${VERSIONS}/{version}/complete`,
    permission: "RegistryPublish",
    body: record("CompletePolicyPackPublish", { operationID: required(shape.string) }),
    success: { status: 201 },
    refusals: [400, 404, 409]
  }
]

export const policyTable: ReadonlyArray<Operation> = [...organizationRows, ...registryRows]
