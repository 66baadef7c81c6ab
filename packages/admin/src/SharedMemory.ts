/** What a process remembers of the tables, and the news that makes it wrong, from whichever process on the database. */
import { Effect, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { Events } from "@platform-control/core/Events"
import { makeRemembered, type Perishable, type Remembered } from "./Remembered.ts"

/** Whatever was changed in the tables by hand, without any news, is seen after this time at the latest. */
export const READ_AGAIN_AFTER_MILLISECONDS = 30_000

/** When a transaction has ended, no process uses an entry that it made wrong. */
export interface SharedMemory<A extends Perishable> {
  readonly entries: Remembered<A>
  /** Whether all news has reached the entries; while it is false they must not be used. */
  readonly isCurrent: () => boolean
  /** Forgets what `matches` at each news of the topic. Gives what spreads such news, inside the transaction that makes it. */
  readonly forgetOn: (
    topic: string,
    matches: (payload: string) => (entry: A) => boolean
  ) => Effect.Effect<(payload: string) => Effect.Effect<void>, never, Scope.Scope>
}

/** At most so many entries. */
export const makeSharedMemory = Effect.fnUntraced(function* <A extends Perishable>(
  capacity: number
): Effect.fn.Return<SharedMemory<A>, never, SqlClient.SqlClient | Events> {
  const sql = yield* SqlClient.SqlClient
  const events = yield* Events
  const entries = makeRemembered<A>(capacity)
  return {
    entries,
    isCurrent: events.isCurrent,
    forgetOn: (topic, matches) => {
      const forget = (payload: string) => entries.drop(matches(payload))
      const spread = (payload: string) =>
        Effect.andThen(
          events.publishEverywhere({ topic, payload }),
          sql.afterCommit(Effect.sync(() => forget(payload)))
        )
      return Effect.as(events.watch(topic, forget), spread)
    }
  }
})
