/** One attempt to complete a version: keeps its archive, checks it, and gives it to the version, or leaves nothing. */
import type { BadRequest } from "@platform-control/core/Errors"
import { Cause, Effect } from "effect"
import { LooseBlobs } from "./LooseBlobs.ts"
import { type KeptArchive, newKeptBlob, uploadBlob, Uploads } from "./Uploads.ts"

/** Keeps the archive of an upload and hands it to `store`, which makes a version its owner in one transaction. */
export type Keeper = <E>(
  uploadId: string,
  store: (archive: KeptArchive) => Effect.Effect<void, E>
) => Effect.Effect<void, BadRequest | E>

export const makeKeeper: Effect.Effect<Keeper, never, LooseBlobs | Uploads> = Effect.gen(function* () {
  const loose = yield* LooseBlobs
  const uploads = yield* Uploads

  return Effect.fnUntraced(function* (uploadId, store) {
    yield* uploads.require(uploadId)
    const blob = newKeptBlob()
    yield* Effect.orDie(loose.add([blob]))
    yield* uploads.keep(uploadId, blob).pipe(
      // Whoever begins the transaction waits for its outcome, and is interrupted behind it.
      Effect.flatMap((archive) => Effect.uninterruptible(store(archive))),
      // After a fault the outcome is unknown, so the blob stays for the sweeper, which asks the database.
      Effect.onError((cause) =>
        Cause.hasDies(cause) ? Effect.void : Effect.ignoreCause(loose.discardUnowned(blob), { log: true })
      )
    )
    // The version is there whether or not its upload goes now: it goes with the sweeper at the latest.
    yield* Effect.ignoreCause(loose.discard([uploadBlob(uploadId)]), { log: true })
  })
})
