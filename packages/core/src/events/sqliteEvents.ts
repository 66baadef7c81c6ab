/**
 * Signals among the processes that have one SQLite file open: the server, the command, further servers on the machine.
 * Only what has to be known everywhere is written to the file; other signals stay within the process and cost no write.
 * SQLite counts the commits of others in memory that they share, so that asking whether there is news costs no query.
 */
import { Clock, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { DatabaseSync } from "node:sqlite"
import { type Delivery, Events, type Signal } from "../Events.ts"

/** For the subscribers of a process that is not asked for anything meanwhile. */
const LOOK_ANYWAY = "500 millis"
/** A command ends before that, and leaves it to a server. */
const REMOVE_OLD = "10 minutes"

/** Readers that were away for longer have missed signals. */
const KEPT_MILLISECONDS = 60 * 60 * 1000

interface Row extends Signal {
  readonly id: number
}

/** The statements, prepared once there are tables: whoever starts first may be waiting for them to be made. */
const prepareOn = (reader: DatabaseSync) => {
  const end = reader.prepare("SELECT coalesce(max(id), 0) AS id FROM core_events").get() as { readonly id: number }
  const counter = reader.prepare("PRAGMA data_version")
  // Asked at every authentication: an object for its one column would cost more than the question.
  counter.setReturnArrays(true)
  return {
    counter,
    news: reader.prepare("SELECT id, topic, payload FROM core_events WHERE id > ? ORDER BY id"),
    position: end.id,
    version: -1
  }
}

/** Reads on the connection for reads alone, whose counter tells of every commit that is not its own. */
const makeLook = (reader: DatabaseSync, delivery: Delivery) => {
  let log: ReturnType<typeof prepareOn> | undefined
  return () => {
    log ??= prepareOn(reader)
    const [version] = log.counter.get() as object as readonly [number]
    if (version === log.version) return
    const rows = log.news.all(log.position) as ReadonlyArray<object> as ReadonlyArray<Row>
    // Read after the counter: what is committed in between is found now, and looked for once more.
    log.version = version
    for (const { id, payload, topic } of rows) {
      log.position = id
      delivery.deliver({ topic, payload })
    }
  }
}

/** Needs the tables of `coreMigrations`. */
export const makeSqliteEvents = Effect.fnUntraced(function* (reader: DatabaseSync, delivery: Delivery) {
  const sql = yield* SqlClient.SqlClient
  const look = makeLook(reader, delivery)
  const removeOld = sql`DELETE FROM core_events WHERE created_at < unixepoch() * 1000 - ${KEPT_MILLISECONDS}`

  yield* Effect.sync(look).pipe(
    Effect.ignoreCause({ log: "Warn", message: "Signals between processes are delayed" }),
    Effect.repeat(Schedule.spaced(LOOK_ANYWAY)),
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped
  )
  yield* Effect.ignore(removeOld, { log: "Warn" }).pipe(Effect.delay(REMOVE_OLD), Effect.forever, Effect.forkScoped)

  return Events.of({
    publish: (signal) => sql.afterCommit(Effect.sync(() => delivery.deliver(signal))),
    publishEverywhere: ({ payload, topic }) =>
      Effect.orDie(sql`INSERT INTO core_events ${sql.insert({ topic, payload })}`).pipe(
        Effect.andThen(sql.afterCommit(Effect.sync(look)))
      ),
    subscribe: delivery.subscribe,
    watch: delivery.watch,
    isCurrent: () => {
      try {
        look()
        return true
      } catch {
        // Whoever asks the database itself now gets its error, with its reason.
        return false
      }
    }
  })
})
