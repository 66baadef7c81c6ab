/** How versions and packs go, each way one transaction, and which don't. Knows no HTTP and no permission. */
import { Audit } from "@platform-control/core/Audit"
import type { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { LooseBlobs } from "../archives/LooseBlobs.ts"
import { uploadBlob } from "../archives/Uploads.ts"
import { externalPack, packEnabled, packNotFound, versionApplied, versionNotFound } from "../refusals.ts"
import { makeRefreshPack } from "./latestVersion.ts"
import { lockPack } from "./lockPack.ts"
import { type PackName, type PackRow, packRows, packText } from "./PackRows.ts"

interface Remains {
  readonly archives: ReadonlyArray<string>
  readonly uploads: ReadonlyArray<string>
}

interface RemovedRow {
  readonly upload_id: string
  readonly completed_at: number | null
  readonly archive: string | null
}

const remainsOf = (rows: ReadonlyArray<RemovedRow>): Remains => ({
  archives: rows.flatMap(({ archive }) => archive ?? []),
  uploads: rows.filter(({ completed_at }) => completed_at === null).map(({ upload_id }) => uploadBlob(upload_id))
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const loose = yield* LooseBlobs
  const rows = yield* packRows
  const refreshPack = makeRefreshPack(sql)

  const leave = Effect.fnUntraced(function* ({ archives, uploads }: Remains) {
    yield* loose.add(archives)
    yield* loose.addUploads(uploads)
  })

  const removeVersion = Effect.fnUntraced(function* (pack: PackName, text: string) {
    yield* lockPack(sql, pack)
    const found = yield* rows.findVersion(pack, text)
    if (Option.isNone(found)) return yield* versionNotFound(packText(pack), text)
    const { external, id, number } = found.value
    if (external === 1) return yield* externalPack(pack.name)
    if (yield* rows.isApplied(found.value)) return yield* versionApplied(number)
    yield* sql`DELETE FROM policy_versions WHERE pack_id = ${id} AND number = ${number}`
    const remains = remainsOf([found.value])
    yield* leave(remains)
    yield* refreshPack(id)
    const target = `${packText(pack)}@${number}`
    yield* audit.record({ action: "policy-pack-version.delete", target, organization: pack.organization })
    return remains
  })

  const dropPack = Effect.fnUntraced(function* (pack: PackRow, action: "policy-pack.delete" | "policy-pack.unimport") {
    const removed = yield* sql<RemovedRow>`
      DELETE FROM policy_versions WHERE pack_id = ${pack.id} RETURNING upload_id, completed_at, archive`
    // What was begun in the registry belongs to the pack as it was.
    const operations = yield* sql<{ id: string }>`
      DELETE FROM policy_operations WHERE organization = ${pack.organization} AND name = ${pack.name} RETURNING id`
    const { archives, uploads } = remainsOf(removed)
    const remains = { archives, uploads: [...uploads, ...operations.map(({ id }) => uploadBlob(id))] }
    yield* leave(remains)
    yield* refreshPack(pack.id)
    yield* audit.record({ action, target: packText(pack), organization: pack.organization })
    return remains
  })

  const locked = Effect.fnUntraced(function* (pack: PackName) {
    yield* lockPack(sql, pack)
    const found = yield* rows.findPack(pack)
    return Option.isNone(found) ? yield* packNotFound(packText(pack)) : found.value
  })

  const requireDisabled = (pack: PackRow) =>
    Effect.flatMap(rows.isEnabled(pack), (enabled) => (enabled ? packEnabled(pack.name) : Effect.void))

  const removePack = Effect.fnUntraced(function* (pack: PackName) {
    const found = yield* locked(pack)
    if (found.external === 1) return yield* externalPack(pack.name)
    yield* requireDisabled(found)
    return yield* dropPack(found, "policy-pack.delete")
  })

  const unimport = Effect.fnUntraced(function* (pack: PackName) {
    const found = yield* locked(pack)
    if (found.external === 0) return yield* packNotFound(packText(pack))
    yield* requireDisabled(found)
    return yield* dropPack(found, "policy-pack.unimport")
  })

  const abandon = Effect.fnUntraced(function* (pack: PackName, id: string, number: number) {
    yield* lockPack(sql, pack)
    const removed = yield* sql<RemovedRow & { tag: string | null }>`
      DELETE FROM policy_versions WHERE pack_id = ${id} AND number = ${number} AND completed_at IS NULL
      RETURNING upload_id, completed_at, archive, tag`
    // Nothing was ever published under the tag of a version that nobody completed.
    for (const { tag } of removed) {
      if (tag === null) continue
      yield* sql`
        DELETE FROM policy_tags WHERE organization = ${pack.organization} AND name = ${pack.name} AND tag = ${tag}`
    }
    const remains = remainsOf(removed)
    yield* leave(remains)
    if (removed.length > 0) {
      yield* refreshPack(id)
      const target = `${packText(pack)}@${number}`
      yield* audit.record({ action: "policy-pack-version.abandon", target, organization: pack.organization })
    }
    return remains
  })

  const abandonBefore = Effect.fnUntraced(function* (time: number, limit: number) {
    const found = yield* sql<PackName & { id: string; number: number }>`
      SELECT p.id, p.organization, p.name, v.number FROM policy_versions AS v JOIN policy_packs AS p ON p.id = v.pack_id
      WHERE v.completed_at IS NULL AND v.created_at < ${time} ORDER BY v.created_at LIMIT ${limit}`
    for (const { id, number, ...pack } of found) yield* committed(abandon(pack, id, number))
    return found.length
  }, Effect.orDie)

  /** What is gone is gone whether or not its blobs go now: what is loose is tried again later. */
  const committed = <E>(removal: Effect.Effect<Remains, E | SqlError.SqlError>) =>
    Effect.uninterruptible(sql.withTransaction(removal)).pipe(
      Effect.flatMap(({ archives, uploads }) =>
        Effect.ignoreCause(loose.discard([...archives, ...uploads]), { log: true })
      ),
      Effect.catchIf(SqlError.isSqlError, (error) => Effect.die(error))
    ) as Effect.Effect<void, E>

  return Removals.of({
    removeVersion: (pack, text) => committed(removeVersion(pack, text)),
    removePack: (pack) => committed(removePack(pack)),
    unimport: (pack) => committed(unimport(pack)),
    abandonBefore
  })
})

/** What is gone is gone for every later request; numbers and tags stay used. */
export class Removals extends Context.Service<
  Removals,
  {
    /** Complete or not. 400 for an external pack, 404, 409 while a policy group applies the version. */
    readonly removeVersion: (pack: PackName, text: string) => Effect.Effect<void, BadRequest | Conflict | NotFound>
    /** All versions. 400 while a policy group uses any of them, or for an external pack; 404. */
    readonly removePack: (pack: PackName) => Effect.Effect<void, BadRequest | NotFound>
    /** An external pack with all its versions. 400 while a policy group uses any of them; 404. */
    readonly unimport: (pack: PackName) => Effect.Effect<void, BadRequest | NotFound>
    /** Versions begun before a time (milliseconds since 1970) and never completed; gives their number, up to `limit`. */
    readonly abandonBefore: (time: number, limit: number) => Effect.Effect<number>
  }
>()("platform-control/policy/store/Removals") {
  static readonly layer: Layer.Layer<Removals, never, LooseBlobs | SqlClient.SqlClient> = Layer.effect(Removals, make)
}
