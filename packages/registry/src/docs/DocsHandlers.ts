/** Takes the requests of the docs group apart and hands them on. */
import { BaseApi } from "@platform-control/core/ApiId"
import { Caller } from "@platform-control/core/Authorization"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { DocsGroup } from "../contract/DocsGroup.ts"
import type { DocsQuery, ProseQuery } from "../contract/DocsQueries.ts"
import type { VersionTexts } from "../packages/Packages.ts"
import { docsResponse, type Place } from "./answers/docsResponse.ts"
import { versionPath } from "./answers/versionPaths.ts"
import { Docs } from "./Docs.ts"
import { docsMarkdown } from "./markup/render/docsMarkdown.ts"
import { examplesMarkdown } from "./markup/render/examplesMarkdown.ts"
import { navigationMarkdown } from "./markup/render/navigationMarkdown.ts"
import { proseMarkdown } from "./markup/render/proseMarkdown.ts"

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

export const DocsHandlers = HttpApiBuilder.group(
  BaseApi.add(DocsGroup),
  "docs",
  Effect.fnUntraced(function* (handlers) {
    const docs = yield* Docs

    const page = Effect.fnUntraced(function* ({ params, query, request }: Asked<DocsQuery>, typeToken: string) {
      const read = Effect.map(docs.page(yield* Caller, params, typeToken, query), (answer) => ({
        json: () => answer,
        markdown: () => docsMarkdown(answer)
      }))
      const below = `docs/${encodeURIComponent(typeToken.toWellFormed())}`
      return yield* docsResponse(request, placeOf(params, below, query), read)
    })

    const prose = (kind: "installation" | "readme") =>
      Effect.fnUntraced(function* ({ params, query, request }: Asked<ProseQuery>) {
        const read = Effect.map(docs.prose(yield* Caller, params, kind, query), (answer) => ({
          json: () => answer,
          markdown: () => proseMarkdown(answer)
        }))
        return yield* docsResponse(request, placeOf(params, kind, query), read)
      })

    return handlers.handleAll({
      docs: (asked) => page(asked, asked.params.typeToken),
      docsByRawToken: (asked) => page(asked, asked.params["*"] ?? ""),
      examples: Effect.fnUntraced(function* ({ params, query, request }) {
        const read = Effect.map(docs.examples(yield* Caller, params, query), ({ answer, tags }) => ({
          json: () => answer,
          markdown: () => examplesMarkdown(answer, ({ id }) => tags.get(id) ?? "")
        }))
        return yield* docsResponse(request, placeOf(params, "examples", query), read)
      }),
      installation: prose("installation"),
      nav: Effect.fnUntraced(function* ({ params, query, request }) {
        const read = Effect.map(docs.navigation(yield* Caller, params, query), (answer) => ({
          json: () => answer,
          markdown: () => navigationMarkdown(answer)
        }))
        return yield* docsResponse(request, placeOf(params, "nav", query), read)
      }),
      readme: prose("readme")
    })
  })
)
