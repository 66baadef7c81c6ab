/** How a command says no: what happened, and what to do next. Knows no command and no operation. */
import { Data } from "effect"

/** The exit code of a command that was understood and could not do its work. */
export const REFUSED = 1

/** The exit code of a command that was not understood: unknown words, missing values, settings that can't be. */
export const MISUSED = 2

/** `message` is written for the person at the terminal: whole sentences, never a secret, never a stack trace. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly message: string
  readonly exitCode: typeof REFUSED | typeof MISUSED
}> {}

/** The work could not be done (exit code 1). */
export const refused = (...sentences: ReadonlyArray<string>): Refusal =>
  new Refusal({ message: sentences.join("\n"), exitCode: REFUSED })

/** The command makes no sense as it was typed or set up (exit code 2). */
export const misused = (...sentences: ReadonlyArray<string>): Refusal =>
  new Refusal({ message: sentences.join("\n"), exitCode: MISUSED })
