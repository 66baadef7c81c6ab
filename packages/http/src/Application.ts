/** Puts routes behind a listener: the router, what all answers have in common, and the hand-over of requests. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ByteSize, Effect, Layer, Metric } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServer } from "effect/http"
import * as Answers from "./answers/answers.ts"
import { RouteTable } from "./answers/RouteTable.ts"
import { version } from "./cli/version.ts"
import * as Logging from "./observability/logging.ts"
import * as Tracing from "./observability/tracing.ts"
import type { ServerConfig } from "./ServerConfig.ts"

/** Requests come from here on. The context is part of every request's, so it is kept small. */
const handOver = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const server = yield* HttpServer.HttpServer
    yield* server.serve(router.asHttpEffect())
  })
)

const answers = ({ compression, compressionThresholdBytes, maxBodyBytes }: ServerConfig) =>
  Answers.layer({
    maxBodyBytes,
    compressionThresholdBytes: compression ? compressionThresholdBytes : undefined
  }).pipe(Layer.provide(NodeHttpServer.layerHttpServices))

/** Answers requests with these routes once all of them have been built. */
export const layer = <E, R>(config: ServerConfig, routes: Layer.Layer<never, E, R>) =>
  handOver.pipe(Layer.provide(Layer.merge(routes, answers(config)).pipe(Layer.provideMerge(RouteTable.layer))))

/** What holds for every line of code that a server runs: how it logs, traces, counts, and how large a body may be. */
export const surroundings = (config: ServerConfig): Layer.Layer<never> =>
  Layer.mergeAll(
    Logging.layer(config),
    Tracing.layer(config, version),
    Layer.sync(Metric.MetricRegistry, () => new Map()),
    Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(config.maxBodyBytes))
  )
