/** Takes the requests of the service items group apart and hands them on. */
import { Effect, Layer } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { BaseApi } from "@platform-control/core/ApiId"
import { CurrentPrincipal } from "@platform-control/core/Authorization"
import { handlerGroup } from "@platform-control/core/handlerGroup"
import { type AddServiceItem, type ServiceAddress, ServiceItemName, type ServiceItemType } from "../contract/index.ts"
import { ServiceItemsGroup } from "../contract/ServiceItemsGroup.ts"
import { checkName } from "../Refusals.ts"
import { noItemNamed } from "./refusals.ts"
import { ServiceItems } from "./ServiceItems.ts"
import { ServiceReads } from "./ServiceReads.ts"

interface ItemAddress extends ServiceAddress {
  readonly itemType: ServiceItemType
}

/** A name that came with a raw slash. 400 for one that breaks the rule, 404 for a path that has none. */
const rawName = (text: string | undefined) =>
  text === undefined ? noItemNamed() : checkName(ServiceItemName, "path", "itemName", text)

interface FirstPage {
  readonly query: { readonly maxResults?: number }
}

/** RFC 9745: deprecated since ever, as these operations were never anything else. */
const sayDeprecated = HttpEffect.appendPreResponseHandler((_request, response) =>
  Effect.succeed(HttpServerResponse.setHeader(response, "deprecation", "@0"))
)

export const ServiceItemsHandlers = handlerGroup(
  BaseApi.add(ServiceItemsGroup),
  "serviceItems",
  Effect.fnUntraced(function* (handlers) {
    const items = yield* ServiceItems
    const reads = yield* ServiceReads

    const add = Effect.fnUntraced(function* (params: ServiceAddress, added: ReadonlyArray<AddServiceItem>) {
      yield* items.add(yield* CurrentPrincipal, params, added)
    })

    const remove = Effect.fnUntraced(function* (params: ItemAddress, name: string) {
      yield* items.remove(yield* CurrentPrincipal, params, { type: params.itemType, name })
    })

    const removeRaw = Effect.fnUntraced(function* (params: ItemAddress & { readonly "*"?: string }) {
      yield* remove(params, yield* rawName(params["*"]))
    })

    /** The first page of what a change left. */
    const answering = Effect.fnUntraced(function* (
      change: ReturnType<typeof removeRaw>,
      params: ServiceAddress,
      { query }: FirstPage
    ) {
      yield* sayDeprecated
      yield* change
      return yield* reads.get(yield* CurrentPrincipal, params, query)
    })

    return handlers.handleAll({
      add: ({ params, payload }) => add(params, payload.items),
      remove: ({ params }) => remove(params, params.itemName),
      removeByRawName: ({ params }) => removeRaw(params),
      addDeprecated: (asked) => answering(add(asked.params, asked.payload.items), asked.params, asked),
      removeDeprecated: (asked) => answering(remove(asked.params, asked.params.itemName), asked.params, asked),
      removeDeprecatedByRawName: (asked) => answering(removeRaw(asked.params), asked.params, asked)
    })
  })
).pipe(Layer.provide([ServiceItems.layer, ServiceReads.layer]))
