/** Why the server does not start, said to whoever operates it. */
import { Data } from "effect"

/** `message` is whole sentences: what happened and what to do. Never a secret. The cause is for the log. */
export class CannotStart extends Data.TaggedError("CannotStart")<{
  readonly message: string
  readonly cause?: unknown
}> {}
