/** Remembers published versions: look-up and removal. Knows no HTTP and no permission. */
import { Audit } from "@platform-control/core/Audit"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { LooseFolders } from "../artifacts/LooseFolders.ts"
import { auditedVersion } from "./auditedVersion.ts"
import { lockPackage, makeRefreshLatest } from "./latestVersion.ts"
import type { StoredVersion } from "./packageAnswer.ts"
import type { VersionId } from "./PackageId.ts"
import type { VersionLookup } from "./versionLookup.ts"

/** Where a version's artifacts are, and which it has. */
export interface VersionArtifacts {
  readonly folder: string
  readonly hasInstallation: boolean
}

export class PackagesRepository extends Context.Service<
  PackagesRepository,
  {
    readonly find: (lookup: VersionLookup) => Effect.Effect<Option.Option<StoredVersion>>
    readonly artifacts: (id: VersionId) => Effect.Effect<Option.Option<VersionArtifacts>>
    /**
     * Removes the version and moves `latest`, at once. Gives the folder of its artifacts, which is loose from then on,
     * or none when there is no such version.
     */
    readonly remove: (id: VersionId) => Effect.Effect<Option.Option<string>>
  }
>()("platform-control/registry/packages/PackagesRepository") {
  static readonly layer: Layer.Layer<PackagesRepository, never, LooseFolders | SqlClient.SqlClient> = Layer.effect(
    PackagesRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const folders = yield* LooseFolders
      const refreshLatest = makeRefreshLatest(sql)
      const audit = yield* Audit

      const placeholders = (text: string): string =>
        sql.onDialectOrElse({
          pg: () => {
            let index = 0
            return text.replaceAll("?", () => `$${++index}`)
          },
          orElse: () => text
        })

      const remove = Effect.fnUntraced(function* (id: VersionId) {
        yield* lockPackage(sql, id)
        const [removed] = yield* sql<{ folder: string }>`
          DELETE FROM registry_versions WHERE source = ${id.source} AND publisher = ${id.publisher}
            AND name = ${id.name} AND version = ${id.version} RETURNING folder`
        if (removed === undefined) return Option.none()
        yield* folders.addGivenUp(removed.folder)
        yield* refreshLatest(id)
        yield* audit.record(auditedVersion("delete", id))
        return Option.some(removed.folder)
      })

      return PackagesRepository.of({
        find: (lookup) =>
          sql.unsafe<StoredVersion>(placeholders(lookup.sql), lookup.parameters).pipe(
            Effect.map(([row]) => Option.fromUndefinedOr(row)),
            Effect.orDie
          ),
        artifacts: (id) =>
          sql<{ folder: string; installation_bytes: number | null }>`
            SELECT folder, installation_bytes FROM registry_versions WHERE source = ${id.source}
              AND publisher = ${id.publisher} AND name = ${id.name} AND version = ${id.version}`.pipe(
            Effect.map(([row]) =>
              row === undefined
                ? Option.none()
                : Option.some({ folder: row.folder, hasInstallation: row.installation_bytes !== null })
            ),
            Effect.orDie
          ),
        remove: (id) => remove(id).pipe(sql.withTransaction, Effect.orDie)
      })
    })
  )
}
