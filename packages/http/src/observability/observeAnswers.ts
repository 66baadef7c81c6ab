/** What is done about every answer once its head is written: it is counted, and logged where that is wanted. */
import { type Context, Effect } from "effect"
import { loggedPath } from "../answers/Fallback.ts"
import type { FrontResponse } from "../front/FrontResponse.ts"
import { makeRequestMetrics } from "./requestMetrics.ts"
import type { ServerConfig } from "../ServerConfig.ts"

type Observe = (response: FrontResponse) => void

const makeAccessLog = (context: Context.Context<never>): Observe => {
  const fork = Effect.runForkWith(context)
  return (response) => {
    const { req: request, requestId, startedAt, statusCode: status } = response
    fork(
      Effect.annotateLogs(Effect.logInfo("answered"), {
        requestId,
        method: request.method,
        path: loggedPath(request.url ?? ""),
        status,
        milliseconds: Math.round((performance.now() - startedAt) * 100) / 100
      })
    )
  }
}

/** Undefined where nothing is wanted; `context` has the metric registry and the loggers. */
export const makeObserver = (
  { accessLog, metrics }: ServerConfig,
  context: Context.Context<never>
): Observe | undefined => {
  const observers = [metrics ? makeRequestMetrics(context) : undefined, accessLog ? makeAccessLog(context) : undefined]
  const [first, second] = observers.filter((observer) => observer !== undefined)
  if (first === undefined || second === undefined) return first
  return (response) => {
    first(response)
    second(response)
  }
}
