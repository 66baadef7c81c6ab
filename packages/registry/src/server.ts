/** The door to the registry's services, handlers and tables. */
import type { BlobStore } from "@platform-control/core/BlobStore"
import type { PageTokens } from "@platform-control/core/PageTokens"
import type { PublicUrl } from "@platform-control/core/PublicUrl"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { Artifacts } from "./artifacts/Artifacts.ts"
import { ArtifactsHandlers } from "./artifacts/ArtifactsHandlers.ts"
import { Docs } from "./docs/Docs.ts"
import { DocsHandlers } from "./docs/DocsHandlers.ts"
import { PackageLists } from "./packages/PackageLists.ts"
import { Packages } from "./packages/Packages.ts"
import { PackagesHandlers } from "./packages/PackagesHandlers.ts"
import { Publish } from "./publish/Publish.ts"
import { PublishHandlers } from "./publish/PublishHandlers.ts"
import { Sweeper } from "./publish/Sweeper.ts"

export { packageCount } from "./packages/packageCount.ts"
export { registryMigrations } from "./migrations.ts"
export { PackageUsage, type UsageFigures } from "./PackageUsage.ts"
export { type Publisher, Publishers } from "./Publishers.ts"
export { RegistrySettings } from "./RegistrySettings.ts"
export { Artifacts, Docs, PackageLists, Packages, Publish, Sweeper }

/** What a synchronous reader needs to answer `GET …/versions/{version}` byte for byte as the handler does. */
export {
  type AnswerSetting,
  answerSetting,
  type StoredVersion,
  versionAnswer,
  type WireAnswer
} from "./packages/packageAnswer.ts"
export { LATEST_VERSION_SQL, ONE_VERSION_SQL, type VersionLookup, versionLookup } from "./packages/versionLookup.ts"

/** The services of the registry, and the sweeper that cleans up behind them in the background. */
export const RegistryLayer: Layer.Layer<
  Artifacts | Docs | PackageLists | Packages | Publish | Sweeper,
  never,
  BlobStore | PageTokens | PublicUrl | SqlClient.SqlClient
> = Layer.mergeAll(
  Artifacts.layer.pipe(Layer.provideMerge(Packages.layer)),
  Docs.layer,
  PackageLists.layer,
  Publish.layer,
  Sweeper.layerHourly.pipe(Layer.provideMerge(Sweeper.layer))
)

/** The handlers of every group of the registry. */
export const RegistryHandlers = Layer.mergeAll(PackagesHandlers, PublishHandlers, DocsHandlers, ArtifactsHandlers)
