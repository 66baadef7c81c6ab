/** The registry's operations without its documentation, by hand from the specification (Spec A, Registry). */
import type { Operation } from "./Operation.ts"
import * as shape from "./Shape.ts"

const { arrayOf, oneOf, optional, record, required } = shape

const artifactVersion = record("ArtifactVersionNameSpec", {
  name: required(shape.string),
  publisher: required(shape.string),
  source: required(shape.string),
  version: required(shape.string)
})

const parameterization = record("PackageParameterization", {
  baseProvider: required(artifactVersion),
  parameter: required(arrayOf(shape.base64))
})

const usageStats = record("PackageUsageStats", {
  totalStacks: optional(shape.count),
  onLatest: optional(shape.count),
  onOlder: optional(shape.count),
  versionUnresolved: optional(shape.count)
})

/** Spec A, PackageMetadata. */
export const packageMetadata = record("PackageMetadata", {
  name: required(shape.string),
  publisher: required(shape.string),
  publisherDisplayName: optional(shape.string),
  source: required(oneOf("platform", "bridged", "private")),
  version: required(shape.semver),
  title: optional(shape.string),
  description: optional(shape.string),
  logoUrl: optional(shape.string),
  repoUrl: optional(shape.string),
  category: optional(shape.string),
  isFeatured: required(shape.boolean),
  packageTypes: optional(arrayOf(shape.string)),
  packageStatus: required(oneOf("ga", "public_preview")),
  readmeURL: required(shape.string),
  schemaURL: required(shape.string),
  pluginDownloadURL: optional(shape.string),
  createdAt: required(shape.timestamp),
  visibility: required(oneOf("public", "private")),
  parameterization: optional(parameterization),
  usageStats: optional(usageStats)
})

const uploadURLs = record("PackageUploadURLs", {
  schema: required(shape.url),
  index: required(shape.url),
  installationConfiguration: required(shape.url)
})

const closed = (of: shape.Shape) => ({ shape: of, closed: true })
const open = (of: shape.Shape) => ({ shape: of, closed: false })

const VERSIONS = "/api/registry/packages/{source}/{publisher}/{name}/versions"

const common = { profile: "registry", group: "registry", access: "credential", query: {} } as const

export const registryTable: ReadonlyArray<Operation> = [
  {
    ...common,
    id: "registry.list",
    method: "GET",
    path: "/api/registry/packages",
    access: "public",
    query: {
      asc: closed(shape.boolean),
      continuationToken: open(shape.string),
      limit: closed(shape.integer),
      name: open(shape.string),
      orgLogin: open(shape.string),
      packageType: open(oneOf("native", "component", "bridged")),
      publisher: open(shape.string),
      search: open(shape.string),
      sort: open(oneOf("name", "publishedAt", "usage")),
      usage: open(oneOf("used", "unused")),
      visibility: open(oneOf("public", "private"))
    },
    success: {
      status: 200,
      body: record("PackageList", {
        packages: required(arrayOf(packageMetadata)),
        continuationToken: shape.nullable(shape.string)
      })
    },
    refusals: [400],
    paging: { items: "packages", sizeParameter: "limit", defaultSize: 100 }
  },
  {
    ...common,
    id: "registry.start",
    method: "POST",
    path: VERSIONS,
    permission: "RegistryPublish",
    body: record("StartPublish", { version: required(shape.semver), publishedAt: optional(shape.timestamp) }),
    success: {
      status: 202,
      body: record("StartedPublish", {
        operationID: required(shape.string),
        uploadURLs: required(uploadURLs),
        requiredHeaders: optional(shape.mapOf(shape.string))
      })
    },
    refusals: [404, 409]
  },
  {
    ...common,
    id: "registry.get",
    method: "GET",
    path: `${VERSIONS}/{version}`,
    success: { status: 200, body: packageMetadata },
    refusals: [404]
  },
  {
    ...common,
    id: "registry.delete",
    method: "DELETE",
    path: `${VERSIONS}/{version}`,
    permission: "RegistryPublish",
    success: { status: 204 },
    refusals: []
  },
  {
    ...common,
    id: "registry.complete",
    method: "POST",
    path: `${VERSIONS}/{version}/complete`,
    permission: "RegistryPublish",
    body: record("CompletePublish", { operationID: required(shape.string) }),
    success: { status: 201 },
    refusals: [400, 404, 409]
  }
]
