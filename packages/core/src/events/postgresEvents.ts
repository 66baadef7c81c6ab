/**
 * Signals among all processes on one PostgreSQL database. A signal is a row of the publisher's transaction, and a wake-up
 * apart from it tells everyone to read: `NOTIFY` within the transaction would make all writers wait for each other.
 */
import { Effect, Queue, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import type { Wakeups } from "../database/Wakeups.ts"
import { type Delivery, Events } from "../Events.ts"
import { inRealTime } from "../inRealTime.ts"
import { makeEventLog } from "./EventLog.ts"
import { LEASE_MILLISECONDS, makeEventReaders } from "./EventReaders.ts"

const CHANNEL = "core_events"
/** After reading or waking others, this long passes before the next time: what comes meanwhile is done in one go. */
const GATHER = "10 millis"
/** For wake-ups that got lost, and so that no process ceases to be current while it can read. */
const LOOK_ANYWAY = "500 millis"
/** A reader that was seen within this time need not be seen again. */
const SEEN_EVERY_MILLISECONDS = 400
const LISTEN_AGAIN = "1 second"
const REMOVE_OLD = "10 minutes"

/** Runs `task` soon after each request for it, never twice at once; requests that come meanwhile are one. */
const makeGathered = Effect.fnUntraced(function* <E>(
  task: Effect.Effect<void, E>,
  options: { readonly anyway: boolean }
) {
  const requests = yield* Queue.sliding<void>(1)
  const request = options.anyway
    ? Effect.timeoutOption(Queue.take(requests), LOOK_ANYWAY)
    : Effect.asSome(Queue.take(requests))
  yield* request.pipe(
    Effect.andThen(Effect.ignore(task, { log: "Warn", message: "Signals between processes are delayed" })),
    Effect.andThen(Effect.sleep(GATHER)),
    Effect.forever,
    inRealTime,
    Effect.forkScoped
  )
  return Effect.asVoid(Queue.offer(requests, undefined))
})

/**
 * Hands what others and this process wrote to this process's part. Current is who has read since the others could last
 * see that they have to wait for it; so the row is written first, and what is read after it is trusted for the lease.
 */
const makeReader = Effect.fnUntraced(function* (delivery: Delivery) {
  const log = yield* makeEventLog
  const readers = yield* makeEventReaders
  let position = yield* log.end
  let seenAt = Number.NEGATIVE_INFINITY
  let currentUntil = Number.NEGATIVE_INFINITY

  const beSeen = Effect.suspend(() => {
    const now = performance.now()
    if (now - seenAt < SEEN_EVERY_MILLISECONDS) return Effect.void
    return Effect.andThen(
      readers.seen(position),
      Effect.sync(() => (seenAt = now))
    )
  })

  const readOnce = Effect.gen(function* () {
    yield* beSeen
    const trustedFrom = seenAt
    const news = yield* log.readAfter(position)
    for (const signal of news.signals) delivery.deliver(signal)
    position = news.position
    currentUntil = trustedFrom + LEASE_MILLISECONDS
    if (news.signals.length > 0) yield* readers.seen(position)
  })

  // Without tables it goes on looking, and nothing is current.
  yield* Effect.ignore(readOnce, { log: "Warn", message: "Signals between processes are delayed" })
  const look = yield* makeGathered(readOnce, { anyway: true })
  return { log, look, readers, isCurrent: () => performance.now() < currentUntil }
})

const repeatedly = (task: Effect.Effect<void, unknown>) =>
  Effect.ignore(task, { log: "Warn" }).pipe(Effect.repeat(Schedule.spaced(REMOVE_OLD)), Effect.forkScoped)

/** Needs the tables of `coreMigrations`. */
export const makePostgresEvents = Effect.fnUntraced(function* (wakeups: Wakeups, delivery: Delivery) {
  const sql = yield* SqlClient.SqlClient
  const { isCurrent, log, look, readers } = yield* makeReader(delivery)
  const wake = yield* makeGathered(wakeups.send(CHANNEL), { anyway: false })
  yield* Stream.runForEach(wakeups.listen(CHANNEL), () => look).pipe(
    Effect.ignore({ log: "Warn", message: "Listening for signals of other processes broke off" }),
    Effect.repeat(Schedule.spaced(LISTEN_AGAIN)),
    inRealTime,
    Effect.forkScoped
  )
  yield* repeatedly(Effect.andThen(log.removeOld, readers.removeGone))
  const lookEverywhere = Effect.andThen(look, wake)
  return Events.of({
    publish: (signal) => Effect.orDie(log.append(signal)).pipe(Effect.andThen(sql.afterCommit(lookEverywhere))),
    publishEverywhere: (signal) =>
      Effect.flatMap(Effect.orDie(log.append(signal)), (transaction) =>
        sql.afterCommit(
          Effect.andThen(lookEverywhere, readers.awaitAll(transaction)).pipe(inRealTime, Effect.uninterruptible)
        )
      ),
    subscribe: delivery.subscribe,
    watch: delivery.watch,
    isCurrent
  })
})
