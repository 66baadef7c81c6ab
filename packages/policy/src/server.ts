/** The door to the services, handlers and tables of policy packs. */
import type { BlobStore } from "@platform-control/core/BlobStore"
import type { PageTokens } from "@platform-control/core/PageTokens"
import { Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { LooseBlobs } from "./archives/LooseBlobs.ts"
import { Sweeper } from "./archives/Sweeper.ts"
import { Uploads } from "./archives/Uploads.ts"
import { PolicyGroups } from "./groups/PolicyGroups.ts"
import { Imports } from "./packs/Imports.ts"
import { Packs } from "./packs/Packs.ts"
import { PacksHandlers } from "./packs/PacksHandlers.ts"
import { PackAccessSettings } from "./registry/PackAccessSettings.ts"
import { RegistryPacks } from "./registry/RegistryPacks.ts"
import { RegistryPacksHandlers } from "./registry/RegistryPacksHandlers.ts"
import { RegistryPublish } from "./registry/RegistryPublish.ts"
import { NewVersions } from "./store/NewVersions.ts"
import { Removals } from "./store/Removals.ts"

export type { AppliedPack, GroupName, GroupSettings, PolicyGroup } from "./groups/PolicyGroups.ts"
export { policyMigrations } from "./migrations.ts"
export { policyChoiceCount, policyGroupCount, policyPackCount } from "./policyCounts.ts"
export { PolicyAsCode } from "./PolicyAsCode.ts"
export { PolicyOrganizations } from "./PolicyOrganizations.ts"
export { PolicySettings } from "./PolicySettings.ts"
export type { AccessState } from "./registry/access.ts"
export type { PackName, PackVisibility } from "./store/PackRows.ts"
export { Imports, PackAccessSettings, Packs, PolicyGroups, RegistryPacks, RegistryPublish, Sweeper }

const store = Layer.mergeAll(NewVersions.layer, Removals.layer, Uploads.layer).pipe(
  Layer.provideMerge(LooseBlobs.layer)
)

/** What the administration command works with: policy groups, what organizations say of packs, and external packs. */
export const PolicyAdministrationLayer: Layer.Layer<
  Imports | PackAccessSettings | PolicyGroups,
  never,
  BlobStore | SqlClient.SqlClient
> = Layer.mergeAll(PolicyGroups.layerNoDeps, Imports.layerNoDeps).pipe(
  Layer.provideMerge(PackAccessSettings.layerNoDeps),
  Layer.provide(store)
)

/** Policy groups alone, for whoever has no blobs at hand. */
export const PolicyGroupsLayer: Layer.Layer<PackAccessSettings | PolicyGroups, never, SqlClient.SqlClient> =
  PolicyGroups.layerNoDeps.pipe(Layer.provideMerge(PackAccessSettings.layerNoDeps))

/** The services of policy packs, and the sweeper that cleans up behind them in the background. */
export const PolicyLayer: Layer.Layer<
  Imports | PackAccessSettings | Packs | PolicyGroups | RegistryPacks | RegistryPublish | Sweeper,
  never,
  BlobStore | PageTokens | SqlClient.SqlClient
> = Layer.mergeAll(
  Packs.layerNoDeps,
  RegistryPacks.layerNoDeps,
  Sweeper.layerHourly.pipe(Layer.provideMerge(Sweeper.layerNoDeps), Layer.provideMerge(RegistryPublish.layerNoDeps))
).pipe(Layer.provide(store), Layer.merge(PolicyAdministrationLayer))

/** The handlers of every group of policy packs. */
export const PolicyHandlers = Layer.mergeAll(PacksHandlers, RegistryPacksHandlers)
