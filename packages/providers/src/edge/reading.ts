/** How lists of the edge cloud are read: those with pages to their end, and those without in one piece. */
import { Effect, Schema } from "effect"
import type { ApiClient, Query } from "../api/ApiClient.ts"
import { offsetPages } from "../api/pages.ts"
import { nullAsAbsent } from "../wire.ts"

/** The most that a page may have. */
const PAGE_ROWS = 1000

/** A question for rows. */
export interface RowsQuestion<A> {
  readonly path: string
  readonly query?: Query
  readonly row: Schema.Codec<A, unknown>
}

const List = <A>(row: Schema.Codec<A, unknown>) =>
  nullAsAbsent(Schema.Struct({ count: Schema.optionalKey(Schema.Int), results: Schema.Array(row) }))

/** Every row of a list that has pages, in the service's order. */
export const readAll = <A>(
  api: ApiClient,
  { idOf, path, query = {}, row }: RowsQuestion<A> & { readonly idOf: (row: A) => string | number }
) =>
  offsetPages({
    what: path,
    idOf,
    page: (offset) =>
      Effect.map(
        api.get({ path, query: { ...query, limit: PAGE_ROWS, offset }, answer: List(row) }),
        ({ count, results }) => ({ items: results, count: count ?? results.length })
      )
  })

/** Every row of a list that has no pages. */
export const readWhole = <A>(api: ApiClient, { path, query = {}, row }: RowsQuestion<A>) =>
  Effect.map(api.get({ path, query, answer: List(row) }), ({ results }) => results)
