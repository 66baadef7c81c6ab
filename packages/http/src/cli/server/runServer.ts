/** Runs a server until it is told to stop. What a start does besides is its caller's business. */
import { Console, Context, Effect, Layer, Scope } from "effect"
import * as Logging from "../../observability/logging.ts"
import * as Server from "../../Server.ts"
import type { ServerConfig } from "../../ServerConfig.ts"
import { outliveOutput } from "../output/standardOutput.ts"
import type { Refusal } from "../Refusal.ts"
import { sayCannotStart } from "./sayCannotStart.ts"

/** What stands around a server is copied into the context of every request: of the command only where it prints to. */
const withoutTheCommand = <A, E>(server: Effect.Effect<A, E, Scope.Scope>): Effect.Effect<A, E, Scope.Scope> =>
  Effect.updateContext(server, (around: Context.Context<Scope.Scope>) =>
    Context.pick(Scope.Scope, Console.Console)(around)
  )

/** `whenReady` runs once the server answers requests; what it forks into its scope ends with the server. */
export const runServer = <R extends Server.Services>(
  settings: ServerConfig,
  options: Server.ServeOptions,
  whenReady: Effect.Effect<void, Refusal, R | Scope.Scope>
): Effect.Effect<never, Refusal, Exclude<R, Server.Services>> =>
  Effect.gen(function* () {
    yield* outliveOutput
    const services = yield* withoutTheCommand(Layer.build(Server.layer(settings, options)))
    yield* Effect.provideContext(whenReady, services)
    // From here on being told to stop is how its work ends.
    process.exitCode = 0
    return yield* Effect.never
  }).pipe(Effect.scoped, Effect.mapError(sayCannotStart), Effect.provide(Logging.layer(settings)))
