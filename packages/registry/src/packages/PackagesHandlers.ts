/** Takes the requests of the packages group apart and hands them on. */
import { BaseApi } from "@platform-control/core/ApiId"
import { Caller, CurrentPrincipal } from "@platform-control/core/Authorization"
import { handlerGroup } from "@platform-control/core/handlerGroup"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { PackagesGroup } from "../contract/PackagesGroup.ts"
import type { WireAnswer } from "./packageAnswer.ts"
import { PackageLists } from "./PackageLists.ts"
import { Packages } from "./Packages.ts"

const JSON_TYPE = "application/json"

const toResponse = ({ body, headers, status }: WireAnswer): HttpServerResponse.HttpServerResponse =>
  status === 304
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.text(body, { status, headers, contentType: JSON_TYPE })

export const PackagesHandlers = handlerGroup(
  BaseApi.add(PackagesGroup),
  "packages",
  Effect.fnUntraced(function* (handlers) {
    const packages = yield* Packages
    const lists = yield* PackageLists
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const body = yield* lists.list(yield* Caller, query)
        return HttpServerResponse.text(body, {
          contentType: JSON_TYPE,
          headers: { "cache-control": "private, no-cache" }
        })
      }),
      get: Effect.fnUntraced(function* ({ params, request }) {
        return toResponse(yield* packages.read(yield* Caller, params, request.headers["if-none-match"]))
      }),
      delete: Effect.fnUntraced(function* ({ params }) {
        yield* packages.remove(yield* CurrentPrincipal, params)
      })
    })
  })
)
