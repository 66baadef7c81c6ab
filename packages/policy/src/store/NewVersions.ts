/**
 * How versions come to be, each way one transaction: begun and completed later, published at once, or imported. One store
 * for both scopes. Knows no HTTP, no permission and no archive.
 */
import { Audit } from "@platform-control/core/Audit"
import type { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"
import { LooseBlobs } from "../archives/LooseBlobs.ts"
import { type KeptArchive, uploadBlob } from "../archives/Uploads.ts"
import { PolicyOrganizations } from "../PolicyOrganizations.ts"
import {
  alreadyComplete,
  nameIsExternal,
  nameIsOwn,
  operationCompleted,
  organizationNotFound,
  tagTaken,
  versionNotFound
} from "../refusals.ts"
import { makeRefreshPack } from "./latestVersion.ts"
import { lockPack } from "./lockPack.ts"
import { type PackName, packText, type PackVisibility, type VersionRow } from "./PackRows.ts"

/** What a publisher says of a version; `policies` and `details` as JSON. */
export interface VersionTexts {
  readonly tag: string | undefined
  readonly displayName: string
  readonly policies: string
  readonly details: string
}

/** A version that is to be. */
export interface NewVersion extends PackName, VersionTexts {
  readonly createdBy: string
  /** Names its upload. */
  readonly uploadId: string
}

/** A fault of the database is a defect; what the rules refuse passes. */
const orDie = <A, E, R>(effect: Effect.Effect<A, E | SqlError.SqlError, R>): Effect.Effect<A, E, R> =>
  Effect.catchIf(effect, SqlError.isSqlError, (error) => Effect.die(error)) as Effect.Effect<A, E, R>

const makeInsert = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const organizations = yield* PolicyOrganizations

  const nextNumber = Effect.fnUntraced(function* ({ name, organization }: PackName) {
    const [{ last_number } = { last_number: 1 }] = yield* sql<{ last_number: number }>`
      INSERT INTO policy_names ${sql.insert({ organization, name, last_number: 1 })}
      ON CONFLICT (organization, name) DO UPDATE SET last_number = policy_names.last_number + 1 RETURNING last_number`
    return last_number
  })

  const reserveTag = Effect.fnUntraced(function* ({ name, organization }: PackName, tag: string) {
    const reserved = yield* sql`
      INSERT INTO policy_tags ${sql.insert({ organization, name, tag })} ON CONFLICT DO NOTHING RETURNING tag`
    if (reserved.length === 0) return yield* tagTaken({ name, organization }, tag)
  })

  const packOf = Effect.fnUntraced(function* (
    { name, organization }: PackName,
    kind: { readonly external: boolean; readonly visibility: PackVisibility },
    created_at: number
  ) {
    const row = { id: randomUUID(), organization, name, created_at, visibility: kind.visibility }
    yield* sql`
      INSERT INTO policy_packs ${sql.insert({ ...row, external: kind.external ? 1 : 0 })}
      ON CONFLICT (organization, name) DO NOTHING`
    const [found] = yield* sql<{ id: string; external: number }>`
      SELECT id, external FROM policy_packs WHERE organization = ${organization} AND name = ${name}`
    if (found === undefined) return yield* Effect.die(new Error("A pack that was inserted is not there"))
    if ((found.external === 1) === kind.external) return found.id
    return yield* kind.external ? nameIsOwn({ organization, name }) : nameIsExternal({ organization, name })
  })

  /** Numbers are given in the order of success: a refusal gives its number back. */
  return Effect.fnUntraced(function* (
    version: NewVersion,
    archive: KeptArchive | undefined,
    kind: { readonly external: boolean; readonly visibility: PackVisibility }
  ) {
    if (!(yield* organizations.hold(version.organization))) return yield* organizationNotFound(version.organization)
    const created_at = yield* Clock.currentTimeMillis
    const number = yield* nextNumber(version)
    if (version.tag !== undefined) yield* reserveTag(version, version.tag)
    const pack_id = yield* packOf(version, kind, created_at)
    yield* sql`INSERT INTO policy_versions ${sql.insert({
      pack_id,
      number,
      tag: version.tag ?? null,
      display_name: version.displayName,
      upload_id: version.uploadId,
      created_by: version.createdBy,
      created_at,
      completed_at: archive === undefined ? null : created_at,
      archive: archive?.blob ?? null,
      archive_bytes: archive?.sizeBytes ?? null,
      policies: version.policies,
      details: version.details
    })}`
    return { packId: pack_id, number }
  })
})

const published = { external: false, visibility: "private" } as const

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const loose = yield* LooseBlobs
  const insert = yield* makeInsert
  const refreshPack = makeRefreshPack(sql)

  const recorded = (action: "begin" | "complete" | "import" | "publish", pack: PackName, number: number) =>
    audit.record({
      action: `policy-pack-version.${action}`,
      target: `${packText(pack)}@${number}`,
      organization: pack.organization
    })

  const takeOwnership = (archive: KeptArchive) =>
    Effect.flatMap(loose.claim(archive.blob), (owned) =>
      owned ? Effect.void : Effect.die(new Error(`${archive.blob} was discarded while its version was being completed`))
    )

  const begin = Effect.fnUntraced(function* (version: NewVersion) {
    const { number } = yield* insert(version, undefined, published)
    yield* recorded("begin", version, number)
    return number
  })

  const complete = Effect.fnUntraced(function* (version: VersionRow, archive: KeptArchive) {
    const { id, number, upload_id } = version
    yield* lockPack(sql, version)
    const completed_at = yield* Clock.currentTimeMillis
    const completed = yield* sql`
      UPDATE policy_versions SET completed_at = ${completed_at}, archive = ${archive.blob},
        archive_bytes = ${archive.sizeBytes}
      WHERE pack_id = ${id} AND number = ${number} AND completed_at IS NULL RETURNING number`
    if (completed.length === 0) {
      const there = yield* sql`SELECT 1 AS found FROM policy_versions WHERE pack_id = ${id} AND number = ${number}`
      return yield* there.length === 0 ? versionNotFound(packText(version), String(number)) : alreadyComplete(number)
    }
    yield* takeOwnership(archive)
    yield* loose.addUploads([uploadBlob(upload_id)])
    yield* refreshPack(id)
    yield* recorded("complete", version, number)
  })

  const publish = Effect.fnUntraced(function* (operationId: string, version: NewVersion, archive: KeptArchive) {
    const { number, packId } = yield* insert(version, archive, published)
    const completed_at = yield* Clock.currentTimeMillis
    const completed = yield* sql`
      UPDATE policy_operations SET completed_at = ${completed_at}
      WHERE id = ${operationId} AND completed_at IS NULL RETURNING id`
    if (completed.length === 0) return yield* operationCompleted()
    yield* takeOwnership(archive)
    yield* loose.addUploads([uploadBlob(version.uploadId)])
    yield* refreshPack(packId)
    yield* recorded("publish", version, number)
  })

  const importVersion = Effect.fnUntraced(function* (
    version: NewVersion,
    archive: KeptArchive,
    visibility: PackVisibility
  ) {
    const { number, packId } = yield* insert(version, archive, { external: true, visibility })
    yield* takeOwnership(archive)
    // Whoever uses a public pack does not lose it with a further version.
    if (visibility === "public") yield* sql`UPDATE policy_packs SET visibility = 'public' WHERE id = ${packId}`
    yield* refreshPack(packId)
    yield* recorded("import", version, number)
    return number
  })

  return NewVersions.of({
    begin: (version) => orDie(sql.withTransaction(begin(version))),
    complete: (version, archive) => orDie(sql.withTransaction(complete(version, archive))),
    publish: (operationId, version, archive) => orDie(sql.withTransaction(publish(operationId, version, archive))),
    importVersion: (version, archive, visibility) =>
      orDie(sql.withTransaction(importVersion(version, archive, visibility)))
  })
})

/**
 * Of any number of parallel calls each success has a number of its own, without gaps in the order of success. Whatever makes
 * a version fails with 404 when its organization was removed meanwhile.
 */
export class NewVersions extends Context.Service<
  NewVersions,
  {
    /** Makes an incomplete version and gives its number; 409 for a tag that was ever used, or an external pack's name. */
    readonly begin: (version: NewVersion) => Effect.Effect<number, Conflict | NotFound>
    /** Completes a version; of parallel calls exactly one succeeds. 400 when it is complete, 404 when it is gone. */
    readonly complete: (version: VersionRow, archive: KeptArchive) => Effect.Effect<void, BadRequest | NotFound>
    /** Makes a complete version of a publish operation; 409 also when that was completed before. */
    readonly publish: (
      operationId: string,
      version: NewVersion,
      archive: KeptArchive
    ) => Effect.Effect<void, Conflict | NotFound>
    /** Makes a complete version of an external pack, which is public from then on, or is seen by whom it was. */
    readonly importVersion: (
      version: NewVersion,
      archive: KeptArchive,
      visibility: PackVisibility
    ) => Effect.Effect<number, Conflict | NotFound>
  }
>()("platform-control/policy/store/NewVersions") {
  static readonly layer: Layer.Layer<NewVersions, never, LooseBlobs | SqlClient.SqlClient> = Layer.effect(
    NewVersions,
    make
  )
}
