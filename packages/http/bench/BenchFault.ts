/** The one way in which the bench fails to run: a sentence for whoever started it. A missed goal is no fault. */
import { Data } from "effect"

/** `message` says what did not run and, where it helps, what to do. */
export class BenchFault extends Data.TaggedError("BenchFault")<{ readonly message: string }> {}

/** A fault with this message. */
export const benchFault = (message: string): BenchFault => new BenchFault({ message })
