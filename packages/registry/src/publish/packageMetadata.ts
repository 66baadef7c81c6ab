/** What a package schema says about its package, as the registry shows it (open points, section 3, "metadata"). */
import { toTimestamp } from "@platform-control/core/Timestamps"
import type { PackageMetadata, PackageParameterization, PackageType } from "../contract/PackageMetadata.ts"
import type { VersionId } from "../packages/PackageId.ts"
import { searchWords } from "../packages/searchWords.ts"
import { visibilityOf } from "../packages/visibility.ts"
import type { PackageSchema } from "./packageSchema.ts"
import { isInitialDevelopment } from "./strictVersion.ts"

/** PackageMetadata without what depends on the caller or on this server's address. */
export type StoredMetadata = Omit<PackageMetadata, "readmeURL" | "schemaURL" | "usageStats">

const CATEGORY = "category/"

const packageTypeOf = (schema: PackageSchema): PackageType => {
  const keywords = schema.keywords ?? []
  if (keywords.includes("kind/component")) return "component"
  return !schema.attribution || keywords.includes("kind/native") ? "native" : "bridged"
}

/**
 * A schema names its base provider by name and version only. Base providers are what bridges other ecosystems, and a
 * publisher parameterizes the one it publishes, so the source is `bridged` and the publisher this package's own.
 */
const parameterizationOf = (
  id: VersionId,
  { baseProvider, parameter }: NonNullable<PackageSchema["parameterization"]>
): PackageParameterization => ({
  baseProvider: {
    name: baseProvider.name,
    publisher: id.publisher,
    source: "bridged",
    version: baseProvider.version.replace(/^v/, "")
  },
  parameter: parameter === undefined ? [] : typeof parameter === "string" ? [parameter] : parameter
})

/** Empty texts are absent. */
const optional = <Key extends string>(key: Key, text: string | undefined): { readonly [K in Key]?: string } =>
  text === undefined || text === "" ? {} : ({ [key]: text } as { readonly [K in Key]: string })

/** Where and when a schema was published, which the path and the operation decide, not the schema. */
export interface Publication {
  readonly id: VersionId
  readonly publisherDisplayName: string | undefined
  /** Milliseconds since 1970. */
  readonly publishedAt: number
}

/** The name in the path is the package's identity; the one in the schema is only a title for want of a better. */
export const packageMetadata = (schema: PackageSchema, { id, ...publication }: Publication): StoredMetadata => ({
  name: id.name,
  publisher: id.publisher,
  ...optional("publisherDisplayName", publication.publisherDisplayName),
  source: id.source,
  version: id.version,
  title: schema.displayName || schema.name,
  ...optional("description", schema.description),
  ...optional("logoUrl", schema.logoUrl),
  ...optional("repoUrl", schema.repository),
  ...optional("category", schema.keywords?.find((word) => word.startsWith(CATEGORY))?.slice(CATEGORY.length)),
  isFeatured: false,
  packageTypes: [packageTypeOf(schema)],
  packageStatus: isInitialDevelopment(id.version) ? "public_preview" : "ga",
  ...optional("pluginDownloadURL", schema.pluginDownloadURL),
  createdAt: toTimestamp(publication.publishedAt),
  visibility: visibilityOf(id),
  ...(schema.parameterization === undefined
    ? {}
    : { parameterization: parameterizationOf(id, schema.parameterization) })
})

/** What is stored of a version for lists and reads. */
export interface VersionRecord {
  readonly packageType: PackageType
  /** The metadata as JSON; ends in `}`, so that further fields can be appended as text. */
  readonly wire: string
  readonly searchWords: string
}

export const versionRecord = (schema: PackageSchema, publication: Publication): VersionRecord => {
  const packageType = packageTypeOf(schema)
  return {
    packageType,
    wire: JSON.stringify(packageMetadata(schema, publication)),
    searchWords: searchWords(publication.id, {
      title: schema.displayName || schema.name,
      description: schema.description ?? "",
      keywords: schema.keywords ?? [],
      packageType
    })
  }
}
