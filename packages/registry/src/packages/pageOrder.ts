/** The orders of a package list, and where an item stands in one. Knows no SQL and no tokens. */
import type { PagePosition } from "@platform-control/core/PageTokens"
import type { PackageSort } from "../contract/PackagesGroup.ts"
import type { PackageId } from "./PackageId.ts"

/** `relevance` is the order of a search that names no other. */
export type PageSort = PackageSort | "relevance"

/** Descending is the exact reverse of ascending: name, publisher and source break ties in the same direction. */
export interface PageOrder {
  readonly sort: PageSort
  readonly ascending: boolean
}

/**
 * The order that a query asks for. When it does not say: names from A, what was published or is used most first, best
 * matches first.
 */
export const pageOrder = (query: {
  readonly sort?: PackageSort
  readonly asc?: boolean
  readonly search?: string
}): PageOrder => {
  const sort = query.sort ?? (query.search === undefined ? "name" : "relevance")
  return { sort, ascending: query.asc ?? (sort === "name" || sort === "relevance") }
}

/** What orders compare of a package; `tier` and `totalStacks` count only in the orders that have them. */
export interface Placed extends PackageId {
  readonly published_at: number
  readonly tier: number
  readonly totalStacks: number
}

const leadingKey: Readonly<Record<PageSort, (item: Placed) => PagePosition>> = {
  name: () => [],
  publishedAt: (item) => [item.published_at],
  usage: (item) => [item.totalStacks],
  relevance: (item) => [item.tier]
}

/** Where an item stands; equal for no two packages. */
export const positionOf = (order: PageOrder, item: Placed): PagePosition => [
  ...leadingKey[order.sort](item),
  item.name,
  item.publisher,
  item.source
]

/** Below zero when `a` stands before `b`. Strings compare by code units, which for names is the engines' byte order. */
export const comparePositions = (order: PageOrder, a: PagePosition, b: PagePosition): number => {
  for (let index = 0; index < a.length; index++) {
    const [left, right] = [a[index]!, b[index]!]
    if (left !== right) return left < right === order.ascending ? -1 : 1
  }
  return 0
}

/** The first `limit` items after a position, in order. */
export const pageOf = <Item extends Placed>(
  order: PageOrder,
  items: ReadonlyArray<Item>,
  after: PagePosition | undefined,
  limit: number
): ReadonlyArray<Item> =>
  items
    .map((item) => ({ item, position: positionOf(order, item) }))
    .filter(({ position }) => after === undefined || comparePositions(order, position, after) > 0)
    .toSorted((a, b) => comparePositions(order, a.position, b.position))
    .slice(0, limit)
    .map(({ item }) => item)
