/** That SQLite's log is copied by a thread, stays short beside constant writing, and what happens when the thread ends. */
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@platform-control/core/testing/databases"
import { Effect, Fiber, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { execFile } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Worker } from "node:worker_threads"
import { CheckpointBounds } from "../../src/database/Checkpoints.ts"
import { checkpointThreadFile } from "../../src/database/checkpointThreadFile.ts"
import * as SqliteClient from "../../src/database/SqliteClient.ts"

/** No commit copies by itself, unless there is no thread. */
const NEVER = 1_000_000_000

/** How long a process of its own may take on a machine that is busy with other tests. */
const CHILD_MILLIS = 60_000

const newFile = Effect.map(temporaryFolder, (folder) => join(folder, "database.sqlite"))

const client = (filename: string, bounds: Partial<CheckpointBounds> = {}) =>
  SqliteClient.layer(filename).pipe(
    Layer.provide(
      Layer.succeed(CheckpointBounds, { pages: 50, mostPages: NEVER, program: checkpointThreadFile, ...bounds })
    )
  )

const program = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)

/** The program that is used, and a file with a letter for each of its starts. */
const counting = Effect.gen(function* () {
  const starts = join(yield* temporaryFolder, "starts")
  const source = `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(starts)}, "x");
    await import(${JSON.stringify(checkpointThreadFile.href)})`
  return { starts, program: program(source) }
})

/** Pages of the log, from outside. */
const watchLog = (filename: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new DatabaseSync(filename)),
      (database) => Effect.sync(() => database.close())
    ),
    (database) => {
      const look = database.prepare("PRAGMA wal_checkpoint(NOOP)")
      return () => look.get() as { readonly log: number; readonly checkpointed: number }
    }
  )

/** Eight that write page after page and never rest. Gives the number of pages. */
const writeUntil = Effect.fnUntraced(function* (isEnough: () => boolean) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS pages (id INTEGER PRIMARY KEY, body TEXT NOT NULL)`
  const body = "x".repeat(4_000)
  let written = 0
  const write = Effect.gen(function* () {
    while (!isEnough()) {
      yield* sql`INSERT INTO pages (body) VALUES (${body})`
      written++
    }
  })
  yield* Effect.all(
    Array.from({ length: 8 }, () => write),
    { concurrency: "unbounded", discard: true }
  )
  return written
})

/** Whether the log has begun anew so often. */
const begunAnew = (look: () => { readonly log: number }, often: number) => {
  let before = 0
  let times = 0
  return () => {
    const { log } = look()
    if (log < before) times++
    before = log
    return times >= often
  }
}

const recorded = () => {
  const warnings: Array<string> = []
  return { warnings, logging: Logger.layer([Logger.make(({ logLevel }) => warnings.push(logLevel))]) }
}

const nextTurn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

describe("the log of SQLite", () => {
  it.effect("begins anew again and again beside constant writing, and nothing is lost", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const look = yield* watchLog(filename)
        const written = yield* writeUntil(begunAnew(look, 3))
        const rows = yield* sql<{ count: number }>`SELECT COUNT(*) AS count FROM pages`
        assert.strictEqual(rows[0]?.count, written)
      }).pipe(Effect.provide(client(filename)))
    })
  )

  it.effect("is copied beside writers first, and then what is left while they wait", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const orders = join(yield* temporaryFolder, "orders")
      const thread = program(`import { appendFileSync } from "node:fs"
        import { parentPort } from "node:worker_threads"
        parentPort.on("message", (order) => {
          appendFileSync(${JSON.stringify(orders)}, order + " ")
          parentPort.postMessage(order === "some" ? 1 : 0)
        })`)
      const isEnough = () => existsSync(orders) && readFileSync(orders, "utf8").includes("all")
      yield* writeUntil(isEnough).pipe(Effect.provide(client(filename, { program: thread })))
      assert.match(readFileSync(orders, "utf8"), /^some all /)
    })
  )

  it.effect(
    "lets a process live while writers wait for a copy, and no longer",
    () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const place = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
        // Never closes the client, and ends when nothing keeps it alive.
        const source = `import { Context, Effect, Layer, Scope } from "effect"
        import { SqlClient } from "effect/sql"
        import { CheckpointBounds } from ${place("../../src/database/Checkpoints.ts")}
        import * as SqliteClient from ${place("../../src/database/SqliteClient.ts")}
        const bounds = { ...CheckpointBounds.defaultValue(), pages: 50 }
        const layer = Layer.provide(SqliteClient.layer(${JSON.stringify(filename)}), Layer.succeed(CheckpointBounds, bounds))
        const client = await Effect.runPromise(Layer.buildWithScope(layer, Scope.makeUnsafe()))
        const sql = Context.get(client, SqlClient.SqlClient)
        await Effect.runPromise(sql\`CREATE TABLE pages (body TEXT NOT NULL)\`)
        const insert = sql\`INSERT INTO pages (body) VALUES (\${"x".repeat(40_000)})\`
        for (let written = 0; written < 1_000; written++) await Effect.runPromise(insert)
        process.stdout.write("written")`
        const run = promisify(execFile)
        const folder = fileURLToPath(new URL("../..", import.meta.url))
        const ended = yield* Effect.promise(() =>
          run(process.execPath, ["--input-type=module", "--eval", source], { cwd: folder, timeout: CHILD_MILLIS })
        )
        assert.strictEqual(ended.stdout, "written")
      }),
    CHILD_MILLIS
  )

  it.effect("is copied in commits when it is far longer than the thread should let it be", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      yield* Effect.gen(function* () {
        const look = yield* watchLog(filename)
        let longest = 0
        yield* writeUntil(() => {
          const { checkpointed, log } = look()
          longest = Math.max(longest, log)
          return checkpointed > 0
        })
        assert.isAtLeast(longest, 150)
        assert.isAtMost(longest, 250)
      }).pipe(Effect.provide(client(filename, { pages: NEVER, mostPages: 160 })))
    })
  )

  it.effect("keeps writers waiting for a thread that is slower than they are, for a minute at most", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const deaf = program(`import { parentPort } from "node:worker_threads"; parentPort.on("message", () => {})`)
      const { logging, warnings } = recorded()
      yield* Effect.gen(function* () {
        const look = yield* watchLog(filename)
        const writing = yield* Effect.forkChild(writeUntil(begunAnew(look, 1)))
        let turns = 0
        for (let before = 0; turns < 200; before = look().log) {
          yield* nextTurn
          turns = look().log === before && before >= 100 ? turns + 1 : 0
        }
        assert.deepStrictEqual(warnings, [])
        yield* TestClock.adjust("1 minute")
        yield* Fiber.join(writing)
        assert.deepStrictEqual(warnings, ["Warn"])
      }).pipe(Effect.provide(Layer.provideMerge(client(filename, { program: deaf }), logging)))
    })
  )

  it.effect("has no thread while there is little to copy, and one for all copies", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const { program, starts } = yield* counting
      yield* Effect.gen(function* () {
        const look = yield* watchLog(filename)
        yield* writeUntil(() => look().log > 300)
        assert.isFalse(existsSync(starts))
      }).pipe(Effect.provide(client(filename, { pages: 400, program })))
      yield* Effect.gen(function* () {
        const look = yield* watchLog(filename)
        yield* writeUntil(begunAnew(look, 3))
        assert.strictEqual(readFileSync(starts, "utf8"), "x")
      }).pipe(Effect.provide(client(filename, { pages: 400, program })))
    })
  )

  it.effect("is gone after a stop in the middle of copying, and all that was written is there", () =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const { program, starts } = yield* counting
      const written = yield* writeUntil(() => existsSync(starts)).pipe(Effect.provide(client(filename, { program })))
      assert.isFalse(existsSync(`${filename}-wal`))
      const rows = yield* SqlClient.SqlClient.pipe(
        Effect.flatMap((sql) => sql<{ count: number }>`SELECT COUNT(*) AS count FROM pages`),
        Effect.provide(client(filename))
      )
      assert.strictEqual(rows[0]?.count, written)
    })
  )

  it.effect.each([
    ["can't be read", "import 'nowhere'"] as const,
    ["ends", "process.exit(3)"] as const,
    [
      "throws",
      `import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { throw new Error("a fault") })`
    ] as const
  ])("is copied in commits for a minute when the thread %s, with a warning", ([, source]) =>
    Effect.gen(function* () {
      const filename = yield* newFile
      const { logging, warnings } = recorded()
      yield* Effect.gen(function* () {
        const look = yield* watchLog(filename)
        yield* writeUntil(begunAnew(look, 3))
        assert.deepStrictEqual(warnings, ["Warn"])
        yield* TestClock.adjust("1 minute")
        yield* writeUntil(() => warnings.length > 1)
      }).pipe(Effect.provide(Layer.provideMerge(client(filename, { program: program(source) }), logging)))
    })
  )
})

const isBusy = (writer: DatabaseSync): boolean => {
  try {
    writer.exec("BEGIN IMMEDIATE; ROLLBACK")
    return false
  } catch {
    return true
  }
}

const forms = {
  source: checkpointThreadFile,
  "built module": new URL("../../dist/database/checkpointThread.js", import.meta.url),
  bundle: new URL("../../../http/dist/checkpointThread.js", import.meta.url)
}

for (const [form, program] of Object.entries(forms)) {
  // Built forms are there once `pnpm build` has run.
  describe.skipIf(!existsSync(program))(`the program of the thread as ${form}`, () => {
    it.effect("copies what it can at once, or keeps writers of all processes waiting until it can copy all", () =>
      Effect.gen(function* () {
        const filename = yield* newFile
        const open = Effect.acquireRelease(
          Effect.sync(() => new DatabaseSync(filename)),
          (database) => Effect.sync(() => database.close())
        )
        const writer = yield* open
        writer.exec("PRAGMA journal_mode = WAL; CREATE TABLE pages (body TEXT NOT NULL)")
        const write = () => writer.exec("INSERT INTO pages (body) VALUES ('x')")
        write()
        const reader = yield* open
        reader.exec("BEGIN; SELECT * FROM pages")
        write()

        const worker = yield* Effect.acquireRelease(
          Effect.sync(() => new Worker(program, { workerData: { filename } })),
          (worker) => Effect.promise(() => worker.terminate())
        )
        const order = (pages: string) =>
          Effect.callback<number>((resume) => {
            worker.once("message", (left: number) => resume(Effect.succeed(left)))
            worker.postMessage(pages, [])
          })
        const some = yield* Effect.forkChild(order("some"))
        while (some.pollUnsafe() === undefined) {
          assert.isFalse(isBusy(writer))
          yield* nextTurn
        }
        assert.isAbove(yield* Fiber.join(some), 0)

        const all = yield* Effect.forkChild(Effect.repeat(order("all"), { until: (left) => left === 0 }))
        while (!isBusy(writer)) yield* nextTurn
        reader.exec("COMMIT")
        assert.strictEqual(yield* Fiber.join(all), 0)
      })
    )
  })
}
