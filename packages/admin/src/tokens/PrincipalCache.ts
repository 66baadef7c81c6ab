/**
 * The principals of recently used tokens, and the news that makes them wrong. Whatever revokes a token or changes a
 * user's rights says so here, inside the transaction that does it.
 */
import { Array, Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import type { Principal } from "@platform-control/core/Authorization"
import type { Events } from "@platform-control/core/Events"
import type { Perishable } from "../Remembered.ts"
import { makeSharedMemory, type SharedMemory } from "../SharedMemory.ts"

/** The signal of a revoked token; its payload is the token's id. */
export const TOKEN_REVOKED = "admin.token-revoked"

/** The signal of users whose rights changed; its payload is their ids, with spaces between. */
export const USER_CHANGED = "admin.user-changed"

const CAPACITY = 10_000

/** Users whom one signal names at most. */
const MAX_USERS = 500

/** What is remembered of a token that was found valid. */
export interface PrincipalEntry extends Perishable {
  readonly principal: Principal
  readonly issuedFrom: string | null
  /** When its use was last noted, in milliseconds since 1970. */
  usedAt: number
}

const isToken = (id: string) => (entry: PrincipalEntry) => entry.principal.tokenId === id || entry.issuedFrom === id

const isOneOf = (ids: string) => {
  const users = new Set<string | undefined>(ids.split(" "))
  return ({ principal }: PrincipalEntry) => users.has(principal.userId)
}

/** Entries by the hash of the token. */
export class PrincipalCache extends Context.Service<
  PrincipalCache,
  Omit<SharedMemory<PrincipalEntry>, "forgetOn"> & {
    /** A token was revoked, and with it every token that was issued from it. */
    readonly tokenRevoked: (tokenId: string) => Effect.Effect<void>
    /** The flags or memberships of a user changed, or the user is gone. */
    readonly userChanged: (userId: string) => Effect.Effect<void>
    /** The same of several, with as few signals as may be: every process looks through its memory at each. */
    readonly usersChanged: (userIds: ReadonlyArray<string>) => Effect.Effect<void>
  }
>()("platform-control/admin/PrincipalCache") {
  static readonly layer: Layer.Layer<PrincipalCache, never, SqlClient.SqlClient | Events> = Layer.effect(
    PrincipalCache,
    Effect.gen(function* () {
      const { entries, forgetOn, isCurrent } = yield* makeSharedMemory<PrincipalEntry>(CAPACITY)
      const tokenRevoked = yield* forgetOn(TOKEN_REVOKED, isToken)
      const userChanged = yield* forgetOn(USER_CHANGED, isOneOf)
      const usersChanged = (userIds: ReadonlyArray<string>) =>
        Effect.forEach(Array.chunksOf(userIds, MAX_USERS), (part) => userChanged(part.join(" ")), { discard: true })
      return PrincipalCache.of({ entries, isCurrent, tokenRevoked, userChanged, usersChanged })
    })
  )
}
