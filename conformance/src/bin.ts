#!/usr/bin/env node
/** The command `platform-conformance` as a process: words in, exit code out. Knows no single command. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit } from "effect"
import { CliError, Command } from "effect/cli"
import { readFileSync } from "node:fs"
import { FAULTY, INTERRUPTED, MISUSED } from "./cli/exitCodes.ts"
import { platformConformance } from "./cli/platformConformance.ts"

const { version }: { version: string } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))

const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return Number(process.exitCode ?? 0)
  if (Cause.hasInterruptsOnly(exit.cause)) return Number(process.exitCode ?? INTERRUPTED)
  const error = Cause.squash(exit.cause)
  if (!CliError.isCliError(error)) return FAULTY
  return error._tag === "ShowHelp" && error.errors.length === 0 ? 0 : MISUSED
}

NodeRuntime.runMain(
  Command.runWith(platformConformance, { version })(process.argv.slice(2)).pipe(Effect.provide(NodeServices.layer)),
  { disableErrorReporting: true, teardown: (exit, onExit) => onExit(codeOf(exit)) }
)
