/** Takes the requests of the docs group apart and hands them on. */
import { BaseApi } from "@platform-control/core/ApiId"
import { Caller } from "@platform-control/core/Authorization"
import { handlerGroup } from "@platform-control/core/handlerGroup"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { DocsGroup } from "../contract/DocsGroup.ts"
import type { DocsQuery, ProseQuery } from "../contract/DocsQueries.ts"
import type { VersionTexts } from "../packages/Packages.ts"
import { docsResponse, type Place } from "./answers/docsResponse.ts"
import { versionPath } from "./answers/versionPaths.ts"
import { Docs } from "./Docs.ts"

/** Where an answer stands, with the version as it was asked for. */
const placeOf = (path: VersionTexts, below: string, query: Readonly<Record<string, string | number>>): Place => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return {
    version: path.version,
    url: `${versionPath(path, path.version)}/${below}${search === "" ? "" : `?${search}`}`
  }
}

interface Asked<Query> {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly params: VersionTexts
  readonly query: Query
}

export const DocsHandlers = handlerGroup(
  BaseApi.add(DocsGroup),
  "docs",
  Effect.fnUntraced(function* (handlers) {
    const docs = yield* Docs

    const page = Effect.fnUntraced(function* ({ params, query, request }: Asked<DocsQuery>, typeToken: string) {
      const caller = yield* Caller
      const below = `docs/${encodeURIComponent(typeToken.toWellFormed())}`
      return yield* docsResponse(request, placeOf(params, below, query), (form) =>
        docs.page(caller, params, typeToken, query, form)
      )
    })

    const prose = (kind: "installation" | "readme") =>
      Effect.fnUntraced(function* ({ params, query, request }: Asked<ProseQuery>) {
        const caller = yield* Caller
        return yield* docsResponse(request, placeOf(params, kind, query), (form) =>
          docs.prose(caller, params, kind, query, form)
        )
      })

    return handlers.handleAll({
      docs: (asked) => page(asked, asked.params.typeToken),
      docsByRawToken: (asked) => page(asked, asked.params["*"] ?? ""),
      examples: Effect.fnUntraced(function* ({ params, query, request }) {
        const caller = yield* Caller
        return yield* docsResponse(request, placeOf(params, "examples", query), (form) =>
          docs.examples(caller, params, query, form)
        )
      }),
      installation: prose("installation"),
      nav: Effect.fnUntraced(function* ({ params, query, request }) {
        const caller = yield* Caller
        return yield* docsResponse(request, placeOf(params, "nav", query), (form) =>
          docs.navigation(caller, params, query, form)
        )
      }),
      readme: prose("readme")
    })
  })
)
