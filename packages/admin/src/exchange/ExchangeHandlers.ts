/** Takes the requests of the group "exchange" apart. */
import { Effect, Layer } from "effect"
import { BaseApi } from "@platform-control/core/ApiId"
import { handlerGroup } from "@platform-control/core/handlerGroup"
import { ExchangeGroup } from "../contract/ExchangeGroup.ts"
import { Exchange } from "./Exchange.ts"
import { ExchangeErrorsLayer } from "./ExchangeErrorsLayer.ts"

export const ExchangeHandlers = handlerGroup(
  BaseApi.add(ExchangeGroup),
  "exchange",
  Effect.fnUntraced(function* (handlers) {
    const { exchange } = yield* Exchange
    return handlers.handleAll({ exchange: ({ payload }) => exchange(payload) })
  })
).pipe(Layer.provide([Exchange.layer, ExchangeErrorsLayer]))
