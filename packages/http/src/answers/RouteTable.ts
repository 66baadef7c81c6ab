/** Remembers every route that is added to the router, to say which methods a path knows; the router itself can't. */
import { Context, Effect, Layer } from "effect"
import { FindMyWay, HttpRouter } from "effect/http"

/** How paths are compared: letter by letter, every slash counts, names up to the bound of a type token. */
export const routerConfig: FindMyWay.RouterConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: 2048
}

const methods = ["DELETE", "GET", "OPTIONS", "PATCH", "POST", "PUT"] as const

/** What the router was told. */
export class RouteTable extends Context.Service<
  RouteTable,
  {
    /** The methods of a path, as `Allow` lists them; empty when no route has it. */
    readonly methodsOf: (url: string) => ReadonlyArray<string>
  }
>()("platform-control/http/RouteTable") {
  /** The router, and the table of what is added to it. */
  static readonly layer: Layer.Layer<RouteTable | HttpRouter.HttpRouter> = Layer.effectContext(
    Effect.gen(function* () {
      const router = yield* HttpRouter.make
      const table = FindMyWay.make<true>(routerConfig)
      const remember = (method: string, path: HttpRouter.PathInput) => {
        table.on(method === "*" ? methods : method, path, true)
        if (path.endsWith("/*")) remember(method, path === "/*" ? "/" : `/${path.slice(1, -2)}`)
      }
      const recording = HttpRouter.HttpRouter.of({
        ...router,
        add: (method, path, handler, options) => {
          remember(method, path)
          return router.add(method, path, handler, options)
        },
        addAll: (routes) => {
          for (const { method, path } of routes) remember(method, path)
          return router.addAll(routes)
        }
      })
      const methodsOf = (url: string) => {
        const known: Array<string> = methods.filter((method) => table.find(method, url) !== undefined)
        return known.includes("GET") ? [...known, "HEAD"].toSorted() : known
      }
      return Context.make(RouteTable, { methodsOf }).pipe(Context.add(HttpRouter.HttpRouter, recording))
    })
  ).pipe(Layer.provide(Layer.succeed(HttpRouter.RouterConfig, routerConfig)))
}
