/** Keeps `--help` fast: what a command does is loaded when it is done, not when it is declared. */
import { Effect } from "effect"

/** A command's handler whose body is imported on first use; a module that can't be loaded is a defect. */
export const lazily =
  <Input, A, E, R>(load: () => Promise<(input: Input) => Effect.Effect<A, E, R>>) =>
  (input: Input): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.promise(load), (body) => body(input))
