/** What applying a platform file changed, and where in the file it was refused. Knows no service. */
import { Data, Effect } from "effect"
import type { SchemaProblem } from "./schemaProblems.ts"

/** One thing that is made, changed or removed. */
export interface PlatformChange {
  readonly action: "create" | "change" | "remove"
  /** For example `team ops of acme`. */
  readonly what: string
  /** What changes about it. */
  readonly details: ReadonlyArray<string>
}

/** The file can't be applied; nothing was changed. */
export class PlatformFileRefused extends Data.TaggedError("PlatformFileRefused")<{
  readonly problems: ReadonlyArray<SchemaProblem>
}> {}

type Path = SchemaProblem["path"]

/** A step at a place of the file: what a service refuses is said of that place. */
export const at =
  (...path: Path) =>
  <A, E extends { readonly message: string }, R>(
    step: Effect.Effect<A, E | PlatformFileRefused, R>
  ): Effect.Effect<A, PlatformFileRefused, R> =>
    Effect.mapError(step, (error) =>
      error instanceof PlatformFileRefused
        ? error
        : new PlatformFileRefused({ problems: [{ path, message: error.message }] })
    )
