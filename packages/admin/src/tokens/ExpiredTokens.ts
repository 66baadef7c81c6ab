/**
 * Forgets tokens that expired long ago, or every exchange would leave a row for ever. Those with a name stay, because
 * their names stay taken; what was done with the others stands in the audit log.
 */
import { Clock, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { tokensRepository } from "./TokensRepository.ts"

/** Long enough that whoever looks into what happened still finds the token. */
const KEPT_SECONDS = 7 * 86_400

/** Rows of one statement, so that no other writer waits for long. */
const AT_ONCE = 500

const AFTER_START = "1 minute"
const EVERY = "1 hour"

/** Removes all of them, some at a time. */
export const forgetExpired = Effect.gen(function* () {
  const rows = yield* tokensRepository
  const before = Math.floor((yield* Clock.currentTimeMillis) / 1000) - KEPT_SECONDS
  while ((yield* rows.forgetExpired(before, AT_ONCE)) === AT_ONCE) yield* Effect.yieldNow
})

/** Does so now and then while its scope is open. */
export const ExpiredTokensLayer: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.effectDiscard(
  forgetExpired.pipe(
    Effect.ignoreCause({ log: "Warn", message: "Expired access tokens were not removed" }),
    Effect.andThen(Effect.sleep(EVERY)),
    Effect.forever,
    Effect.delay(AFTER_START),
    Effect.forkScoped
  )
)
