/**
 * The principals of recently used tokens, and the news that makes them wrong. Whatever revokes a token or changes a
 * user's rights says so here, inside the transaction that does it.
 */
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Events } from "@platform-control/core/Events"
import { makePrincipalEntries, type PrincipalEntries, type PrincipalEntry } from "./PrincipalEntries.ts"

/** The signal of a revoked token; its payload is the token's id. */
export const TOKEN_REVOKED = "admin.token-revoked"

/** The signal of a user whose rights changed; its payload is the user's id. */
export const USER_CHANGED = "admin.user-changed"

const CAPACITY = 10_000

const isToken = (id: string) => (entry: PrincipalEntry) => entry.principal.tokenId === id || entry.issuedFrom === id

const isUser = (id: string) => (entry: PrincipalEntry) => entry.principal.userId === id

/** In this process an entry is gone when the transaction has ended, in others when the signal arrives. */
export class PrincipalCache extends Context.Service<
  PrincipalCache,
  {
    readonly entries: PrincipalEntries
    /** A token was revoked, and with it every token that was issued from it. */
    readonly tokenRevoked: (tokenId: string) => Effect.Effect<void>
    /** The flags or memberships of a user changed, or the user is gone. */
    readonly userChanged: (userId: string) => Effect.Effect<void>
  }
>()("platform-control/admin/PrincipalCache") {
  static readonly layer: Layer.Layer<PrincipalCache, never, SqlClient.SqlClient | Events> = Layer.effect(
    PrincipalCache,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const events = yield* Events
      const entries = makePrincipalEntries(CAPACITY)
      const topics = [
        [TOKEN_REVOKED, isToken],
        [USER_CHANGED, isUser]
      ] as const

      for (const [topic, matching] of topics) {
        const signals = yield* events.subscribe(topic)
        yield* signals.pipe(
          Stream.runForEach(({ payload }) => Effect.sync(() => entries.drop(matching(payload)))),
          Effect.forkScoped
        )
      }

      const announce = (topic: string, id: string, matches: (entry: PrincipalEntry) => boolean) =>
        Effect.andThen(
          events.publish({ topic, payload: id }),
          sql.afterCommit(Effect.sync(() => entries.drop(matches)))
        )
      return PrincipalCache.of({
        entries,
        tokenRevoked: (tokenId) => announce(TOKEN_REVOKED, tokenId, isToken(tokenId)),
        userChanged: (userId) => announce(USER_CHANGED, userId, isUser(userId))
      })
    })
  )
}
