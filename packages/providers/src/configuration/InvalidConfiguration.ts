/** Says which variable of a provider's configuration can't be what it is. */
import { Data } from "effect"

/** The message names the variable as part C does, and its environment variable; it never shows a value. */
export class InvalidConfiguration extends Data.TaggedError("InvalidConfiguration")<{
  readonly message: string
  readonly variable: string
}> {}
