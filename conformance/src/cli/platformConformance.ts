/** The command's tree of words. */
import { Command } from "effect/cli"
import { replayCommand, sweepCommand } from "./caseCommands.ts"
import { diffCommand } from "./diffCommand.ts"
import { coverageCommand, doctorCommand, explainCommand, listCommand } from "./lookCommands.ts"
import { mutantsCommand } from "./mutantsCommand.ts"
import { runCommand } from "./runCommand.ts"

/** `platform-conformance`. */
export const platformConformance = Command.make("platform-conformance").pipe(
  Command.withDescription("Checks any implementation of the Platform Control API from outside, over HTTP."),
  Command.withSubcommands([
    runCommand,
    doctorCommand,
    listCommand,
    coverageCommand,
    explainCommand,
    replayCommand,
    diffCommand,
    sweepCommand,
    mutantsCommand
  ])
)
