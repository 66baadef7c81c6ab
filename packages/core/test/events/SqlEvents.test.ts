import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Redacted, References, Stream } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "@platform-control/core/database/Database"
import { migrate } from "@platform-control/core/database/Migrations"
import { coreMigrations } from "@platform-control/core/events/coreMigrations"
import { LEASE_MILLISECONDS } from "@platform-control/core/events/EventReaders"
import * as SqlEvents from "@platform-control/core/events/SqlEvents"
import { Events, type Signal } from "@platform-control/core/Events"
import { type TestEngine, testEngines } from "@platform-control/core/testing/databases"
import { vi } from "vitest"

/** What one server process holds: its own connections, and its own subscribers. */
const startProcess = (url: string) =>
  Effect.map(
    Layer.build(
      SqlEvents.layer.pipe(
        Layer.provideMerge(Layer.effectDiscard(migrate([coreMigrations]))),
        Layer.provideMerge(Layer.fresh(Database.layer({ url: Redacted.make(url), maxConnections: 4 })))
      )
    ),
    (context) => ({ events: Context.get(context, Events), sql: Context.get(context, SqlClient.SqlClient) })
  )

const alone = (engine: TestEngine) => Effect.flatMap(engine.emptyDatabase, startProcess)

/** The next `count` signals of the topic, as they come from now on. */
const next = Effect.fnUntraced(function* (events: Events["Service"], topic: string, count: number) {
  const signals = yield* events.subscribe(topic)
  return yield* signals.pipe(
    Stream.take(count),
    Stream.map((signal) => signal.payload),
    Stream.runCollect,
    Effect.forkScoped
  )
})

const signal = (payload: string, topic = "things"): Signal => ({ topic, payload })

/** A process that was halted for longer than its lease is not current until it has read again. */
const untilCurrent = (...processes: ReadonlyArray<{ readonly events: Events["Service"] }>) =>
  Effect.promise(() =>
    vi.waitFor(() => assert.isTrue(processes.every(({ events }) => events.isCurrent())), { timeout: 10_000 })
  )

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`Events on ${engine.name}`, () => {
    it.live("reach every subscriber of the topic, and no other, in the order of their publisher", () =>
      Effect.gen(function* () {
        const { events } = yield* alone(engine)
        const [one, two, other] = [
          yield* next(events, "things", 3),
          yield* next(events, "things", 3),
          yield* next(events, "others", 1)
        ]
        for (const payload of ["1", "2", "3"]) yield* events.publish(signal(payload))
        yield* events.publish(signal("4", "others"))
        assert.deepStrictEqual(yield* Fiber.join(one), ["1", "2", "3"])
        assert.deepStrictEqual(yield* Fiber.join(two), ["1", "2", "3"])
        assert.deepStrictEqual(yield* Fiber.join(other), ["4"])
      })
    )

    it.live("go out when their transaction commits, and not before", () =>
      Effect.gen(function* () {
        const { events, sql } = yield* alone(engine)
        const received = yield* next(events, "things", 2)
        const published = yield* Deferred.make<void>()
        const commit = yield* Deferred.make<void>()
        const transaction = yield* events
          .publish(signal("inside"))
          .pipe(
            Effect.andThen(Deferred.succeed(published, undefined)),
            Effect.andThen(Deferred.await(commit)),
            sql.withTransaction,
            Effect.forkScoped
          )
        yield* Deferred.await(published)
        const outside = yield* next(events, "things", 1)
        yield* events.publish(signal("outside"))
        assert.deepStrictEqual(yield* Fiber.join(outside), ["outside"])
        yield* Deferred.succeed(commit, undefined)
        yield* Fiber.join(transaction)
        assert.deepStrictEqual(yield* Fiber.join(received), ["outside", "inside"])
      })
    )

    it.live("don't go out when their transaction, or their part of it, is rolled back", () =>
      Effect.gen(function* () {
        const { events, sql } = yield* alone(engine)
        const received = yield* next(events, "things", 2)
        const undone = (payload: string) =>
          events
            .publish(signal(payload))
            .pipe(Effect.andThen(Effect.fail("undone")), sql.withTransaction, Effect.ignore)
        yield* undone("never")
        yield* undone("never, nested").pipe(Effect.andThen(events.publish(signal("outer"))), sql.withTransaction)
        yield* events.publish(signal("last"))
        assert.deepStrictEqual(yield* Fiber.join(received), ["outer", "last"])
      })
    )

    it.live("arrive from 1,000 publishers at once, each once", () =>
      Effect.gen(function* () {
        const { events, sql } = yield* alone(engine)
        const received = yield* next(events, "things", 1000)
        const payloads = Array.from({ length: 1000 }, (_, index) => String(index))
        yield* Effect.forEach(
          payloads,
          (payload, index) =>
            index % 2 === 0 ? events.publish(signal(payload)) : sql.withTransaction(events.publish(signal(payload))),
          { concurrency: "unbounded", discard: true }
        )
        assert.deepStrictEqual(new Set(yield* Fiber.join(received)), new Set(payloads))
      })
    )
  })
}

/** How often a signal that has to be known everywhere is sent. */
const ROUNDS = 100

for (const engine of testEngines) {
  const processes = Effect.gen(function* () {
    const url = yield* engine.emptyDatabase
    return [yield* startProcess(url), yield* startProcess(url), yield* startProcess(url)] as const
  })

  const watched = Effect.fnUntraced(function* (events: Events["Service"]) {
    const payloads: Array<string> = []
    yield* events.watch("things", (payload) => payloads.push(payload))
    return payloads
  })

  describe.skipIf(engine.skip)(`publishEverywhere on ${engine.name}`, () => {
    it.live("has ended when every process that says to be current has told its watchers, each once and in order", () =>
      Effect.gen(function* () {
        const all = yield* processes
        const heard = yield* Effect.forEach(all, ({ events }) => watched(events))
        const sent: Array<string> = []
        for (let round = 0; round < ROUNDS; round++) {
          const { events, sql } = all[round % all.length]!
          const payload = String(round)
          yield* round % 2 === 0
            ? events.publishEverywhere(signal(payload))
            : sql.withTransaction(events.publishEverywhere(signal(payload)))
          sent.push(payload)
          for (const [index, one] of all.entries()) {
            if (one.events.isCurrent()) assert.deepStrictEqual(heard[index], sent)
          }
        }
        yield* Effect.promise(() =>
          vi.waitFor(
            () =>
              assert.deepStrictEqual(
                [all.map(({ events }) => events.isCurrent()), heard],
                [
                  [true, true, true],
                  [sent, sent, sent]
                ]
              ),
            { timeout: 10_000 }
          )
        )
      })
    )

    it.live("tells nobody of what is rolled back", () =>
      Effect.gen(function* () {
        const [one, two] = yield* processes
        const heard = [yield* watched(one.events), yield* watched(two.events)]
        yield* one.events
          .publishEverywhere(signal("never"))
          .pipe(Effect.andThen(Effect.fail("undone")), one.sql.withTransaction, Effect.ignore)
        yield* one.events.publishEverywhere(signal("last"))
        yield* untilCurrent(one, two)
        assert.deepStrictEqual(heard, [["last"], ["last"]])
      })
    )

    it.live("a watcher hears nothing more when its scope has closed", () =>
      Effect.gen(function* () {
        const [one] = yield* processes
        const heard = yield* Effect.scoped(watched(one.events))
        yield* one.events.publishEverywhere(signal("late"))
        yield* untilCurrent(one)
        assert.deepStrictEqual(heard, [])
      })
    )
  })
}

const postgres = testEngines.filter((engine) => engine.name === "PostgreSQL")

for (const engine of postgres) {
  const twoProcesses = Effect.gen(function* () {
    const url = yield* engine.emptyDatabase
    return { one: yield* startProcess(url), two: yield* startProcess(url) }
  })

  describe.skipIf(engine.skip)("Events of two processes on PostgreSQL", () => {
    it.live("reach the other process, and nothing of a rolled back transaction does", () =>
      Effect.gen(function* () {
        const { one, two } = yield* twoProcesses
        const received = yield* next(two.events, "things", 2)
        yield* one.events
          .publish(signal("never"))
          .pipe(Effect.andThen(Effect.fail("undone")), one.sql.withTransaction, Effect.ignore)
        yield* one.events.publish(signal("1"))
        yield* one.sql.withTransaction(one.events.publish(signal("2")))
        assert.deepStrictEqual(yield* Fiber.join(received), ["1", "2"])
      })
    )

    it.live("reach the other process by a wake-up: 20 in turn arrive sooner than it would look by itself", () =>
      Effect.gen(function* () {
        const { one, two } = yield* twoProcesses
        for (let turn = 0; turn < 20; turn++) {
          const received = yield* next(two.events, "things", 1)
          yield* one.events.publish(signal(String(turn)))
          assert.deepStrictEqual(yield* Fiber.join(received), [String(turn)])
        }
      }).pipe(Effect.timeout("15 seconds"))
    )

    it.live("1,000 publishers of both at once: all arrive at both, each once", () =>
      Effect.gen(function* () {
        const { one, two } = yield* twoProcesses
        const received = [yield* next(one.events, "things", 1001), yield* next(two.events, "things", 1001)]
        const payloads = Array.from({ length: 1000 }, (_, index) => String(index))
        yield* Effect.forEach(
          payloads,
          (payload, index) => (index % 2 === 0 ? one : two).events.publish(signal(payload)),
          { concurrency: "unbounded", discard: true }
        )
        yield* one.events.publish(signal("end"))
        for (const fiber of received) {
          assert.deepStrictEqual(new Set(yield* Fiber.join(fiber)), new Set([...payloads, "end"]))
        }
      })
    )

    it.live("a transaction that commits late delays no other, and is not missed", () =>
      Effect.gen(function* () {
        const { one, two } = yield* twoProcesses
        const published = yield* Deferred.make<void>()
        const commit = yield* Deferred.make<void>()
        const received = yield* next(two.events, "things", 3)
        const late = yield* one.events
          .publish(signal("late"))
          .pipe(
            Effect.andThen(Deferred.succeed(published, undefined)),
            Effect.andThen(Deferred.await(commit)),
            one.sql.withTransaction,
            Effect.forkScoped
          )
        yield* Deferred.await(published)
        for (const payload of ["early", "also early"]) {
          const arrived = yield* next(two.events, "things", 1)
          yield* one.events.publish(signal(payload))
          assert.deepStrictEqual(yield* Fiber.join(arrived), [payload])
        }
        yield* Deferred.succeed(commit, undefined)
        yield* Fiber.join(late)
        assert.deepStrictEqual(yield* Fiber.join(received), ["early", "also early", "late"])
      })
    )

    it.live("what nobody was woken for is found anyway", () =>
      Effect.gen(function* () {
        const { one, two } = yield* twoProcesses
        const arrivalOf = Effect.fnUntraced(function* (payload: string, send: Effect.Effect<unknown, unknown>) {
          const received = yield* next(two.events, "things", 1)
          yield* send
          assert.deepStrictEqual(yield* Fiber.join(received), [payload])
        })
        yield* arrivalOf("woken", one.events.publish(signal("woken")))
        for (const payload of ["silent", "silent again"]) {
          yield* arrivalOf(payload, one.sql`INSERT INTO core_events (topic, payload) VALUES ('things', ${payload})`)
        }
      })
    )

    it.live("publishEverywhere waits for one that hangs no longer than that one trusts its memory", () =>
      Effect.gen(function* () {
        const { one } = yield* twoProcesses
        const beganAt = performance.now()
        yield* one.sql`INSERT INTO core_event_readers (id, read_to, seen_at)
          SELECT 'hangs', pg_current_snapshot()::text, clock_timestamp()`
        yield* one.events.publishEverywhere(signal("waits"))
        const waited = performance.now() - beganAt
        assert.isAbove(waited, LEASE_MILLISECONDS * 0.8)
        assert.isBelow(waited, LEASE_MILLISECONDS * 2)
        const afterwards = performance.now()
        yield* one.events.publishEverywhere(signal("does not wait"))
        assert.isBelow(performance.now() - afterwards, LEASE_MILLISECONDS * 0.9)
      })
    )

    it.live("publishEverywhere waits as long where it can't find out who reads", () =>
      Effect.gen(function* () {
        const { one, two } = yield* twoProcesses
        yield* one.sql`ALTER TABLE core_event_readers RENAME TO core_event_readers_away`
        const beganAt = performance.now()
        yield* one.sql.withTransaction(one.events.publishEverywhere(signal("waits")))
        assert.isAbove(performance.now() - beganAt, LEASE_MILLISECONDS * 0.99)
        assert.isFalse(two.events.isCurrent())
      }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
    )

    it.live("one that can't read any more ceases to be current", () =>
      Effect.gen(function* () {
        const { one, two } = yield* twoProcesses
        yield* untilCurrent(two)
        yield* one.sql`ALTER TABLE core_events RENAME TO core_events_away`
        yield* Effect.promise(() =>
          vi.waitFor(() => assert.isFalse(two.events.isCurrent()), { timeout: LEASE_MILLISECONDS * 5 })
        )
        yield* one.sql`ALTER TABLE core_events_away RENAME TO core_events`
        yield* untilCurrent(two)
      }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
    )

    it.live("listening begins again after its connection broke", () =>
      Effect.gen(function* () {
        const { one } = yield* twoProcesses
        const listeners = one.sql<{ pid: number }>`
          SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`
        const count = (expected: (pids: ReadonlyArray<number>) => void) =>
          Effect.promise(() =>
            vi.waitFor(async () => expected((await Effect.runPromise(listeners)).map(({ pid }) => pid)), {
              timeout: 10_000
            })
          )
        yield* count((pids) => assert.lengthOf(pids, 2))
        const before = (yield* listeners).map(({ pid }) => pid)
        for (const pid of before) yield* one.sql`SELECT pg_terminate_backend(${pid}::int)`
        yield* count((pids) => {
          assert.lengthOf(pids, 2)
          assert.isEmpty(pids.filter((pid) => before.includes(pid)))
        })
      }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
    )

    it.live("rows older than an hour are removed, younger ones stay", () =>
      Effect.gen(function* () {
        const url = yield* engine.emptyDatabase
        const { sql } = yield* startProcess(url)
        for (const minutes of [59, 61]) {
          yield* sql`INSERT INTO core_events (topic, payload, created_at)
            VALUES ('things', ${String(minutes)}, EXTRACT(EPOCH FROM clock_timestamp()) * 1000 - ${minutes}::bigint * 60000)`
        }
        yield* startProcess(url)
        const payloads = sql<{ payload: string }>`SELECT payload FROM core_events`
        yield* Effect.promise(() =>
          vi.waitFor(async () => assert.deepStrictEqual(await Effect.runPromise(payloads), [{ payload: "59" }]), {
            timeout: 10_000
          })
        )
      })
    )
  })
}
