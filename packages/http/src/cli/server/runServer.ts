/** Runs a server until it is told to stop. What a start does besides is its caller's business. */
import { Effect, Layer, type Scope } from "effect"
import { CannotStart } from "../../CannotStart.ts"
import * as Logging from "../../observability/logging.ts"
import * as Server from "../../Server.ts"
import type { ServerConfig } from "../../ServerConfig.ts"
import { type Refusal, refused } from "../Refusal.ts"

const isTaken = ({ cause }: CannotStart): boolean => {
  for (let error = cause; error instanceof Error; error = error.cause)
    if ("code" in error && error.code === "EADDRINUSE") return true
  return false
}

const toRefusal = (error: CannotStart | Refusal): Refusal =>
  error instanceof CannotStart
    ? refused(error.message, ...(isTaken(error) ? ["--port chooses another; --port 0 takes a free one."] : []))
    : error

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
  }).pipe(Effect.scoped, Effect.mapError(toRefusal), Effect.provide(Logging.layer(settings)))
