/** Runs a server until it is told to stop. What a start does besides is its caller's business. */
import { Effect, Layer, type Scope } from "effect"
import * as Logging from "../../observability/logging.ts"
import * as Server from "../../Server.ts"
import type { ServerConfig } from "../../ServerConfig.ts"
import type { Refusal } from "../Refusal.ts"
import { sayCannotStart } from "./sayCannotStart.ts"

/** `whenReady` runs once the server answers requests; what it forks into its scope ends with the server. */
export const runServer = <R extends Server.Services>(
  settings: ServerConfig,
  options: Server.ServeOptions,
  whenReady: Effect.Effect<void, Refusal, R | Scope.Scope>
): Effect.Effect<never, Refusal, Exclude<R, Server.Services>> =>
  Effect.gen(function* () {
    const services = yield* Layer.build(Server.layer(settings, options))
    yield* Effect.provideContext(whenReady, services)
    // From here on being told to stop is how its work ends.
    process.exitCode = 0
    return yield* Effect.never
  }).pipe(Effect.scoped, Effect.mapError(sayCannotStart), Effect.provide(Logging.layer(settings)))
