/** Reads a list that comes in pages to its end. */
import { Effect } from "effect"

/** A page costs one query, whatever its size. */
const PAGE_SIZE = 500

/** Every item, where a page continues behind the key of the last item before it. */
export const wholeList = Effect.fnUntraced(function* <A, Key, E, R>(
  read: (page: { readonly after?: Key; readonly limit: number }) => Effect.Effect<ReadonlyArray<A>, E, R>,
  keyOf: (item: A) => Key
) {
  const found: Array<A> = []
  for (;;) {
    const last = found.at(-1)
    const page = yield* read({ limit: PAGE_SIZE, ...(last === undefined ? {} : { after: keyOf(last) }) })
    found.push(...page)
    if (page.length < PAGE_SIZE) return found
  }
})
