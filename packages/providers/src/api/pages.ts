/** Reads lists to their end, however the service cuts them. Knows no service. */
import { Effect } from "effect"
import { type LookupError, UnexpectedAnswer } from "../LookupError.ts"

/** A page of a list that is counted through. */
export interface OffsetPage<A> {
  readonly items: ReadonlyArray<A>
  /** Of the whole list, where the service tells it. */
  readonly count: number | null | undefined
  /** Whether the service says that this is the last page; without a word, the count and empty pages tell. */
  readonly last?: boolean | undefined
}

/** How a counted list is read. */
export interface OffsetList<A, R> {
  /** What is listed, for messages. */
  readonly what: string
  readonly page: (offset: number) => Effect.Effect<OffsetPage<A>, LookupError, R>
  readonly idOf: (item: A) => string | number
  /** No further page is asked for when there are so many. */
  readonly enough?: number | undefined
}

/**
 * Every item once. The offset is our own, and advances by what a page held: services cut pages shorter than they are
 * asked to, and what they call the next page may name another host. A service that repeats its pages is an
 * `UnexpectedAnswer`, as half a list must not pass for a whole one.
 */
export const offsetPages = Effect.fnUntraced(function* <A, R = never>(list: OffsetList<A, R>) {
  const items = new Map<string | number, A>()
  for (let offset = 0; ;) {
    const page = yield* list.page(offset)
    const before = items.size
    for (const item of page.items) items.set(list.idOf(item), item)
    offset += page.items.length
    const done =
      page.items.length === 0 || page.last === true || (page.last === undefined && offset >= (page.count ?? 0))
    if (done || items.size >= (list.enough ?? Number.POSITIVE_INFINITY)) return [...items.values()]
    if (items.size === before)
      return yield* new UnexpectedAnswer({
        message: `${list.what}: the service repeats its pages, ${before} of ${page.count ?? "more"} were read.`
      })
  }
})

/** A page of a list that goes on under a cursor. */
export interface CursorPage<A> {
  readonly items: ReadonlyArray<A>
  /** Absent, null or empty at the end. */
  readonly next: string | null | undefined
}

/** Every item. A failure on a later page is a failure of the whole; so is a cursor that comes again. */
export const cursorPages = Effect.fnUntraced(function* <A, R = never>(
  what: string,
  page: (cursor: string | undefined) => Effect.Effect<CursorPage<A>, LookupError, R>
) {
  const items: Array<A> = []
  const seen = new Set<string>()
  for (let cursor: string | undefined; ;) {
    const { items: found, next } = yield* page(cursor)
    items.push(...found)
    if (next === undefined || next === null || next === "") return items
    if (seen.has(next))
      return yield* new UnexpectedAnswer({
        message: `${what}: the service repeats its pages, ${items.length} were read.`
      })
    seen.add(next)
    cursor = next
  }
})
