/** The audit log: who wrote what, when, in which request and why. Entries are added and read; nothing changes them. */
import { Array, Clock, Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { type AttributedWrite, Audit, auditOrigin } from "@platform-control/core/Audit"
import { withoutTokenValues } from "../tokens/TokenValue.ts"
import {
  type AuditEntry,
  type AuditFilter,
  type AuditPage,
  auditRepository,
  type NewAuditEntry
} from "./AuditRepository.ts"

export type { AuditEntry, AuditFilter, AuditPage, AuditPosition } from "./AuditRepository.ts"

/** Callers choose names and reasons; whatever they put there, the log keeps no token, and PostgreSQL no U+0000. */
const kept = (text: string): string => withoutTokenValues(text).replaceAll("\0", "\uFFFD")

const keptOrNull = (text: string | undefined): string | null => (text === undefined || text === "" ? null : kept(text))

const toEntry = ({ origin, write }: AttributedWrite, at: number): NewAuditEntry => ({
  at,
  action: write.action,
  target: kept(write.target),
  organization: write.organization ?? null,
  actorKind: origin.actor.kind,
  actor: kept(origin.actor.name),
  tokenId: origin.actor.tokenId ?? null,
  requestId: origin.requestId ?? null,
  reason: keptOrNull(write.reason)
})

export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** Takes part in the transaction that runs; without one the entry stands by itself. */
    readonly record: Audit["record"]
    /** The same for several entries. */
    readonly recordAll: Audit["recordAll"]
    /** At most `limit` entries, beginning behind `after`. */
    readonly list: (filter: AuditFilter, page: AuditPage) => Effect.Effect<ReadonlyArray<AuditEntry>>
  }
>()("platform-control/admin/AuditLog") {
  static readonly layer: Layer.Layer<AuditLog, never, SqlClient.SqlClient> = Layer.effect(
    AuditLog,
    Effect.map(auditRepository, (rows) => {
      const recordAll = Effect.fnUntraced(function* (writes: ReadonlyArray<AttributedWrite>) {
        const now = yield* Clock.currentTimeMillis
        const entries = writes.map((write) => toEntry(write, now))
        if (Array.isReadonlyArrayNonEmpty(entries)) yield* rows.insert(entries)
      })
      return {
        record: (write) => Effect.flatMap(auditOrigin, (origin) => recordAll([{ write, origin }])),
        recordAll,
        list: rows.list
      }
    })
  )
}

/** Plugs the port `Audit` into this log. */
export const AuditLayer: Layer.Layer<never, never, SqlClient.SqlClient> = Layer.effect(
  Audit,
  Effect.map(AuditLog, ({ record, recordAll }) => ({ record, recordAll }))
).pipe(Layer.provide(AuditLog.layer))
