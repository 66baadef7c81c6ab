/**
 * Signals for servers on a database: within the process on SQLite, among all processes on PostgreSQL. There a signal is a
 * row of the publisher's transaction, and a wake-up apart from it tells everyone to read: `NOTIFY` within the
 * transaction would make all writers wait for each other.
 */
import { Effect, Layer, Queue, Ref, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Wakeups } from "../database/Wakeups.ts"
import { Events } from "../Events.ts"
import { type EventLog, makeEventLog } from "./EventLog.ts"

const CHANNEL = "core_events"
/** After reading or waking others, this long passes before the next time: what comes meanwhile is done in one go. */
const GATHER = "10 millis"
/** For wake-ups that got lost. */
const LOOK_ANYWAY = "2 seconds"
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
    Effect.forkScoped
  )
  return Effect.asVoid(Queue.offer(requests, undefined))
})

/** Hands what others and this process wrote to this process's subscribers; the result asks it to look now. */
const makeReader = Effect.fnUntraced(function* (log: EventLog, local: Events["Service"]) {
  const position = yield* Ref.make(yield* log.end)
  return yield* makeGathered(
    Effect.gen(function* () {
      const news = yield* log.readAfter(yield* Ref.get(position))
      yield* Ref.set(position, news.position)
      yield* Effect.forEach(news.signals, local.publish, { discard: true })
    }),
    { anyway: true }
  )
})

const makeAmongProcesses = Effect.fnUntraced(function* (wakeups: Wakeups, local: Events["Service"]) {
  const sql = yield* SqlClient.SqlClient
  const log = yield* makeEventLog
  const read = yield* makeReader(log, local)
  const wake = yield* makeGathered(wakeups.send(CHANNEL), { anyway: false })
  yield* Stream.runForEach(wakeups.listen(CHANNEL), () => read).pipe(
    Effect.ignore({ log: "Warn", message: "Listening for signals of other processes broke off" }),
    Effect.repeat(Schedule.spaced(LISTEN_AGAIN)),
    Effect.forkScoped
  )
  yield* Effect.ignore(log.removeOld, { log: "Warn" }).pipe(
    Effect.repeat(Schedule.spaced(REMOVE_OLD)),
    Effect.forkScoped
  )
  return Events.of({
    publish: (signal) =>
      Effect.orDie(log.append(signal)).pipe(Effect.andThen(sql.afterCommit(Effect.andThen(read, wake)))),
    subscribe: local.subscribe
  })
})

const withinProcess = (sql: SqlClient.SqlClient, local: Events["Service"]) =>
  Events.of({ ...local, publish: (signal) => sql.afterCommit(local.publish(signal)) })

/** Needs the tables of `coreMigrations`. Signals of the last hour reach a process whose connection was away. */
export const layer: Layer.Layer<Events, never, SqlClient.SqlClient> = Layer.effect(
  Events,
  Effect.gen(function* () {
    const local = yield* Events
    const sql = yield* SqlClient.SqlClient
    const wakeups = yield* Wakeups
    return yield* sql.onDialectOrElse({
      pg: () =>
        wakeups === undefined
          ? Effect.die(new Error("Events on PostgreSQL need the client of core/database/Database with its Wakeups"))
          : Effect.orDie(makeAmongProcesses(wakeups, local)),
      orElse: () => Effect.succeed(withinProcess(sql, local))
    })
  })
).pipe(Layer.provide(Layer.fresh(Events.layerInProcess)))
