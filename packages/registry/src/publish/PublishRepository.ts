/** Remembers publish operations, and makes versions. Knows no HTTP, no permission and no blob. */
import { Audit } from "@platform-control/core/Audit"
import { Context, Data, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { LooseFolders } from "../artifacts/LooseFolders.ts"
import { auditedVersion } from "../packages/auditedVersion.ts"
import { lockPackage, makeRefreshLatest } from "../packages/latestVersion.ts"
import type { VersionId } from "../packages/PackageId.ts"
import { Publishers } from "../Publishers.ts"
import type { VersionRecord } from "./packageMetadata.ts"

/** A begun publish. Times in milliseconds since 1970. */
export interface Operation {
  readonly id: string
  readonly version: VersionId
  /** Undefined for the time of completion. */
  readonly publishedAt: number | undefined
  readonly createdBy: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** An operation, whether it was completed, and whether its version exists, by this operation or another. */
export interface FoundOperation {
  readonly operation: Operation
  readonly completed: boolean
  readonly versionExists: boolean
}

/** An operation that can't be completed any more, and when it expired, in milliseconds since 1970. */
export interface ExpiredOperation {
  readonly id: string
  readonly expiresAt: number
}

/** A version as it is to be stored. Sizes in bytes. */
export interface NewVersion extends VersionRecord {
  readonly operation: Operation
  readonly folder: string
  readonly publishedAt: number
  readonly completedAt: number
  readonly schemaBytes: number
  readonly indexBytes: number
  readonly installationBytes: number | undefined
  /** Stores what was not stored before, in the same transaction. */
  readonly storeRest: Effect.Effect<void>
}

/** What came first, so that this completion changed nothing. */
export class AlreadyDone extends Data.TaggedError("AlreadyDone")<{ readonly what: "operation" | "version" }> {}

/** The operation expired and was forgotten since it was found. */
export class OperationForgotten extends Data.TaggedError("OperationForgotten")<{ readonly id: string }> {}

/** The publisher was removed since it was asked for. */
export class PublisherGone extends Data.TaggedError("PublisherGone")<{ readonly publisher: string }> {}

interface OperationRow {
  readonly id: string
  readonly source: VersionId["source"]
  readonly publisher: string
  readonly name: string
  readonly version: string
  readonly published_at: number | null
  readonly created_by: string
  readonly created_at: number
  readonly expires_at: number
  readonly completed_at: number | null
}

const toOperation = (row: OperationRow): Operation => ({
  id: row.id,
  version: { source: row.source, publisher: row.publisher, name: row.name, version: row.version },
  publishedAt: row.published_at ?? undefined,
  createdBy: row.created_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at
})

const makeComplete = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const folders = yield* LooseFolders
  const refreshLatest = makeRefreshLatest(sql)
  const audit = yield* Audit
  const publishers = yield* Publishers

  const insertVersion = Effect.fnUntraced(function* (version: NewVersion) {
    const { id, version: key } = version.operation
    const [{ sequence } = { sequence: 1 }] = yield* sql<{ sequence: number }>`
      SELECT COALESCE(MAX(sequence), 0) + 1 AS sequence FROM registry_versions
      WHERE source = ${key.source} AND publisher = ${key.publisher} AND name = ${key.name}`
    const inserted = yield* sql`
      INSERT INTO registry_versions ${sql.insert({
        ...key,
        operation_id: id,
        folder: version.folder,
        published_at: version.publishedAt,
        sequence,
        package_type: version.packageType,
        wire: version.wire,
        search_words: version.searchWords,
        schema_bytes: version.schemaBytes,
        index_bytes: version.indexBytes,
        installation_bytes: version.installationBytes ?? null
      })} ON CONFLICT DO NOTHING RETURNING version`
    if (inserted.length === 0) return yield* new AlreadyDone({ what: "version" })
  })

  const completeOperation = Effect.fnUntraced(function* (id: string, completedAt: number) {
    const completed = yield* sql`
      UPDATE registry_operations SET completed_at = ${completedAt} WHERE id = ${id} AND completed_at IS NULL RETURNING id`
    if (completed.length > 0) return
    const found = yield* sql`SELECT 1 AS found FROM registry_operations WHERE id = ${id}`
    return yield* found.length === 0 ? new OperationForgotten({ id }) : new AlreadyDone({ what: "operation" })
  })

  const complete = Effect.fnUntraced(function* (version: NewVersion) {
    const { id, version: key } = version.operation
    if (!(yield* publishers.hold(key.publisher))) return yield* new PublisherGone({ publisher: key.publisher })
    yield* lockPackage(sql, key)
    yield* insertVersion(version)
    yield* completeOperation(id, version.completedAt)
    const owned = yield* folders.claim(version.folder)
    if (!owned) return yield* Effect.die(new Error(`${version.folder} was discarded while it was being completed`))
    yield* version.storeRest
    yield* refreshLatest(key)
    return yield* audit.record(auditedVersion("publish", key))
  })

  return (version: NewVersion): Effect.Effect<void, AlreadyDone | OperationForgotten | PublisherGone> =>
    complete(version).pipe(
      sql.withTransaction,
      Effect.catchIf(SqlError.isSqlError, (error) => Effect.die(error))
    )
})

export class PublishRepository extends Context.Service<
  PublishRepository,
  {
    readonly versionExists: (id: VersionId) => Effect.Effect<boolean>
    readonly begin: (operation: Operation) => Effect.Effect<void>
    /** Any text is an id. */
    readonly find: (id: string) => Effect.Effect<Option.Option<FoundOperation>>
    /**
     * In one transaction: makes the version, completes the operation, gives the folder to the version and moves `latest`.
     * Of any number of parallel calls for one version or one operation exactly one succeeds.
     */
    readonly complete: (version: NewVersion) => Effect.Effect<void, AlreadyDone | OperationForgotten | PublisherGone>
    /** Up to `limit` operations that expired before a time in milliseconds since 1970, in order, after one of them. */
    readonly expired: (
      time: number,
      after: ExpiredOperation | undefined,
      limit: number
    ) => Effect.Effect<ReadonlyArray<ExpiredOperation>>
    readonly forget: (ids: ReadonlyArray<string>) => Effect.Effect<void>
  }
>()("platform-control/registry/publish/PublishRepository") {
  static readonly layer: Layer.Layer<PublishRepository, never, LooseFolders | SqlClient.SqlClient> = Layer.effect(
    PublishRepository,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      return PublishRepository.of({
        versionExists: (id) =>
          sql`
            SELECT 1 AS found FROM registry_versions WHERE source = ${id.source} AND publisher = ${id.publisher}
              AND name = ${id.name} AND version = ${id.version}`.pipe(
            Effect.map((rows) => rows.length > 0),
            Effect.orDie
          ),
        begin: ({ id, version, ...operation }) =>
          sql`
            INSERT INTO registry_operations ${sql.insert({
              id,
              ...version,
              published_at: operation.publishedAt ?? null,
              created_by: operation.createdBy,
              created_at: operation.createdAt,
              expires_at: operation.expiresAt,
              completed_at: null
            })}`.pipe(
            Effect.andThen(audit.record(auditedVersion("start-publish", version))),
            sql.withTransaction,
            Effect.orDie
          ),
        find: (id) =>
          sql<OperationRow & { readonly version_exists: unknown }>`
            SELECT o.*, EXISTS (
              SELECT 1 FROM registry_versions v WHERE v.source = o.source AND v.publisher = o.publisher
                AND v.name = o.name AND v.version = o.version
            ) AS version_exists FROM registry_operations o WHERE o.id = ${id}`.pipe(
            Effect.map(([row]) =>
              row === undefined
                ? Option.none()
                : Option.some({
                    operation: toOperation(row),
                    completed: row.completed_at !== null,
                    versionExists: Boolean(row.version_exists)
                  })
            ),
            Effect.orDie
          ),
        complete: yield* makeComplete,
        expired: (time, after = { id: "", expiresAt: 0 }, limit) =>
          sql<ExpiredOperation>`
            SELECT id, expires_at AS ${sql("expiresAt")} FROM registry_operations
            WHERE expires_at < ${time} AND (expires_at, id) > (${after.expiresAt}, ${after.id})
            ORDER BY expires_at, id LIMIT ${limit}`.pipe(Effect.orDie),
        forget: (ids) =>
          ids.length === 0
            ? Effect.void
            : sql`DELETE FROM registry_operations WHERE ${sql.in("id", ids)}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
