/**
 * Rows as lists show them, each kept for as long as the database says that it still shows the same operation's version:
 * what a publish made never changes, so nothing that is shown can be out of date. Knows no SQL.
 */
import { Effect } from "effect"
import { KeptByBytes } from "./KeptByBytes.ts"

/** Which row, and the operation whose version it shows. */
export interface RowRef {
  readonly id: number
  readonly operation_id: string
}

/** The rows that these name, in their order, without those deleted meanwhile. */
export type ListRows<Row extends RowRef> = (refs: ReadonlyArray<RowRef>) => Effect.Effect<ReadonlyArray<Row>>

/** Reads a row once while it is kept, up to so many bytes of them. `read` gives rows by id, in no order. */
export const makeListRows = <Row extends RowRef>(
  maxBytes: number,
  bytesOf: (row: Row) => number,
  read: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Row>>
): ListRows<Row> => {
  const kept = new KeptByBytes<number, Row>(maxBytes, (_, row) => bytesOf(row))

  const known = ({ id, operation_id }: RowRef): Row | undefined => {
    const row = kept.get(id)
    return row?.operation_id === operation_id ? row : undefined
  }

  return (refs) => {
    const rows = refs.map(known)
    const missing = refs.flatMap(({ id }, index) => (rows[index] === undefined ? id : []))
    if (missing.length === 0) return Effect.succeed(rows.filter((row) => row !== undefined))
    return Effect.map(read(missing), (found) => {
      for (const row of found) kept.set(row.id, row)
      const byId = new Map(found.map((row) => [row.id, row]))
      return refs.flatMap(({ id }, index) => rows[index] ?? byId.get(id) ?? [])
    })
  }
}

const areThose = (rows: ReadonlyArray<RowRef>, refs: ReadonlyArray<RowRef>): boolean =>
  rows.length === refs.length && rows.every((row, index) => row.operation_id === refs[index]?.operation_id)

/**
 * Rows as they stood at one moment: when somebody published or deleted one of them between asking which there are and
 * reading them, both are done again. A place in an order, taken from a row that has moved meanwhile, would be wrong.
 */
export const rowsOfOneMoment = <Row extends RowRef>(
  refs: Effect.Effect<ReadonlyArray<RowRef>>,
  rowsOf: ListRows<Row>
): Effect.Effect<ReadonlyArray<Row>> =>
  Effect.flatMap(refs, (asked) =>
    Effect.flatMap(rowsOf(asked), (rows) =>
      areThose(rows, asked) ? Effect.succeed(rows) : rowsOfOneMoment(refs, rowsOf)
    )
  )
