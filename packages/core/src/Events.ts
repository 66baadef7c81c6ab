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

/** The part within one process: hands signals to its watchers at once, and to its subscribers when they get to run. */
export interface Delivery {
  readonly subscribe: (topic: string) => Effect.Effect<Stream.Stream<Signal>, never, Scope.Scope>
  readonly watch: (topic: string, handle: (payload: string) => void) => Effect.Effect<void, never, Scope.Scope>
  readonly deliver: (signal: Signal) => void
}

/** A hub of its own each time. */
export const makeDelivery: Effect.Effect<Delivery> = Effect.map(PubSub.unbounded<Signal>(), (hub) => {
  const watchers = new Map<string, Set<(payload: string) => void>>()
  return {
    deliver: (signal) => {
      for (const handle of watchers.get(signal.topic) ?? []) handle(signal.payload)
      PubSub.publishUnsafe(hub, signal)
    },
    subscribe: (topic) =>
      Effect.map(PubSub.subscribe(hub), (subscription) =>
        Stream.fromSubscription(subscription).pipe(Stream.filter((signal) => signal.topic === topic))
      ),
    watch: (topic, handle) => {
      const own = (payload: string) => handle(payload)
      return Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => watchers.set(topic, (watchers.get(topic) ?? new Set()).add(own))),
          () => Effect.sync(() => watchers.get(topic)?.delete(own))
        )
      )
    }
  }
})

/** Signals of one publisher arrive in order, at least once while the subscriber lives. */
export class Events extends Context.Service<
  Events,
  {
    /**
     * Inside a transaction the signal goes out when it commits, and not at all when it rolls back. On SQLite it stays
     * within the process.
     */
    readonly publish: (signal: Signal) => Effect.Effect<void>
    /**
     * Like `publish`; and when the transaction has ended (without one: this effect), no process on the database says
     * `isCurrent` that has not handed the signal to its watchers. Takes as long as the slowest process, at most 2 s.
     */
    readonly publishEverywhere: (signal: Signal) => Effect.Effect<void>
    /** Everything published to the topic from now on; subscribed once this effect has ended. */
    readonly subscribe: (topic: string) => Effect.Effect<Stream.Stream<Signal>, never, Scope.Scope>
    /** Calls `handle` with the payload of each signal of the topic, in the very turn in which this process reads it. */
    readonly watch: (topic: string, handle: (payload: string) => void) => Effect.Effect<void, never, Scope.Scope>
    /**
     * Whether the watchers of this process know every signal whose `publishEverywhere` has ended, in whichever process.
     * Costs no more than a look at a clock or at a counter of the database; while it is false, memory can't be trusted.
     */
    readonly isCurrent: () => boolean
  }
>()("platform-control/core/Events") {
  /** Signals within one process without a database: they go out at once. A server takes `events/SqlEvents`. */
  static readonly layerInProcess: Layer.Layer<Events> = Layer.effect(
    Events,
    Effect.map(makeDelivery, ({ deliver, subscribe, watch }) => {
      const publish = (signal: Signal) => Effect.sync(() => deliver(signal))
      return Events.of({ publish, publishEverywhere: publish, subscribe, watch, isCurrent: () => true })
    })
  )
}
