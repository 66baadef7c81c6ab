/**
 * Folders of blobs and their documentation that no version owns: written down before anything is kept in them, struck out
 * in the transaction that makes a version their owner. So a crash at any point leaves either a whole version or a folder
 * that is found here.
 */
import { BlobStore } from "@platform-control/core/BlobStore"
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { removeDocs } from "../docs/docsTables.ts"
import { blobKeys } from "./artifactFiles.ts"

/** One pass removes no more folders than this; the next pass goes on. */
const MAX_FOLDERS_A_PASS = 1_000

export class LooseFolders extends Context.Service<
  LooseFolders,
  {
    /** Writes the folder down; on disk once this effect has ended. */
    readonly add: (folder: string) => Effect.Effect<void, SqlError.SqlError>
    /** Strikes the folder out; false when it was not there any more. Inside the transaction that gives it an owner. */
    readonly claim: (folder: string) => Effect.Effect<boolean, SqlError.SqlError>
    /** Removes the folder's blobs and documentation, then strikes it out. */
    readonly discard: (folder: string) => Effect.Effect<void>
    /** Discards the folders that were written down before a time, in milliseconds since 1970; gives their number. */
    readonly discardOlderThan: (time: number) => Effect.Effect<number>
  }
>()("platform-control/registry/artifacts/LooseFolders") {
  static readonly layer: Layer.Layer<LooseFolders, never, BlobStore | SqlClient.SqlClient> = Layer.effect(
    LooseFolders,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const blobs = yield* BlobStore

      const claim = Effect.fnUntraced(function* (folder: string) {
        const rows = yield* sql`DELETE FROM registry_loose_folders WHERE folder = ${folder} RETURNING folder`
        return rows.length === 1
      })

      const discard = (folder: string) =>
        blobs
          .remove(blobKeys(folder))
          .pipe(Effect.andThen(removeDocs(sql, folder)), Effect.andThen(claim(folder)), Effect.orDie, Effect.asVoid)

      return LooseFolders.of({
        add: Effect.fnUntraced(function* (folder) {
          const since = yield* Clock.currentTimeMillis
          yield* sql`INSERT INTO registry_loose_folders ${sql.insert({ folder, since })}`
        }),
        claim,
        discard,
        discardOlderThan: Effect.fnUntraced(function* (time) {
          const rows = yield* sql<{ folder: string }>`
            SELECT folder FROM registry_loose_folders WHERE since < ${time} ORDER BY since LIMIT ${MAX_FOLDERS_A_PASS}`
          yield* Effect.forEach(rows, ({ folder }) => discard(folder), { discard: true })
          return rows.length
        }, Effect.orDie)
      })
    })
  )
}
