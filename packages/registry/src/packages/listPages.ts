/**
 * The packages of one page: a walk along an index, or a bounded set (matches of a search, packages in use) ordered here.
 * Knows no SQL, no tokens and no JSON.
 */
import type { PagePosition } from "@platform-control/core/PageTokens"
import { Effect } from "effect"
import type { PackageListQuery } from "../contract/PackagesGroup.ts"
import { passes } from "./listFilter.ts"
import type { ListKey, ListRepository, ListRow } from "./ListRepository.ts"
import type { WalkFilter, WalkOrder } from "./listWalk.ts"
import { packageKey, toPackageId } from "./PackageId.ts"
import { makePackageSearch } from "./packageSearch.ts"
import { type PageOrder, pageOf, type Placed, positionOf } from "./pageOrder.ts"

/** Up to `limit` packages after a position. */
export interface PageRequest {
  readonly filter: WalkFilter
  readonly order: PageOrder
  readonly after: PagePosition | undefined
  readonly limit: number
  readonly search: string | undefined
  readonly usage: PackageListQuery["usage"]
  /** The packages that the caller's organizations use, and by how many stacks. */
  readonly used: ReadonlyMap<string, number>
}

/** One place of a page; its row is missing when the package was deleted while the page was read. */
export type PageItem = Placed & { readonly row: ListRow | undefined }

const none: ReadonlyMap<string, number> = new Map()

export const makeListPages = (repository: ListRepository["Service"]) => {
  const search = makePackageSearch(repository)

  const fromSet = Effect.fnUntraced(function* (
    request: PageRequest,
    keys: ReadonlyArray<ListKey & { readonly tier: number }>
  ) {
    const items = keys
      .map((key) => ({ ...key, totalStacks: request.used.get(packageKey(key)) ?? 0 }))
      .filter(({ totalStacks }) => request.usage === undefined || (request.usage === "used") === totalStacks > 0)
    const page = pageOf(request.order, items, request.after, request.limit)
    const rows = new Map((yield* repository.rows(page)).map((row) => [row.id, row]))
    return page.map((item): PageItem => ({ ...item, row: rows.get(item.id) }))
  })

  const inUse = Effect.fnUntraced(function* (request: PageRequest) {
    const ids = [...request.used.keys()].flatMap((key) => {
      const [source = "", publisher = "", name = ""] = key.split("/")
      return toPackageId({ source, publisher, name }) ?? []
    })
    const keys = yield* repository.named(ids)
    return yield* fromSet(
      request,
      keys.filter((key) => passes(request.filter, key)).map((key) => ({ ...key, tier: 0 }))
    )
  })

  /** `skip` is bounded, so a page takes a bounded number of steps. */
  const walk = Effect.fnUntraced(function* (request: PageRequest, order: WalkOrder, skip: ReadonlyMap<string, number>) {
    const page: Array<PageItem> = []
    let after = request.after
    while (page.length < request.limit) {
      const rows = yield* repository.walk(request.filter, order, after, request.limit)
      const items = rows.map((row): PageItem => ({ ...row, tier: 0, totalStacks: 0, row }))
      page.push(...(skip.size === 0 ? items : items.filter((item) => !skip.has(packageKey(item)))))
      const last = items.at(-1)
      if (last === undefined || rows.length < request.limit) break
      after = positionOf(order, last)
    }
    return page.slice(0, request.limit)
  })

  /** Packages in use by their figures, all others by name: two runs, the second from the end of the first. */
  const byUsage = Effect.fnUntraced(function* (request: PageRequest) {
    const { after, limit, order, used } = request
    const afterOneInUse = after !== undefined && Number(after[0]) > 0
    const afterAnother = after !== undefined && !afterOneInUse
    const others = (limit: number) =>
      walk(
        { ...request, limit, after: afterAnother ? after.slice(1) : undefined },
        { sort: "name", ascending: order.ascending },
        used
      )
    if (request.usage === "unused") return yield* others(limit)
    if (order.ascending) {
      const first = afterOneInUse ? [] : yield* others(limit)
      return [...first, ...(yield* inUse({ ...request, limit: limit - first.length }))]
    }
    const first = afterAnother ? [] : yield* inUse(request)
    return [...first, ...(yield* others(limit - first.length))]
  })

  return Effect.fnUntraced(function* (request: PageRequest) {
    const { sort, ascending } = request.order
    if (request.search !== undefined) return yield* fromSet(request, yield* search(request.filter, request.search))
    if (request.usage === "used") return yield* inUse(request)
    if (sort === "usage" || sort === "relevance") return yield* byUsage(request)
    return yield* walk(request, { sort, ascending }, request.usage === "unused" ? request.used : none)
  })
}
