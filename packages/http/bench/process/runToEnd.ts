/** Runs a program to its end and gives what it printed. */
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { type BenchFault, benchFault } from "../BenchFault.ts"

const SHOWN_CHARACTERS = 2_000

/** What to run, and what it reads. */
export interface Program {
  readonly command: readonly [string, ...Array<string>]
  readonly folder?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly input?: string
  readonly timeoutSeconds: number
}

/** Its standard output; fails with the end of its standard error unless it exits with 0. Killed on interruption. */
export const runToEnd = (program: Program): Effect.Effect<string, BenchFault> =>
  Effect.callback<string, BenchFault>((resume) => {
    const [name, ...words] = program.command
    const child = spawn(name, words, {
      cwd: program.folder,
      env: { ...process.env, ...program.environment },
      stdio: ["pipe", "pipe", "pipe"]
    })
    let output = ""
    let complaints = ""
    child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()))
    child.stderr.on("data", (bytes: Buffer) => (complaints += bytes.toString()))
    child.on("error", (error) => resume(Effect.fail(benchFault(`${name} can't be run: ${error.message}`))))
    child.on("close", (code) => {
      const failed = benchFault(
        `${program.command.join(" ")} failed:\n${(complaints || output).slice(-SHOWN_CHARACTERS)}`
      )
      resume(code === 0 ? Effect.succeed(output) : Effect.fail(failed))
    })
    child.stdin.on("error", () => undefined)
    child.stdin.end(program.input ?? "")
    return Effect.sync(() => child.kill("SIGKILL"))
  }).pipe(
    Effect.timeoutOrElse({
      duration: `${program.timeoutSeconds} seconds`,
      orElse: () => Effect.fail(benchFault(`${program.command.join(" ")} took longer than ${program.timeoutSeconds} s`))
    })
  )
