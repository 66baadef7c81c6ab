/**
 * Blobs that no version owns: written down before they are kept, struck out in the transaction that makes a version their
 * owner. So a crash at any point leaves either a whole version or a blob that is found here. A blob is given up before it is
 * removed, and can't be claimed from then on.
 */
import { BlobStore } from "@platform-control/core/BlobStore"
import { Array as Arr, Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { PolicySettings } from "../PolicySettings.ts"

/** So many are removed at a time. */
const PART = 1000
/** When what was given up is due: before everything else. */
const GIVEN_UP = 0
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
    /** Strikes a blob out; false when it was given up or is not there any more. Inside the transaction that gives it an owner. */
    readonly claim: (blob: string) => Effect.Effect<boolean, SqlError.SqlError>
    /** Removes blobs that are loose already. Those of `addUploads` are looked for once more when their places expired. */
    readonly discard: (blobs: ReadonlyArray<string>) => Effect.Effect<void>
    /** Gives a blob up, removes it and strikes it out; nothing when it has an owner. */
    readonly discardUnowned: (blob: string) => Effect.Effect<void>
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

      /** In statements of their own: either they come first and nobody claims a blob, or the claim does. */
      const giveUp = (blobs: ReadonlyArray<string>) =>
        Effect.map(
          Effect.forEach(
            Arr.chunksOf(blobs, MAX_NAMED),
            (chunk) => sql<{ blob: string }>`
              UPDATE policy_loose_blobs SET due_at = ${GIVEN_UP} WHERE ${sql.in("blob", chunk)} RETURNING blob`
          ),
          (rows) => rows.flat().map(({ blob }) => blob)
        )

      /** Gives their number. */
      const remove = Effect.fnUntraced(function* (blobs: ReadonlyArray<string>) {
        const givenUp = yield* giveUp(blobs)
        yield* store.remove(givenUp)
        for (const chunk of Arr.chunksOf(givenUp, MAX_NAMED))
          yield* sql`DELETE FROM policy_loose_blobs WHERE ${sql.in("blob", chunk)}`
        return givenUp.length
      })

      return LooseBlobs.of({
        add: (blobs) => write(blobs, GRACE_MILLISECONDS),
        addUploads: (blobs) => write(blobs, GRACE_MILLISECONDS + uploadExpiresInSeconds * 1000),
        claim: Effect.fnUntraced(function* (blob) {
          const rows = yield* sql`
            DELETE FROM policy_loose_blobs WHERE blob = ${blob} AND due_at <> ${GIVEN_UP} RETURNING blob`
          return rows.length === 1
        }),
        discard: store.remove,
        discardUnowned: (blob) => Effect.orDie(Effect.asVoid(remove([blob]))),
        discardDue: Effect.fnUntraced(function* (time) {
          let count = 0
          for (;;) {
            const rows = yield* sql<{ blob: string }>`
              SELECT blob FROM policy_loose_blobs WHERE due_at < ${time} ORDER BY due_at LIMIT ${PART}`
            count += yield* remove(rows.map(({ blob }) => blob))
            if (rows.length < PART) return count
          }
        }, Effect.orDie)
      })
    })
  )
}
