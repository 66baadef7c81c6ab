/** For what waits for another process, whatever clock the server's other parts are given. */
import { Clock, Effect } from "effect"

/** The effect with the machine's clock. */
export const inRealTime: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = Effect.provideService(
  Clock.Clock,
  Clock.Clock.defaultValue()
)
