/** Statements about many rows: as few as may be, each within what the engines bind to one. */
import { Array, Effect } from "effect"
import { type AuditedWrite, Audit, auditOrigin } from "@platform-control/core/Audit"

/** One statement is about no more rows than this. */
const MAX_ROWS = 500

/** What the statements give, one after the other; nothing is asked where there are no items. */
export const inParts = <Item, A, E, R>(
  items: ReadonlyArray<Item>,
  statement: (part: Array.NonEmptyReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<A>, E, R>
): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.map(Effect.forEach(Array.chunksOf(items, MAX_ROWS), statement), (found) => found.flat())

/** `Audit.record` for many writes of one transaction. */
export const recordingAll = Effect.map(
  Audit,
  ({ recordAll }) =>
    (writes: ReadonlyArray<AuditedWrite>): Effect.Effect<void> =>
      Effect.flatMap(auditOrigin, (origin) =>
        Effect.asVoid(inParts(writes, (part) => Effect.as(recordAll(part.map((write) => ({ write, origin }))), [])))
      )
)
