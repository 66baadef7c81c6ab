/** What stands behind a refresh token, for whoever exchanges it (Spec A, Authentication, 1). Knows no HTTP. */
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { timingSafeEqual } from "node:crypto"
import { credentialsRepository } from "./CredentialsRepository.ts"
import { LastUsed } from "./LastUsed.ts"
import { hashOf, kindOf } from "./TokenValue.ts"

/** A refresh token that can be exchanged. */
export interface ValidRefreshToken {
  readonly id: string
  readonly userId: string
  readonly login: string
  /** The only organization that it reaches, where it is bound to one. */
  readonly organization: string | undefined
  /** Unix seconds; 0 when it never expires. */
  readonly expiresAt: number
}

const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Asks the database each time, so a revocation holds at once in every process. */
export class RefreshTokens extends Context.Service<
  RefreshTokens,
  {
    /** None for any text that is no refresh token, or one that is unknown, expired or revoked. Its use is noted. */
    readonly find: (value: string) => Effect.Effect<Option.Option<ValidRefreshToken>>
  }
>()("platform-control/admin/RefreshTokens") {
  static readonly layer: Layer.Layer<RefreshTokens, never, SqlClient.SqlClient> = Layer.effect(
    RefreshTokens,
    Effect.gen(function* () {
      const credentials = yield* credentialsRepository
      const lastUsed = yield* LastUsed

      const find = Effect.fn("RefreshTokens.find")(function* (value: string) {
        if (kindOf(value) !== "refresh") return Option.none()
        const hash = hashOf(value)
        const stored = yield* credentials.findByHash(hash)
        const now = yield* Clock.currentTimeMillis
        if (stored === undefined || stored.revoked || !isSameHash(stored.hash, hash)) return Option.none()
        const { expiresAt, holder, tokenId } = stored
        if (holder._tag !== "User" || (expiresAt !== 0 && now >= expiresAt * 1000)) return Option.none()
        lastUsed.note(tokenId, now)
        const { id, login } = holder.user
        return Option.some({ id: tokenId, userId: id, login, organization: holder.boundTo ?? undefined, expiresAt })
      })

      return RefreshTokens.of({ find })
    })
  ).pipe(Layer.provide(LastUsed.layer))
}
