/** The two ways in which inventory functions ask: for the one thing that fits, and for a whole list. */
import { Effect, Schema } from "effect"
import type { Query } from "../api/ApiClient.ts"
import { offsetPages } from "../api/pages.ts"
import { Ambiguous, NotFound } from "../LookupError.ts"
import { Inventory } from "./Inventory.ts"

/** Two rows tell one from several. */
const ONE_OR_SEVERAL = 2

const PAGE_ROWS = 100

interface Row {
  readonly id: number
}

const Page = <A extends Row>(row: Schema.Codec<A, unknown>) =>
  Schema.Struct({
    count: Schema.NullOr(Schema.Int),
    next: Schema.NullOr(Schema.String),
    results: Schema.Array(row)
  })

/** A question for rows. */
export interface RowsQuestion<A extends Row> {
  readonly path: string
  readonly query: Query
  readonly row: Schema.Codec<A, unknown>
}

/** The only row; the messages are the caller's. */
export const findOne = Effect.fnUntraced(function* <A extends Row>(
  { path, query, row }: RowsQuestion<A>,
  messages: { readonly none: string; readonly several: string }
) {
  const api = yield* Inventory
  const page = yield* api.get({ path, query: { ...query, limit: ONE_OR_SEVERAL }, answer: Page(row) })
  const [first, second] = page.results
  if (first === undefined) return yield* new NotFound({ message: messages.none })
  if (second !== undefined || (page.count ?? 1) > 1) return yield* new Ambiguous({ message: messages.several })
  return first
})

/** Every row, in an order that no two rows share, so that no border of pages cuts one out; `enough` ends it early. */
export const findAll = Effect.fnUntraced(function* <A extends Row>(
  { path, query, row, order }: RowsQuestion<A> & { readonly order: string },
  enough?: number
) {
  const api = yield* Inventory
  const rows = yield* offsetPages({
    what: path,
    enough,
    idOf: ({ id }: A) => id,
    page: (offset) =>
      Effect.map(
        api.get({ path, query: { ...query, ordering: order, limit: PAGE_ROWS, offset }, answer: Page(row) }),
        ({ count, next, results }) => ({ items: results, count, last: next === null })
      )
  })
  return enough === undefined ? rows : rows.slice(0, enough)
})
