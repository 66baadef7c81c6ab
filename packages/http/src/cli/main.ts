/** Runs the command as a process: arguments in, exit code out. Knows no single command. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Console, Effect, Exit, Layer } from "effect"
import { CliConfig, CliError, CliOutput, Command, GlobalFlag, TerminalCapabilities } from "effect/cli"
import { INVOKE } from "./invoke/InvokeCommand.ts"
import { endWithOutput } from "./output/standardOutput.ts"
import { platformControl, platformControlWith } from "./platformControl.ts"
import { presenter } from "./presenter.ts"
import { MISUSED, Refusal, REFUSED } from "./Refusal.ts"
import { withoutTokens } from "../withoutTokens.ts"
import { version } from "./version.ts"

/** What a shell expects of a process that was interrupted: 128 + SIGINT. */
const INTERRUPTED = 130

const layer = Layer.mergeAll(
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
  CliOutput.layerPresenter(presenter),
  TerminalCapabilities.layer
).pipe(Layer.provideMerge(NodeServices.layer))

const report = (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.void
  const error = Cause.squash(cause)
  // The presenter has shown these already.
  if (CliError.isCliError(error)) return Effect.void
  return Console.error(
    withoutTokens(error instanceof Refusal ? error.message : `A fault of the command itself:\n${Cause.pretty(cause)}`)
  )
}

/** What the shell is told of how a run ended. */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  // A server that is told to stop and does so has done its work: it sets the code beforehand.
  if (Cause.hasInterruptsOnly(exit.cause)) return Number(process.exitCode ?? INTERRUPTED)
  const error = Cause.squash(exit.cause)
  if (error instanceof Refusal) return error.exitCode
  if (CliError.isCliError(error)) return error._tag === "ShowHelp" && error.errors.length === 0 ? 0 : MISUSED
  return REFUSED
}

/** Runs the command with these words; the effect fails after what went wrong was printed. */
export const run = Effect.fnUntraced(
  function* (words: ReadonlyArray<string>) {
    if (words[0] !== INVOKE) return yield* Command.runWith(platformControl, { version })(words)
    // The functions of providers are commands of their own, and many: they are there only when one is called.
    const { invokeFor } = yield* Effect.promise(() => import("./invoke/withFunctions.ts"))
    return yield* Command.runWith(platformControlWith(yield* invokeFor(words)), { version })(words)
  },
  Effect.tapCause(report),
  Effect.provide(layer)
)

/** The whole life of the process. */
export const main = (): void => {
  endWithOutput()
  NodeRuntime.runMain(run(process.argv.slice(2)), {
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(exitCodeOf(exit))
  })
}
