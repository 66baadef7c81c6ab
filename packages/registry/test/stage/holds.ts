/** Properties of fast-check inside Effect tests. */
import { Effect } from "effect"
import * as fc from "fast-check"

/** Checks a property in the services of the test. */
export const holds = <A, R>(
  arbitrary: fc.Arbitrary<A>,
  body: (value: A) => Effect.Effect<void, never, R>,
  numRuns: number
): Effect.Effect<void, never, R> =>
  Effect.flatMap(Effect.context<R>(), (context) =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(arbitrary, (value) => Effect.runPromiseWith(context)(body(value))),
        { numRuns }
      )
    )
  )
