/** A package version as answers show it, and the records inside it (Spec A, PackageMetadata). */
import { Timestamp } from "@platform-control/core/Timestamps"
import { Schema } from "effect"

/** Where a package was published (Spec A, What the service does). */
export const PackageSource = Schema.Literals(["platform", "bridged", "private"]).annotate({
  description:
    "`platform`: published directly to the public registry. `bridged`: bridged from another ecosystem. `private`: seen only by the members of its publisher."
})

/** How a package is built: one of its schema's own resources, of components, or bridged from another ecosystem. */
export const PackageType = Schema.Literals(["native", "component", "bridged"])
export type PackageType = typeof PackageType.Type

/** Who sees a package. */
export const PackageVisibility = Schema.Literals(["public", "private"])
export type PackageVisibility = typeof PackageVisibility.Type

/** Names one version of one package (open points, section 3). */
export const ArtifactVersionNameSpec = Schema.Struct({
  name: Schema.String,
  publisher: Schema.String,
  source: Schema.String,
  version: Schema.String
}).annotate({ identifier: "ArtifactVersionNameSpec" })
export type ArtifactVersionNameSpec = typeof ArtifactVersionNameSpec.Type

/** How the provider of a parameterized package is made from another provider. */
export const PackageParameterization = Schema.Struct({
  baseProvider: ArtifactVersionNameSpec,
  parameter: Schema.Array(Schema.String).annotate({
    description: "Opaque data passed to the base provider, base64-encoded."
  })
}).annotate({ identifier: "PackageParameterization" })
export type PackageParameterization = typeof PackageParameterization.Type

const Count = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))

/** How many stacks of the caller's organizations use a package. */
export const PackageUsageStats = Schema.Struct({
  totalStacks: Schema.optionalKey(Count.annotate({ description: "Stacks that use the package." })),
  onLatest: Schema.optionalKey(Count.annotate({ description: "Stacks on its latest version." })),
  onOlder: Schema.optionalKey(Count.annotate({ description: "Stacks on an older version." })),
  versionUnresolved: Schema.optionalKey(Count.annotate({ description: "Stacks whose version could not be resolved." }))
}).annotate({ identifier: "PackageUsageStats" })
export type PackageUsageStats = typeof PackageUsageStats.Type

/** One version of a package. In a list it is the latest one. */
export const PackageMetadata = Schema.Struct({
  name: Schema.String.annotate({ description: "Unique within source and publisher." }),
  publisher: Schema.String.annotate({ description: "The owning organization." }),
  publisherDisplayName: Schema.optionalKey(Schema.String),
  source: PackageSource,
  version: Schema.String.annotate({ description: "Semantic version 2.0.0." }),
  title: Schema.optionalKey(Schema.String.annotate({ description: "Display name." })),
  description: Schema.optionalKey(Schema.String),
  logoUrl: Schema.optionalKey(Schema.String),
  repoUrl: Schema.optionalKey(Schema.String.annotate({ description: "Address of the source repository." })),
  category: Schema.optionalKey(Schema.String),
  isFeatured: Schema.Boolean,
  packageTypes: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "Known values: `native`, `component`, `bridged`." })
  ),
  packageStatus: Schema.Literals(["ga", "public_preview"]).annotate({
    description: "`public_preview` for versions below 1.0.0."
  }),
  readmeURL: Schema.String.annotate({ description: "Address of the index document; does not expire." }),
  schemaURL: Schema.String.annotate({ description: "Address of the package schema; does not expire." }),
  pluginDownloadURL: Schema.optionalKey(
    Schema.String.annotate({ description: "Plugin download location as found in the schema." })
  ),
  createdAt: Timestamp.annotate({ description: "When the version was published." }),
  visibility: PackageVisibility,
  parameterization: Schema.optionalKey(PackageParameterization),
  usageStats: Schema.optionalKey(
    PackageUsageStats.annotate({ description: "Use within the caller's organizations; absent without a credential." })
  )
}).annotate({ identifier: "PackageMetadata" })
export type PackageMetadata = typeof PackageMetadata.Type
