/**
 * The principals of recently used tokens, and the news that makes them wrong. Whatever revokes a token or changes a
 * user's rights says so here, inside the transaction that does it.
 */
import { Context, Effect, Layer } from "effect"
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

/** When the transaction has ended, no process uses an entry that it made wrong. */
export class PrincipalCache extends Context.Service<
  PrincipalCache,
  {
    readonly entries: PrincipalEntries
    /** Whether all news has reached the entries; while it is false they must not be used. */
    readonly isCurrent: () => boolean
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
      yield* events.watch(TOKEN_REVOKED, (id) => entries.drop(isToken(id)))
      yield* events.watch(USER_CHANGED, (id) => entries.drop(isUser(id)))

      const announce = (topic: string, id: string, matches: (entry: PrincipalEntry) => boolean) =>
        Effect.andThen(
          events.publishEverywhere({ topic, payload: id }),
          sql.afterCommit(Effect.sync(() => entries.drop(matches)))
        )
      return PrincipalCache.of({
        entries,
        isCurrent: events.isCurrent,
        tokenRevoked: (tokenId) => announce(TOKEN_REVOKED, tokenId, isToken(tokenId)),
        userChanged: (userId) => announce(USER_CHANGED, userId, isUser(userId))
      })
    })
  )
}
