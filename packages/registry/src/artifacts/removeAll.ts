/** Goes through what is to be removed. Knows not what it is. */
import { Effect } from "effect"

/** How many are looked for at a time. */
const PAGE = 1_000

/**
 * Removes whatever `find` finds, page after page, each after the last of the page before; `forget` strikes out what of a
 * page was removed. What can't be removed is logged, stays, and keeps nothing behind it. Gives how many were removed.
 */
export const removeAll = Effect.fnUntraced(function* <A, E>(steps: {
  readonly find: (after: A | undefined, limit: number) => Effect.Effect<ReadonlyArray<A>, E>
  readonly remove: (found: A) => Effect.Effect<void>
  readonly forget: (removed: ReadonlyArray<A>) => Effect.Effect<void>
}) {
  const isRemoved = (item: A) =>
    steps.remove(item).pipe(
      Effect.as(true),
      Effect.catchCause((cause) => Effect.as(Effect.logWarning("Can't be removed:", item, cause), false))
    )
  let count = 0
  let found: ReadonlyArray<A> = []
  do {
    found = yield* steps.find(found.at(-1), PAGE)
    const removed = yield* Effect.filter(found, isRemoved)
    yield* steps.forget(removed)
    count += removed.length
    yield* Effect.yieldNow
  } while (found.length === PAGE)
  return count
})
