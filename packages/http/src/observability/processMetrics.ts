/** Figures of the process itself, read when somebody asks for the metrics. */
import { type Context, Metric } from "effect"
import { type EventLoopUtilization, performance } from "node:perf_hooks"

const nothing = () => {}

const MICROSECONDS = 1_000_000

/** Adds the process's figures to the metric registry of `context`. */
export const registerProcessMetrics = (context: Context.Context<never>): void => {
  const gauge = (name: string, description: string, value: () => number) =>
    Metric.registerUnsafe(Metric.gauge(name, { description }), context, {
      get: () => ({ value: value() }),
      update: nothing,
      modify: nothing
    })
  let before: EventLoopUtilization = performance.eventLoopUtilization()
  gauge("process_resident_memory_bytes", "Memory of the process", () => process.memoryUsage.rss())
  gauge("process_start_time_seconds", "When the process started, in seconds since 1970", () =>
    Math.round(performance.timeOrigin / 1000)
  )
  gauge("nodejs_heap_used_bytes", "Memory of live and not yet collected objects", () => process.memoryUsage().heapUsed)
  gauge(
    "nodejs_eventloop_utilization",
    "Share of time, since the metrics were last read, in which the process was busy",
    () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    }
  )
  const cpu = Metric.counter("process_cpu_seconds_total", { description: "Processor time of the process" })
  Metric.registerUnsafe(cpu, context, {
    get: () => {
      const { system, user } = process.cpuUsage()
      return { count: (user + system) / MICROSECONDS, incremental: true }
    },
    update: nothing,
    modify: nothing
  })
}
