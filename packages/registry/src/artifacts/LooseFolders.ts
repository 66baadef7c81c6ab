/**
 * Folders of blobs and their documentation that no version owns: written down before anything is kept in them, struck out
 * in the transaction that makes a version their owner. So a crash at any point leaves either a whole version or a folder
 * that is found here. A folder is given up before anything of it is removed, and can't be claimed from then on.
 */
import { BlobStore } from "@platform-control/core/BlobStore"
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { removeDocs } from "../docs/docsTables.ts"
import { blobKeys } from "./artifactFiles.ts"
import { removeAll } from "./removeAll.ts"

export class LooseFolders extends Context.Service<
  LooseFolders,
  {
    /** Writes the folder down; on disk once this effect has ended. */
    readonly add: (folder: string) => Effect.Effect<void, SqlError.SqlError>
    /** Writes a folder down that has lost its owner, given up already. */
    readonly addGivenUp: (folder: string) => Effect.Effect<void, SqlError.SqlError>
    /**
     * Strikes the folder out; false when it was given up or is not there any more. Inside the transaction that gives it an
     * owner.
     */
    readonly claim: (folder: string) => Effect.Effect<boolean, SqlError.SqlError>
    /** Gives the folder up, removes its blobs and documentation, then strikes it out; nothing when it has an owner. */
    readonly discard: (folder: string) => Effect.Effect<void>
    /**
     * Discards the folders that were written down before a time, in milliseconds since 1970, and all that were given up;
     * gives their number. What can't be removed is logged and stays.
     */
    readonly discardOlderThan: (time: number) => Effect.Effect<number>
  }
>()("platform-control/registry/artifacts/LooseFolders") {
  static readonly layer: Layer.Layer<LooseFolders, never, BlobStore | SqlClient.SqlClient> = Layer.effect(
    LooseFolders,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const blobs = yield* BlobStore

      const add = Effect.fnUntraced(function* (folder: string, isGivenUp: boolean) {
        const since = yield* Clock.currentTimeMillis
        const given_up = isGivenUp ? 1 : 0
        yield* sql`INSERT INTO registry_loose_folders ${sql.insert({ folder, since, given_up })}`
      })

      /** In a statement of its own: either this comes first and nobody claims the folder, or the claim does. */
      const giveUp = (folder: string) =>
        sql`UPDATE registry_loose_folders SET given_up = 1 WHERE folder = ${folder} RETURNING folder`

      const discard = Effect.fnUntraced(function* (folder: string) {
        const givenUp = yield* giveUp(folder)
        if (givenUp.length === 0) return
        yield* blobs.remove(blobKeys(folder))
        yield* removeDocs(sql, folder)
        yield* sql`DELETE FROM registry_loose_folders WHERE folder = ${folder}`
      }, Effect.orDie)

      const discardable = (time: number, after: string, limit: number) =>
        sql<{ folder: string }>`
          SELECT folder FROM registry_loose_folders WHERE folder > ${after} AND (since < ${time} OR given_up = 1)
          ORDER BY folder LIMIT ${limit}`

      return LooseFolders.of({
        add: (folder) => add(folder, false),
        addGivenUp: (folder) => add(folder, true),
        claim: Effect.fnUntraced(function* (folder) {
          const rows = yield* sql`
            DELETE FROM registry_loose_folders WHERE folder = ${folder} AND given_up = 0 RETURNING folder`
          return rows.length === 1
        }),
        discard,
        discardOlderThan: (time) =>
          removeAll({
            find: (after = "", limit) =>
              Effect.map(discardable(time, after, limit), (rows) => rows.map(({ folder }) => folder)),
            remove: discard,
            forget: () => Effect.void
          }).pipe(Effect.orDie)
      })
    })
  )
}
