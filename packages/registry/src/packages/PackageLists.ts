/** The package list: takes a query to its page, and gives the page as JSON with the token of the next one. */
import type { CallerValue } from "@platform-control/core/Authorization"
import type { BadRequest } from "@platform-control/core/Errors"
import { PageTokens } from "@platform-control/core/PageTokens"
import { PublicUrl } from "@platform-control/core/PublicUrl"
import { Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { DEFAULT_PAGE_SIZE, type PackageListQuery } from "../contract/PackagesGroup.ts"
import { PackageUsage } from "../PackageUsage.ts"
import { listFilter, listShape } from "./listFilter.ts"
import { makeListPages } from "./listPages.ts"
import { ListRepository } from "./ListRepository.ts"
import { answerSetting, packageJson } from "./packageAnswer.ts"
import { pageOrder, positionOf } from "./pageOrder.ts"
import { makeRenderedPages } from "./renderedPages.ts"
import { knowsNoUse, usedPackages } from "./usageFigures.ts"

/** Tokens of other lists do not open here. */
const TOKEN_LIST = "packages"

/** Rendered pages in memory: first pages, mostly, which everybody asks for. */
const RENDERED_BYTES = 32 * 1024 * 1024

/** A search for nothing but blanks is no search. */
const withoutBlankSearch = ({ search, ...others }: PackageListQuery): PackageListQuery => {
  const text = search?.trim() ?? ""
  return text === "" ? others : { ...others, search: text }
}

/** One entry a package: its latest version (Spec A, Registry; open points, section 3, "list"). */
export class PackageLists extends Context.Service<
  PackageLists,
  {
    /** One page as JSON; a 400 when the continuation token does not belong to this list. */
    readonly list: (caller: CallerValue, query: PackageListQuery) => Effect.Effect<string, BadRequest>
  }
>()("platform-control/registry/packages/PackageLists") {
  static readonly layerNoDeps = Layer.effect(
    PackageLists,
    Effect.gen(function* () {
      const pageOf = makeListPages(yield* ListRepository)
      const tokens = yield* PageTokens
      const usage = yield* PackageUsage
      const setting = answerSetting((yield* PublicUrl).origin, usage)
      const rendered = makeRenderedPages(RENDERED_BYTES)

      return PackageLists.of({
        list: Effect.fnUntraced(function* (caller, sent) {
          const query = withoutBlankSearch(sent)
          const order = pageOrder(query)
          const shape = listShape(query, order)
          const token = query.continuationToken
          const after =
            token === undefined ? undefined : yield* Effect.fromResult(tokens.open(TOKEN_LIST, shape, token))
          const filter = listFilter(caller, query)
          if (filter === undefined) return `{"packages":[]}`
          const limit = query.limit ?? DEFAULT_PAGE_SIZE
          const page = yield* pageOf({
            filter,
            order,
            after,
            limit: limit + 1,
            search: query.search,
            usage: query.usage,
            used: usedPackages(usage, caller)
          })
          const render = () => {
            const shown = page.slice(0, limit)
            const packages = shown.flatMap(({ row }) =>
              row === undefined ? [] : packageJson(setting, caller, row, row)
            )
            const last = page.length > limit ? shown.at(-1) : undefined
            const next =
              last === undefined
                ? ""
                : `,"continuationToken":"${tokens.seal(TOKEN_LIST, shape, positionOf(order, last))}"`
            return `{"packages":[${packages.join(",")}]${next}}`
          }
          // Figures are numbers of the caller's own organizations, which nobody else has.
          if (!knowsNoUse(usage, caller)) return render()
          const rows = page.map(({ row }) => row)
          return rendered(`${caller._tag} ${limit} ${shape}`, rows, render)
        })
      })
    })
  )

  static readonly layer: Layer.Layer<PackageLists, never, PageTokens | PublicUrl | SqlClient.SqlClient> =
    PackageLists.layerNoDeps.pipe(Layer.provide(ListRepository.layer))
}
