/** Makes a command's body out of a plain function: what it prints, its exit code, and how its faults are told. */
import { Effect } from "effect"
import { explainFault } from "./exitCodes.ts"

/** One line, or several, on standard output. */
export type Print = (text: string) => void

const print: Print = (text) => void process.stdout.write(`${text}\n`)

/** The function gives the exit code; what it throws is explained on standard error. */
export const handled =
  <Input>(body: (input: Input, print: Print) => Promise<number>) =>
  (input: Input): Effect.Effect<void> =>
    Effect.promise(async () => {
      try {
        process.exitCode = await body(input, print)
      } catch (error) {
        const { code, text } = explainFault(error)
        process.stderr.write(`${text}\n`)
        process.exitCode = code
      }
    })
