/** The routes for machines that watch the server: is it alive, is it ready, what are its figures. */
import { type Context, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { refusal } from "../answers/Fallback.ts"
import { HEALTH_BODY, HEALTH_PATH } from "../front/FrontServer.ts"

/** One thing without which the server can't answer. */
export interface Dependency {
  readonly name: string
  /** Dies or fails when the thing does not answer. */
  readonly check: Effect.Effect<unknown, unknown>
}

/** Longer than this nothing is waited for: whoever watches has a timeout of its own. */
const PATIENCE = "2 seconds"

const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"

/** Undefined when the dependency answers, else its name; why it does not is for the log. */
const failing = ({ check, name }: Dependency): Effect.Effect<string | undefined> =>
  check.pipe(
    Effect.timeout(PATIENCE),
    Effect.as(undefined),
    Effect.catchCause((cause) => Effect.as(Effect.logWarning(`Not ready: ${name}`, cause), name))
  )

/** 200 when everything answers, else 503 that names what does not. */
const readiness = (dependencies: ReadonlyArray<Dependency>) =>
  Effect.map(Effect.forEach(dependencies, failing, { concurrency: "unbounded" }), (names) => {
    const missing = names.filter((name) => name !== undefined)
    return missing.length === 0
      ? HttpServerResponse.jsonUnsafe({ status: "ok", ready: dependencies.map(({ name }) => name) })
      : refusal(503, `Not ready: ${missing.join(" and ")} ${missing.length > 1 ? "do" : "does"} not answer`)
  })

/** `metrics` is the context whose registry is shown, or undefined for none. */
export const watchRoutes = (options: {
  readonly dependencies: ReadonlyArray<Dependency>
  readonly metrics: Context.Context<never> | undefined
}) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      yield* router.add("GET", HEALTH_PATH, HttpServerResponse.text(HEALTH_BODY, { contentType: "application/json" }))
      yield* router.add("GET", "/readyz", readiness(options.dependencies))
      const { metrics } = options
      if (metrics === undefined) return
      yield* router.add(
        "GET",
        "/metrics",
        Effect.sync(() =>
          HttpServerResponse.text(PrometheusMetrics.formatUnsafe(metrics), { contentType: METRICS_TYPE })
        )
      )
    })
  )
