/** What applying a platform file changes, and where in the file it is refused. Knows no service. */
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

/** What has to be done for a part of the file. Nothing is done before `run`, and then in the order of the changes. */
export interface Plan {
  readonly changes: ReadonlyArray<PlatformChange>
  readonly run: Effect.Effect<void, PlatformFileRefused>
}

/** One after the other. */
export const inOrder = (plans: ReadonlyArray<Plan>): Plan => ({
  changes: plans.flatMap(({ changes }) => changes),
  run: Effect.forEach(plans, ({ run }) => run, { discard: true })
})

type Path = SchemaProblem["path"]

/** What of which organization is made so, and where the file speaks of it. */
export interface Place {
  readonly organization: string
  readonly path: Path
}

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
