/** Requests that are under way at the same time. Knows no operation. */
import type { Exchange } from "../wire/Exchange.ts"

/** Starts all of them before the first one is answered. */
export const together = (count: number, send: (index: number) => Promise<Exchange>): Promise<ReadonlyArray<Exchange>> =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)))

/** How many answers have each status, as `201 ×1, 409 ×7`. */
export const tally = (exchanges: ReadonlyArray<Exchange>): string =>
  [...Map.groupBy(exchanges, ({ status }) => status)]
    .toSorted(([left], [right]) => left - right)
    .map(([status, all]) => `${status} ×${all.length}`)
    .join(", ")
