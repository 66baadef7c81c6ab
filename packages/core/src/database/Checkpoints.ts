/**
 * Copies SQLite's log into the database file in a thread, so that no commit has to: on a commit's thread everybody
 * waits. The thread is started when there is first enough to copy; processes that write little have none.
 */
import { Context, Effect, Fiber, type Scope } from "effect"
import type { DatabaseSync } from "node:sqlite"
import { Worker } from "node:worker_threads"
import { checkpointThreadFile } from "./checkpointThreadFile.ts"
import type { WriteGroups } from "./WriteGroups.ts"

/** When the log is copied, and by what program. Pages have 4 kB. */
export interface CheckpointBounds {
  /** The thread begins when so many pages are to be copied: a page that many commits changed is then copied once. */
  readonly pages: number
  /** Should the thread not keep up, commits copy by themselves once the log has so many. */
  readonly mostPages: number
  readonly program: URL
}

export const CheckpointBounds = Context.Reference<CheckpointBounds>("platform-control/core/database/CheckpointBounds", {
  defaultValue: () => ({ pages: 4_000, mostPages: 16_000, program: checkpointThreadFile })
})

/** How often the log is looked at, which takes a microsecond or two. */
const LOOK_MILLIS = 50

/** Far longer than a copy takes on any disk that can be worked with: writers may be waiting for it. */
const MOST_TIME = "1 minute"

/** How long there is no thread when one has ended. */
const REST = "1 minute"

/** What is copied: as much as can be beside writers, or all of it while they wait. */
type Pages = "all" | "some"

/** Has the thread copy, and gives the pages that are left. Fails when the thread ended; the next time another is started. */
const makeCopy = Effect.fnUntraced(function* (program: URL, filename: string) {
  let thread: Worker | undefined
  yield* Effect.addFinalizer(() => Effect.promise(async () => thread?.terminate()))

  const start = (): Worker => {
    const worker = new Worker(program, { name: "checkpoints", workerData: { filename }, execArgv: [] })
    const forget = () => {
      if (thread === worker) thread = undefined
    }
    worker.on("error", forget)
    worker.on("exit", forget)
    // Alone it keeps no process alive; whoever listens for its messages does.
    worker.unref()
    return worker
  }

  const order = (worker: Worker, pages: Pages): Effect.Effect<number, unknown> =>
    Effect.callback((resume) => {
      const settle = (outcome: Effect.Effect<number, unknown>) => {
        worker.off("message", hear).off("error", fail).off("exit", hearEnd)
        resume(outcome)
      }
      const hear = (left: number) => settle(Effect.succeed(left))
      const fail = (cause: unknown) => settle(Effect.fail(cause))
      const hearEnd = (code: number) => fail(new Error(`The thread ended with ${code}`))
      worker.on("message", hear).on("error", fail).on("exit", hearEnd)
      worker.postMessage(pages, [])
      return Effect.sync(() => void worker.terminate())
    })

  return (pages: Pages) =>
    Effect.try({ try: () => (thread ??= start()), catch: (cause) => cause }).pipe(
      Effect.flatMap((worker) => order(worker, pages)),
      Effect.timeout(MOST_TIME)
    )
})

/** Waits until the log has so many pages to copy; looks after commits only. One waits at a time. */
const makeWatch = (writer: DatabaseSync, groups: Pick<WriteGroups, "onCommit">) => {
  const look = writer.prepare("PRAGMA wal_checkpoint(NOOP)")
  let lookAt = 0
  let waiting: { readonly least: number; readonly go: () => void } | undefined

  groups.onCommit(() => {
    const now = performance.now()
    if (waiting === undefined || now < lookAt) return
    lookAt = now + LOOK_MILLIS
    const { checkpointed, log } = look.get() as { readonly checkpointed: number; readonly log: number }
    if (log - checkpointed >= waiting.least) waiting.go()
  })

  return (least: number): Effect.Effect<void> =>
    Effect.callback((resume) => {
      const go = () => {
        waiting = undefined
        resume(Effect.void)
      }
      waiting = { least, go }
      return Effect.sync(() => (waiting = undefined))
    })
}

/**
 * Keeps the log of a file within bounds until the scope closes. A log begins anew only when all of it was copied, which
 * never happens beside constant writing: so what is left after a copy is copied while no group of writes is open.
 */
export const keepLogShort = Effect.fnUntraced(function* (
  filename: string,
  writer: DatabaseSync,
  groups: Pick<WriteGroups, "between" | "onCommit">
): Effect.fn.Return<void, never, Scope.Scope> {
  const { mostPages, pages, program } = yield* CheckpointBounds
  const copy = yield* makeCopy(program, filename)
  const toCopy = makeWatch(writer, groups)
  const copyInCommits = (at: number) => Effect.sync(() => writer.exec(`PRAGMA wal_autocheckpoint = ${at}`))

  const copyAll = Effect.gen(function* () {
    const copied = yield* Effect.forkChild(copy("some"))
    // Writers that are faster than the copy have to wait for it.
    yield* Effect.raceFirst(Fiber.await(copied), toCopy(2 * pages))
    yield* groups.between(Effect.flatMap(Fiber.join(copied), (left) => (left > 0 ? copy("all") : Effect.void)))
  })

  const goWithoutThread = (cause: unknown) =>
    Effect.logWarning("SQLite's log is copied in commits for a minute, as the thread for it ended", cause).pipe(
      Effect.andThen(copyInCommits(pages)),
      Effect.andThen(Effect.sleep(REST)),
      Effect.andThen(copyInCommits(mostPages))
    )

  yield* copyInCommits(mostPages)
  yield* toCopy(pages).pipe(Effect.andThen(copyAll), Effect.catch(goWithoutThread), Effect.forever, Effect.forkScoped)
})
