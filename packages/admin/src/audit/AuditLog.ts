/** The audit log: who wrote what, when, in which request and why. Entries are added and read; nothing changes them. */
import { Clock, Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { Audit, type AuditedWrite, auditOrigin } from "@platform-control/core/Audit"
import { withoutTokenValues } from "../tokens/TokenValue.ts"
import { type AuditEntry, type AuditFilter, type AuditPage, auditRepository } from "./AuditRepository.ts"

export type { AuditEntry, AuditFilter, AuditPage, AuditPosition } from "./AuditRepository.ts"

/** Callers choose names and reasons; whatever they put there, the log keeps no token, and PostgreSQL no U+0000. */
const kept = (text: string): string => withoutTokenValues(text).replaceAll("\0", "\uFFFD")

const keptOrNull = (text: string | undefined): string | null => (text === undefined || text === "" ? null : kept(text))

export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** Takes part in the transaction that runs; without one the entry stands by itself. */
    readonly record: Audit["record"]
    /** At most `limit` entries, beginning behind `after`. */
    readonly list: (filter: AuditFilter, page: AuditPage) => Effect.Effect<ReadonlyArray<AuditEntry>>
  }
>()("platform-control/admin/AuditLog") {
  static readonly layer: Layer.Layer<AuditLog, never, SqlClient.SqlClient> = Layer.effect(
    AuditLog,
    Effect.map(auditRepository, (rows) => ({
      record: Effect.fnUntraced(function* ({ action, organization, reason, target }: AuditedWrite) {
        const { actor, requestId } = yield* auditOrigin
        yield* rows.insert({
          at: yield* Clock.currentTimeMillis,
          action,
          target: kept(target),
          organization: organization ?? null,
          actorKind: actor.kind,
          actor: kept(actor.name),
          tokenId: actor.tokenId ?? null,
          requestId: requestId ?? null,
          reason: keptOrNull(reason)
        })
      }),
      list: rows.list
    }))
  )
}

/** Plugs the port `Audit` into this log. */
export const AuditLayer: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.effect(
  Audit,
  Effect.map(AuditLog, ({ record }) => ({ record }))
).pipe(Layer.provide(AuditLog.layer))
