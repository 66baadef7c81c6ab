/** Listens on the address of the settings, and answers 503 until there is an application. Knows none. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer } from "effect"
import type { HttpServer, HttpServerError } from "effect/http"
import { CannotStart } from "./CannotStart.ts"
import { makeCallerAddress } from "./front/callerAddress.ts"
import { makeCors } from "./front/Cors.ts"
import { makeFailedCredentials } from "./front/FailedCredentials.ts"
import { FrontServer } from "./front/FrontServer.ts"
import { makeRateLimit } from "./front/RateLimit.ts"
import { makeObserver } from "./observability/observeAnswers.ts"
import { type ServerConfig, settings } from "./ServerConfig.ts"

const SECONDS_A_MINUTE = 60

const limits = (config: ServerConfig) => {
  if (!config.rateLimit) return { admit: undefined, failedCredentials: undefined }
  const bucket = (perSecond: number) => ({ perSecond, burstSeconds: config.rateLimitBurstSeconds })
  const addressOf = makeCallerAddress(config.trustedProxies ?? [])
  const refusals = { perSecond: config.rateLimitRefusedPerMinute / SECONDS_A_MINUTE, burstSeconds: SECONDS_A_MINUTE }
  return {
    admit: makeRateLimit({
      perToken: bucket(config.rateLimitPerToken),
      perAddress: bucket(config.rateLimitPerAddress),
      addressOf
    }),
    failedCredentials: makeFailedCredentials(refusals, addressOf)
  }
}

const makeServer = (config: ServerConfig, observe: ReturnType<typeof makeObserver>) =>
  new FrontServer({
    maxHeaderBytes: config.maxHeaderBytes,
    requestTimeoutMillis: config.requestTimeoutMillis,
    keepAliveTimeoutMillis: config.keepAliveTimeoutMillis,
    shutdownTimeoutMillis: config.shutdownTimeoutMillis,
    compression: config.compression,
    ...limits(config),
    cors: config.corsOrigins === undefined ? undefined : makeCors(config.corsOrigins),
    observe
  })

const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: "is taken by another process",
  EACCES: "may not be used by this user",
  EADDRNOTAVAIL: "is no address of this machine",
  ENOTFOUND: "is no address of this machine"
}

const cannotListen = ({ host, port }: ServerConfig, { cause }: HttpServerError.ServeError) => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  const { host: hostSetting, port: portSetting } = settings
  return new CannotStart({
    message: `${host}:${port} ${problems[code] ?? `can't be listened on (${String(cause)})`}; ${hostSetting.variable} and ${portSetting.variable} choose another.`,
    cause
  })
}

/** Node's server beneath, for what answers without the application. */
export class Front extends Context.Service<Front, FrontServer>()("platform-control/http/Front") {}

/** Stops listening when its scope closes; what is under way then has the time that the settings give. */
export const layer = (config: ServerConfig): Layer.Layer<Front | HttpServer.HttpServer, CannotStart> =>
  Layer.unwrap(
    Effect.map(Effect.context<never>(), (context) => {
      const front = makeServer(config, makeObserver(config, context))
      return NodeHttpServer.layerServer(() => front, {
        host: config.host,
        port: config.port,
        gracefulShutdownTimeout: config.shutdownTimeoutMillis
      }).pipe(Layer.merge(Layer.succeed(Front, front)))
    })
  ).pipe(Layer.catch((error) => Layer.effectContext(Effect.fail(cannotListen(config, error)))))
