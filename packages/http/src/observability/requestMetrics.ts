/**
 * Counts and durations of requests, by route, method and class of status. Kept in plain numbers and shown to Effect's
 * metric registry when somebody asks: an update through the registry looks its labels up again for every request.
 */
import { type Context, Metric } from "effect"
import type { FrontResponse } from "../front/FrontResponse.ts"

/** Upper bounds of the duration's buckets, in seconds. */
const BOUNDARIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

const MILLIS = 1000

/** Other methods are counted as one, so that nobody can make series by inventing some. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"] as const

const indexOfMethod = new Map<string | undefined, number>(methods.map((method, index) => [method, index]))

const OTHER_METHOD = methods.length - 1

/** One more than the largest first digit of a status. */
const STATUS_CLASSES = 6

/** What no route answered: unknown paths, and what was refused in front of the router. */
const NO_ROUTE = "none"

class Series {
  readonly counts = Array.from({ length: BOUNDARIES.length + 1 }, () => 0)
  count = 0
  sumSeconds = 0
  minimum = Number.POSITIVE_INFINITY
  maximum = 0

  add(seconds: number): void {
    let bucket = 0
    while (bucket < BOUNDARIES.length && seconds > (BOUNDARIES[bucket] ?? 0)) bucket += 1
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1
    this.count += 1
    this.sumSeconds += seconds
    if (seconds < this.minimum) this.minimum = seconds
    if (seconds > this.maximum) this.maximum = seconds
  }

  get state(): Metric.HistogramState {
    let cumulative = 0
    const buckets = BOUNDARIES.map((boundary, index): [number, number] => {
      cumulative += this.counts[index] ?? 0
      return [boundary, cumulative]
    })
    return { buckets, count: this.count, min: this.minimum, max: this.maximum, sum: this.sumSeconds }
  }
}

const nothing = () => {}

const register = (context: Context.Context<never>, attributes: Record<string, string>): Series => {
  const series = new Series()
  const counter = Metric.counter("http_server_requests_total", { description: "Requests answered", attributes })
  const histogram = Metric.histogram("http_server_request_duration_seconds", {
    description: "Seconds until the answer began",
    boundaries: BOUNDARIES,
    attributes
  })
  Metric.registerUnsafe(counter, context, {
    get: () => ({ count: series.count, incremental: true }),
    update: nothing,
    modify: nothing
  })
  Metric.registerUnsafe(histogram, context, { get: () => series.state, update: nothing, modify: nothing })
  return series
}

/** Counts an answer under the metric registry of `context`; the number of series is bounded by that of the routes. */
export const makeRequestMetrics = (context: Context.Context<never>): ((response: FrontResponse) => void) => {
  const routes = new Map<string, Array<Series | undefined>>()
  return (response) => {
    const route = response.route ?? NO_ROUTE
    let ofRoute = routes.get(route)
    if (ofRoute === undefined) {
      ofRoute = Array.from({ length: methods.length * STATUS_CLASSES })
      routes.set(route, ofRoute)
    }
    const method = indexOfMethod.get(response.req.method) ?? OTHER_METHOD
    const statusClass = Math.floor(response.statusCode / 100)
    const index = method * STATUS_CLASSES + statusClass
    const series = (ofRoute[index] ??= register(context, {
      route,
      method: methods[method] ?? "other",
      status: `${statusClass}xx`
    }))
    series.add((performance.now() - response.startedAt) / MILLIS)
  }
}
