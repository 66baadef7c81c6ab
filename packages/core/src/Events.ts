/**
 * Tells other parts of the server, in this process and in others on the same database, that something changed.
 * A signal to look again, not a record: what must be remembered stands in the tables of its area.
 */
import { Context, Effect, Layer, PubSub, type Scope, Stream } from "effect"

/** One signal: `topic` names what changed, `payload` which one (an id, never a secret). */
export interface Signal {
  readonly topic: string
  readonly payload: string
}

/** Signals of one publisher arrive in order, at least once while the subscriber lives. */
export class Events extends Context.Service<
  Events,
  {
    /** Inside a transaction the signal goes out when it commits, and not at all when it rolls back. */
    readonly publish: (signal: Signal) => Effect.Effect<void>
    /** Everything published to the topic from now on; subscribed once this effect has ended. */
    readonly subscribe: (topic: string) => Effect.Effect<Stream.Stream<Signal>, never, Scope.Scope>
  }
>()("platform-control/core/Events") {
  /** Signals within one process without a database: they go out at once. A server takes `events/SqlEvents`. */
  static readonly layerInProcess: Layer.Layer<Events> = Layer.effect(
    Events,
    Effect.map(PubSub.unbounded<Signal>(), (hub) =>
      Events.of({
        publish: (signal) => Effect.asVoid(PubSub.publish(hub, signal)),
        subscribe: (topic) =>
          Effect.map(PubSub.subscribe(hub), (subscription) =>
            Stream.fromSubscription(subscription).pipe(Stream.filter((signal) => signal.topic === topic))
          )
      })
    )
  )
}
