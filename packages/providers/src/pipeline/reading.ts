/** The two ways in which pipeline functions ask: for one thing under its id, and for a whole list. */
import { Effect, Schema } from "effect"
import type { Query } from "../api/ApiClient.ts"
import { cursorPages } from "../api/pages.ts"
import { nullAsAbsent } from "../wire.ts"
import { Pipeline } from "./Pipeline.ts"

/** The most that a page may have. */
const PAGE_ROWS = 1000

const answerOf = <A>(data: Schema.Codec<A, unknown>) => nullAsAbsent(Schema.Struct({ data }))

const Page = <A>(row: Schema.Codec<A, unknown>) =>
  Schema.Struct({ items: Schema.Array(row), next_cursor: Schema.optionalKey(Schema.String) })

/** A question for one thing, or for rows. */
export interface Question<A> {
  readonly path: string
  readonly query?: Query
  /** What `data` holds, or each row of it. */
  readonly row: Schema.Codec<A, unknown>
  /** The version of the representation, where the service has several. */
  readonly accept?: string
}

const accepted = (accept: string | undefined) => (accept === undefined ? {} : { headers: { accept } })

/** The one thing; `NotFound` with the service's own sentence where it has none. */
export const readOne = Effect.fnUntraced(function* <A>({ accept, path, query = {}, row }: Question<A>) {
  const api = yield* Pipeline
  const { data } = yield* api.get({ path, query, answer: answerOf(row), ...accepted(accept) })
  return data
})

/** Every row, in the service's order. */
export const readAll = Effect.fnUntraced(function* <A>({ accept, path, query = {}, row }: Question<A>) {
  const api = yield* Pipeline
  return yield* cursorPages(path, (cursor) =>
    Effect.map(
      api.get({
        path,
        query: { ...query, limit: PAGE_ROWS, cursor },
        answer: answerOf(Page(row)),
        ...accepted(accept)
      }),
      ({ data }) => ({ items: data.items, next: data.next_cursor })
    )
  )
})
