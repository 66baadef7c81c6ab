/** Removes what begun and refused publishes leave behind: abandoned versions, expired operations, and loose blobs. */
import type { BlobStore } from "@platform-control/core/BlobStore"
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import type { SqlClient } from "effect/sql"
import { PolicySettings } from "../PolicySettings.ts"
import { RegistryPublish } from "../registry/RegistryPublish.ts"
import { Removals } from "../store/Removals.ts"
import { LooseBlobs } from "./LooseBlobs.ts"

/** One pass removes no more of a kind than this; the next pass goes on. */
const MAX_A_PASS = 1000

/** What one pass removed. */
export interface Swept {
  readonly versions: number
  readonly operations: number
  readonly blobs: number
}

/** Several processes may sweep one database at the same time. */
export class Sweeper extends Context.Service<
  Sweeper,
  {
    /** Removes what nobody can complete any more. */
    readonly pass: Effect.Effect<Swept>
  }
>()("platform-control/policy/archives/Sweeper") {
  static readonly layerNoDeps: Layer.Layer<
    Sweeper,
    never,
    BlobStore | LooseBlobs | RegistryPublish | Removals | SqlClient.SqlClient
  > = Layer.effect(
    Sweeper,
    Effect.gen(function* () {
      const { operationLifetimeSeconds } = yield* PolicySettings
      const loose = yield* LooseBlobs
      const removals = yield* Removals
      const publish = yield* RegistryPublish
      return Sweeper.of({
        pass: Effect.gen(function* () {
          const now = yield* Clock.currentTimeMillis
          const since = now - operationLifetimeSeconds * 1000
          const versions = yield* removals.abandonBefore(since, MAX_A_PASS)
          const operations = yield* publish.forgetBefore(since, MAX_A_PASS)
          const blobs = yield* loose.discardDue(now)
          return { versions, operations, blobs }
        }).pipe(Effect.withSpan("PolicySweeper.pass"))
      })
    })
  )

  /** A pass an hour while the scope is open, the first one after a minute. A pass that fails is logged; the next one tries again. */
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
