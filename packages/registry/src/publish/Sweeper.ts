/** Removes what begun and refused publishes leave behind: expired operations with their uploads, and loose folders. */
import type { BlobStore } from "@platform-control/core/BlobStore"
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import type { SqlClient } from "effect/sql"
import { LooseFolders } from "../artifacts/LooseFolders.ts"
import { removeAll } from "../artifacts/removeAll.ts"
import { type ExpiredOperation, PublishRepository } from "./PublishRepository.ts"
import { Uploads } from "./Uploads.ts"

/**
 * After this long no attempt to complete a publish is still at work; its folder is nobody's. It may wait for a thread for
 * 17 hours: behind 200 others, two at a time, of ten minutes each (`ImportBounds`).
 */
const LOOSE_FOLDER_GRACE_MILLISECONDS = 24 * 3_600_000

/** What one pass removed. */
export interface Swept {
  readonly operations: number
  readonly folders: number
}

/** Several processes may sweep one database at the same time. */
export class Sweeper extends Context.Service<Sweeper, { readonly pass: Effect.Effect<Swept> }>()(
  "platform-control/registry/publish/Sweeper"
) {
  static readonly layerNoDeps = Layer.effect(
    Sweeper,
    Effect.gen(function* () {
      const repository = yield* PublishRepository
      const uploads = yield* Uploads
      const folders = yield* LooseFolders
      return Sweeper.of({
        pass: Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const operations = yield* removeAll({
            find: (after: ExpiredOperation | undefined, limit) => repository.expired(now, after, limit),
            remove: ({ id }) => uploads.remove(id),
            forget: (removed) => repository.forget(removed.map(({ id }) => id))
          })
          const discarded = yield* folders.discardOlderThan(now - LOOSE_FOLDER_GRACE_MILLISECONDS)
          return { operations, folders: discarded }
        })
      })
    })
  )

  static readonly layer: Layer.Layer<Sweeper, never, BlobStore | SqlClient.SqlClient> = Sweeper.layerNoDeps.pipe(
    Layer.provide([PublishRepository.layer, Uploads.layer]),
    Layer.provideMerge(LooseFolders.layer)
  )

  /** Sweeps a minute after the start, then every hour; a failed pass is logged, and the next one tries again. */
  static readonly layerHourly: Layer.Layer<never, never, Sweeper> = Layer.effectDiscard(
    Effect.flatMap(Sweeper, ({ pass }) =>
      pass.pipe(
        Effect.ignoreCause({ log: true }),
        Effect.repeat(Schedule.spaced("1 hour")),
        Effect.delay("1 minute"),
        Effect.forkScoped
      )
    )
  )
}
