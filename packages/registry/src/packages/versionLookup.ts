/**
 * The look-ups of one version, as exact SQL. Each finds at most one row through an index; the texts are exported so that
 * a synchronous reader asks what the repository asks.
 */
import type { CallerValue } from "@platform-control/core/Authorization"
import { maySee } from "./visibility.ts"
import { type PackageId, toVersionId, type VersionId } from "./PackageId.ts"

/** The word for the most recently published version (Spec A, Versioning). */
export const LATEST = "latest"

/** Parameters: source, publisher, name. */
export const LATEST_VERSION_SQL =
  "SELECT version, operation_id, wire FROM registry_packages WHERE source = ? AND publisher = ? AND name = ?"

/** Parameters: source, publisher, name, version. */
export const ONE_VERSION_SQL =
  "SELECT version, operation_id, wire FROM registry_versions WHERE source = ? AND publisher = ? AND name = ? AND version = ?"

/** A look-up that yields one `StoredVersion` or nothing. */
export interface VersionLookup {
  readonly id: PackageId
  readonly sql: string
  readonly parameters: ReadonlyArray<string>
}

const lookupOf = (id: VersionId): VersionLookup =>
  id.version === LATEST
    ? { id, sql: LATEST_VERSION_SQL, parameters: [id.source, id.publisher, id.name] }
    : { id, sql: ONE_VERSION_SQL, parameters: [id.source, id.publisher, id.name, id.version] }

/** What to look up for a decoded path, or undefined when the caller can find nothing there (404). */
export const versionLookup = (
  caller: CallerValue,
  path: { readonly source: string; readonly publisher: string; readonly name: string; readonly version: string }
): VersionLookup | undefined => {
  const id = toVersionId(path)
  return id !== undefined && maySee(caller, id) ? lookupOf(id) : undefined
}
