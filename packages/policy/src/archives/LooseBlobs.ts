/**
 * Blobs that no version owns: written down before they are kept, struck out in the transaction that makes a version their
 * owner. So a crash at any point leaves either a whole version or a blob that is found here.
 */
import { BlobStore } from "@platform-control/core/BlobStore"
import { Array as Arr, Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { PolicySettings } from "../PolicySettings.ts"

/** One pass removes no more blobs than this; the next pass goes on. */
const MAX_BLOBS_A_PASS = 1000
/** After this long no attempt to complete is still at work. */
const GRACE_MILLISECONDS = 3_600_000
/** One statement names no more blobs than this. */
const MAX_NAMED = 200

export class LooseBlobs extends Context.Service<
  LooseBlobs,
  {
    /** Writes blobs down; inside a transaction they are loose when it commits. */
    readonly add: (blobs: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
    /** The same for upload places that nobody needs any more, to which somebody may still send. */
    readonly addUploads: (blobs: ReadonlyArray<string>) => Effect.Effect<void, SqlError.SqlError>
    /** Strikes a blob out; false when it was not there any more. Inside the transaction that gives it an owner. */
    readonly claim: (blob: string) => Effect.Effect<boolean, SqlError.SqlError>
    /** Removes blobs that are loose already. Those of `addUploads` are looked for once more when their places expired. */
    readonly discard: (blobs: ReadonlyArray<string>) => Effect.Effect<void>
    /** Discards what was due before a time, in milliseconds since 1970; gives its number. */
    readonly discardDue: (time: number) => Effect.Effect<number>
  }
>()("platform-control/policy/archives/LooseBlobs") {
  static readonly layer: Layer.Layer<LooseBlobs, never, BlobStore | SqlClient.SqlClient> = Layer.effect(
    LooseBlobs,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* BlobStore
      const { uploadExpiresInSeconds } = yield* PolicySettings

      const write = Effect.fnUntraced(function* (blobs: ReadonlyArray<string>, delayMillis: number) {
        const due_at = (yield* Clock.currentTimeMillis) + delayMillis
        const rows = blobs.map((blob) => ({ blob, due_at }))
        for (const chunk of Arr.chunksOf(rows, MAX_NAMED))
          yield* sql`INSERT INTO policy_loose_blobs ${sql.insert(chunk)} ON CONFLICT (blob) DO NOTHING`
      })

      return LooseBlobs.of({
        add: (blobs) => write(blobs, GRACE_MILLISECONDS),
        addUploads: (blobs) => write(blobs, GRACE_MILLISECONDS + uploadExpiresInSeconds * 1000),
        claim: Effect.fnUntraced(function* (blob) {
          const rows = yield* sql`DELETE FROM policy_loose_blobs WHERE blob = ${blob} RETURNING blob`
          return rows.length === 1
        }),
        discard: store.remove,
        discardDue: Effect.fnUntraced(function* (time) {
          const rows = yield* sql<{ blob: string }>`
            SELECT blob FROM policy_loose_blobs WHERE due_at < ${time} ORDER BY due_at LIMIT ${MAX_BLOBS_A_PASS}`
          const blobs = rows.map(({ blob }) => blob)
          yield* store.remove(blobs)
          for (const chunk of Arr.chunksOf(blobs, MAX_NAMED))
            yield* sql`DELETE FROM policy_loose_blobs WHERE ${sql.in("blob", chunk)}`
          return blobs.length
        }, Effect.orDie)
      })
    })
  )
}
