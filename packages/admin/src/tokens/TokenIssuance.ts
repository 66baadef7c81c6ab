/**
 * Issues tokens for many callers at once: those that are asked for while a transaction is on its way to the disk share the
 * next one, with one statement for their rows and one for their audit entries. Knows no identity and no HTTP.
 */
import { Array, Clock, Context, Effect, Exit, Layer, Redacted, Request, RequestResolver, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { Audit, type AuditOrigin, auditOrigin } from "@platform-control/core/Audit"
import type { BadRequest, NotFound } from "@platform-control/core/Errors"
import { AuditLayer } from "../audit/AuditLog.ts"
import { timeOrderedId } from "@platform-control/core/timeOrderedId"
import { missingOwners } from "./missingOwners.ts"
import { checkNewToken, type NewToken } from "./NewToken.ts"
import { type NewTokenRow, tokenIssuanceRepository } from "./TokenIssuanceRepository.ts"
import { tokenWrite, toTokenRecord } from "./tokenRecord.ts"
import type { CreatedToken } from "./Tokens.ts"
import { hashOf, makeValue } from "./TokenValue.ts"

/** Tokens that share a transaction at most; who comes after them waits for the next one. */
const MOST_AT_ONCE = 64

/**
 * Batches that are written side by side: on PostgreSQL one that waits for a row does not hold up all others, on SQLite there
 * is one writer, and whoever comes while it writes may as well share the next batch.
 */
const transactionsOn = (sql: SqlClient.SqlClient): number => sql.onDialectOrElse({ pg: () => 4, orElse: () => 1 })

/** What is under way in the event loop is done first: whoever is about to ask comes along. */
const turnOfTheLoop: Effect.Effect<void> = Effect.callback((resume) => {
  const turn = setImmediate(() => resume(Effect.void))
  return Effect.sync(() => clearImmediate(turn))
})

/** A token without a name, so that no two can be in each other's way. */
export type UnnamedToken = NewToken & { readonly name?: never }

/** A token on its way into the tables, and who asked for it. */
interface Draft extends NewTokenRow {
  readonly origin: AuditOrigin
}

class WriteToken extends Request.Class<Draft, void, NotFound> {}

/**
 * Every token has an audit entry, and both are on disk before anybody sees its value. Writes in transactions of its own:
 * whoever asks inside one gets a token that stays when theirs is rolled back.
 */
export class TokenIssuance extends Context.Service<
  TokenIssuance,
  {
    /** 400 for an expiry outside the limits (Spec B, Limits), 404 when its organization, team or user is unknown. */
    readonly issue: (token: UnnamedToken) => Effect.Effect<CreatedToken, BadRequest | NotFound>
  }
>()("platform-control/admin/TokenIssuance") {
  static readonly layer: Layer.Layer<TokenIssuance, never, SqlClient.SqlClient> = Layer.effect(
    TokenIssuance,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* tokenIssuanceRepository
      const audit = yield* Audit
      const findMissing = missingOwners(rows)

      /** One outcome a draft, in their order. */
      const writeAll = Effect.fnUntraced(
        function* (drafts: ReadonlyArray<Draft>) {
          const missing = yield* findMissing(drafts.map(({ record }) => record))
          const outcomes = drafts.map((draft) => missing(draft.record))
          const good = drafts.filter((_, index) => outcomes[index] === undefined)
          if (Array.isReadonlyArrayNonEmpty(good)) {
            yield* rows.insert(good)
            yield* audit.recordAll(good.map(({ origin, record }) => ({ write: tokenWrite("create", record), origin })))
          }
          return outcomes.map((refusal) => (refusal === undefined ? Exit.void : Exit.fail(refusal)))
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const answer = (entries: ReadonlyArray<Request.Entry<WriteToken>>) =>
        Effect.map(writeAll(entries.map(({ request }) => request)), (outcomes) =>
          outcomes.forEach((outcome, index) => entries[index]?.completeUnsafe(outcome))
        )

      const answerAlone = (entry: Request.Entry<WriteToken>) =>
        Effect.catchCause(answer([entry]), (cause) => Effect.sync(() => entry.completeUnsafe(Exit.failCause(cause))))

      let asked = 0
      /** A batch waits as long as every turn of the loop brings another: nobody is kept waiting for nobody. */
      const gather: Effect.Effect<void> = Effect.suspend(() => {
        const before = asked
        return Effect.flatMap(turnOfTheLoop, () => (asked > before ? gather : Effect.void))
      })

      const turns = Semaphore.makeUnsafe(transactionsOn(sql))
      const resolver = RequestResolver.make<WriteToken>((entries) => {
        // What made them fail may be the fault of one: each is tried once more.
        const answered = Effect.catchCause(answer(entries), () =>
          Effect.forEach(entries, answerAlone, { discard: true })
        )
        return turns.withPermit(answered)
      }).pipe(RequestResolver.setDelayEffect(turns.withPermit(gather)), RequestResolver.batchN(MOST_AT_ONCE))

      return TokenIssuance.of({
        issue: Effect.fn("TokenIssuance.issue")(function* (token) {
          const now = yield* Clock.currentTimeMillis
          const checked: NewToken = yield* Effect.fromResult(checkNewToken(token, now))
          const value = yield* makeValue(checked.kind)
          const record = toTokenRecord(checked, timeOrderedId(now), now)
          const draft = { record, hash: hashOf(Redacted.value(value)), origin: yield* auditOrigin }
          asked += 1
          yield* Effect.request(new WriteToken(draft), resolver)
          return { id: record.id, value }
        })
      })
    })
  ).pipe(Layer.provide(AuditLayer))
}
