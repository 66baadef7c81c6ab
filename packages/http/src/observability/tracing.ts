/** Traces to a collector by OTLP, for a share of the requests. Without a collector nothing of it is loaded. */
import { Effect, Layer, Option, References, Tracer } from "effect"
import type { ServerConfig } from "../ServerConfig.ts"

/** Decides at the root; what belongs to a trace follows it, also one that a caller began. */
const sampling = (tracer: Tracer.Tracer, ratio: number): Tracer.Tracer =>
  Tracer.make({
    // oxlint-disable-next-line typescript/no-misused-spread -- a tracer is a record of functions
    ...tracer,
    span: (options) =>
      tracer.span(Option.isNone(options.parent) && Math.random() >= ratio ? { ...options, sampled: false } : options)
  })

const collected = (endpoint: string, ratio: number, version: string) =>
  Layer.unwrap(
    Effect.promise(async () => {
      const [FetchHttpClient, OtlpExporter, OtlpSerialization, OtlpTracer] = await Promise.all([
        import("effect/http/FetchHttpClient"),
        import("effect/observability/OtlpExporter"),
        import("effect/observability/OtlpSerialization"),
        import("effect/observability/OtlpTracer")
      ])
      const tracer = OtlpTracer.make({
        url: `${endpoint}/v1/traces`,
        resource: { serviceName: "platform-control", serviceVersion: version }
      })
      return Layer.effect(
        Tracer.Tracer,
        Effect.map(tracer, (made) => sampling(made, ratio))
      ).pipe(Layer.provide([OtlpExporter.layerFlusher, OtlpSerialization.layerJson, FetchHttpClient.layer]))
    })
  )

/** Without a collector spans are not even made: they would cost every request something that nobody sees. */
export const layer = ({ otlpEndpoint, otlpSamplingRatio }: ServerConfig, version: string): Layer.Layer<never> =>
  otlpEndpoint === undefined
    ? Layer.succeed(References.TracerEnabled, false)
    : collected(otlpEndpoint, otlpSamplingRatio, version)
