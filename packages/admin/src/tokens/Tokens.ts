/** Access tokens: made, listed and revoked. Whoever calls has been asked already whether they may; knows no HTTP. */
import { Clock, Context, Effect, Layer, type Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Audit } from "@platform-control/core/Audit"
import type { BadRequest, Conflict, NotFound } from "@platform-control/core/Errors"
import type { Events } from "@platform-control/core/Events"
import { AuditLayer } from "../audit/AuditLog.ts"
import { Organizations } from "../organizations/Organizations.ts"
import { teamNotFound, tokenNameTaken, tokenNotFound, userNotFound } from "../Refusals.ts"
import { checkNewToken, type NewToken } from "./NewToken.ts"
import { timeOrderedId } from "@platform-control/core/timeOrderedId"
import { PrincipalCache } from "./PrincipalCache.ts"
import { tokenWrite, toTokenRecord } from "./tokenRecord.ts"
import { type TokenOwner, type TokenPosition, type TokenRecord, tokensRepository } from "./TokensRepository.ts"
import { hashOf, makeValue } from "./TokenValue.ts"

export type { TokenOwner, TokenPosition, TokenRecord } from "./TokensRepository.ts"
export type { NewToken } from "./NewToken.ts"

/** A new token. The value is kept nowhere: this is the only time that anybody sees it. */
export interface CreatedToken {
  readonly id: string
  readonly value: Redacted.Redacted
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A token works from its creation until it expires, is revoked, or its user is removed. */
export class Tokens extends Context.Service<
  Tokens,
  {
    /**
     * 400 for a name or an expiry outside the limits (Spec B, Limits), 404 when its organization, team or user is
     * unknown, 409 for a name that the organization has used before.
     */
    readonly create: (token: NewToken) => Effect.Effect<CreatedToken, BadRequest | NotFound | Conflict>
    /** Revoked tokens too. */
    readonly find: (id: string) => Effect.Effect<Option.Option<TokenRecord>>
    /** Tokens that were not revoked, expired ones too, oldest first; at most `limit`, beginning after `after`. */
    readonly list: (
      owner: TokenOwner,
      page: { readonly after?: TokenPosition; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<TokenRecord>>
    /**
     * At once and for ever, with every token that was issued from it. 404 when it is unknown, was revoked before, or
     * is not the owner's where one is given.
     */
    readonly revoke: (id: string, owner?: TokenOwner) => Effect.Effect<void, NotFound>
  }
>()("platform-control/admin/Tokens") {
  static readonly layer: Layer.Layer<Tokens, never, SqlClient.SqlClient | Events> = Layer.effect(
    Tokens,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* tokensRepository
      const organizations = yield* Organizations
      const cache = yield* PrincipalCache
      const audit = yield* Audit

      const requireOwners = Effect.fnUntraced(function* (token: NewToken) {
        if (token.organization !== undefined) yield* organizations.hold(token.organization)
        if (token.kind === "team" && !(yield* rows.holdTeam(token.organization, token.team))) {
          return yield* teamNotFound(token.organization, token.team)
        }
        if ("userId" in token && !(yield* rows.holdUser(token.userId))) return yield* userNotFound(token.userId)
      })

      const create = Effect.fn("Tokens.create")(
        function* (token: NewToken) {
          const now = yield* Clock.currentTimeMillis
          const checked = yield* Effect.fromResult(checkNewToken(token, now))
          yield* requireOwners(checked)
          const value = yield* makeValue(checked.kind)
          const record = toTokenRecord(checked, timeOrderedId(now), now)
          if (!(yield* rows.insert(record, hashOf(Redacted.value(value))))) {
            return yield* tokenNameTaken(record.organization ?? "", record.name ?? "")
          }
          yield* audit.record(tokenWrite("create", record))
          return { id: record.id, value }
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const revoke = Effect.fn("Tokens.revoke")(
        function* (id: string, owner?: TokenOwner) {
          const now = yield* Clock.currentTimeMillis
          const revoked = uuid.test(id) ? yield* rows.revoke(id, owner, now) : undefined
          if (revoked === undefined) return yield* tokenNotFound()
          yield* audit.record(tokenWrite("revoke", revoked))
          yield* cache.tokenRevoked(id)
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      return Tokens.of({
        create,
        find: (id) => (uuid.test(id) ? rows.find(id) : Effect.succeedNone),
        list: (owner, page) => rows.list(owner, page.after, page.limit),
        revoke
      })
    })
  ).pipe(Layer.provide([Organizations.layer, PrincipalCache.layer, AuditLayer]))
}
