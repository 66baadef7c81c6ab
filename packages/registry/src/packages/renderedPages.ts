/** Pages as they were rendered last: the same versions give the same text. Knows of a row only which it is, and no JSON. */
import { KeptByBytes } from "./KeptByBytes.ts"
import type { RowRef } from "./ListRows.ts"

/** The text for these rows; `render` is called when those under `key` show others than the last time. */
export type RenderedPages = (key: string, rows: ReadonlyArray<RowRef | undefined>, render: () => string) => string

/** A page's text and which rows it shows: not the rows, which would stay in memory with it. */
interface Page {
  readonly refs: ReadonlyArray<RowRef | undefined>
  readonly text: string
}

/** About what a page takes beside its text and its key, and what the reference to a row takes. */
const PAGE_BYTES = 500
const REF_BYTES = 100

/** Two for each character, the most that one takes. */
const bytesOf = (key: string, { refs, text }: Page): number =>
  PAGE_BYTES + REF_BYTES * refs.length + 2 * (key.length + text.length)

const refOf = (row: RowRef | undefined): RowRef | undefined =>
  row === undefined ? undefined : { id: row.id, operation_id: row.operation_id }

const areThose = (rows: ReadonlyArray<RowRef | undefined>, refs: Page["refs"]): boolean =>
  rows.length === refs.length &&
  rows.every((row, at) => row !== undefined && row.id === refs[at]?.id && row.operation_id === refs[at].operation_id)

/**
 * Keeps one page a key, up to so many bytes altogether. A missing row is like no other. `key` has to hold everything else
 * that the text depends on.
 */
export const makeRenderedPages = (maxBytes: number): RenderedPages => {
  const kept = new KeptByBytes<string, Page>(maxBytes, bytesOf)
  return (key, rows, render) => {
    const last = kept.get(key)
    if (last !== undefined && areThose(rows, last.refs)) return last.text
    const text = render()
    kept.set(key, { refs: rows.map(refOf), text })
    return text
  }
}
