/** When each token was last used, written down behind the requests: noting a use costs no query and waits for nothing. */
import { Context, Effect, Latch, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { tokensRepository } from "./TokensRepository.ts"

/** Uses within this time of the first one are written together. */
const WRITE_AFTER = "1 second"

/** Bounded, so that writing never takes all connections from the requests. */
const WRITES_AT_ONCE = 4

/** Uses that were not written down yet are written when the layer's scope closes. */
export class LastUsed extends Context.Service<
  LastUsed,
  {
    /** Remembers that the token was used at this time, in milliseconds since 1970. */
    readonly note: (tokenId: string, now: number) => void
  }
>()("platform-control/admin/LastUsed") {
  static readonly layer: Layer.Layer<LastUsed, never, SqlClient.SqlClient> = Layer.effect(
    LastUsed,
    Effect.gen(function* () {
      const rows = yield* tokensRepository
      const waiting = Latch.makeUnsafe(false)
      let noted = new Map<string, number>()

      const write = Effect.suspend(() => {
        const uses = noted
        noted = new Map()
        waiting.closeUnsafe()
        return Effect.forEach(uses, ([id, seconds]) => rows.noteUse(id, seconds), {
          concurrency: WRITES_AT_ONCE,
          discard: true
        })
      }).pipe(
        Effect.catchCause((cause) => Effect.logWarning("The last use of some access tokens was not written", cause)),
        Effect.uninterruptible
      )

      yield* Effect.addFinalizer(() => write)
      yield* waiting.await.pipe(Effect.andThen(Effect.delay(write, WRITE_AFTER)), Effect.forever, Effect.forkScoped)
      return LastUsed.of({
        note: (tokenId, now) => {
          noted.set(tokenId, Math.floor(now / 1000))
          waiting.openUnsafe()
        }
      })
    })
  )
}
