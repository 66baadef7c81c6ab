/** Makes a command's body out of a plain function: what it prints, its exit code, and how its faults are told. */
import { Effect } from "effect"
import { printable } from "../reports/escaped.ts"
import { explainFault, INTERRUPTED } from "./exitCodes.ts"

/** One line, or several, on standard output; what a target said commands neither terminal nor CI system. */
export type Print = (text: string) => void

const print: Print = (text) => void process.stdout.write(`${printable(text)}\n`)

const ended = async (body: () => Promise<number>): Promise<void> => {
  try {
    process.exitCode = await body()
  } catch (error) {
    const { code, text } = explainFault(error)
    process.stderr.write(`${printable(text)}\n`)
    process.exitCode = code
  }
}

/** The function gives the exit code; what it throws is explained on standard error. */
export const handled =
  <Input>(body: (input: Input, print: Print) => Promise<number>) =>
  (input: Input): Effect.Effect<void> =>
    Effect.promise(() => ended(() => body(input, print)))

/** The same for what has to be undone: an interruption is told by the signal and waits for the end, a second one doesn't. */
export const handledToItsEnd =
  <Input>(body: (input: Input, print: Print, signal: AbortSignal) => Promise<number>) =>
  (input: Input): Effect.Effect<void> =>
    Effect.suspend(() => {
      const interruption = new AbortController()
      const end = ended(() => body(input, print, interruption.signal))
      const interrupt = Effect.promise(() => {
        interruption.abort()
        process.once("SIGINT", () => process.exit(INTERRUPTED))
        return end
      })
      return Effect.onInterrupt(
        Effect.promise(() => end),
        () => interrupt
      )
    })
