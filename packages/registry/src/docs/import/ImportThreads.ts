/**
 * Threads that prepare documentation, so that a large schema never keeps other requests waiting. Started when they are
 * first needed; each has one import at a time and memory within a bound. Knows no storage.
 */
import { type BadRequest, ServiceUnavailable, TooManyRequests } from "@platform-control/core/Errors"
import { Context, Duration, Effect, Layer, Queue, Stream } from "effect"
import { Worker } from "node:worker_threads"
import type { PackageSchema } from "../../publish/packageSchema.ts"
import { invalid } from "../../publish/refusals.ts"
import type { DocsRows } from "./DocsRows.ts"
import type { ImportOrder, OtherPackages } from "./importPackage.ts"
import { importThreadFile } from "./importThreadFile.ts"
import type { FromThread, WordsToThread } from "./messages.ts"
import { Turns } from "./Turns.ts"

/** How many threads of what program, how much each may take, and how many imports may wait for one. */
export interface ImportBounds {
  readonly threads: number
  readonly waiting: number
  /** Heap of one thread, in megabytes. A schema of 50 MB needs about a third of it. */
  readonly heapMegabytes: number
  readonly time: Duration.Duration
  readonly program: URL
}

export const ImportBounds = Context.Reference<ImportBounds>("platform-control/registry/docs/ImportBounds", {
  defaultValue: () => ({
    threads: 2,
    waiting: 200,
    heapMegabytes: 1024,
    time: Duration.minutes(10),
    program: importThreadFile
  })
})

/** One publisher may have a quarter of the places to wait, so that others find some whatever it publishes. */
const SHARE_OF_ONE = 1 / 4

/** A thread that has read more than this is not kept: its heap would never shrink again. */
const MAX_BYTES_OF_KEPT_THREAD = 8_000_000

/** Bytes handed over at a time. */
const CHUNK_BYTES = 1_000_000

/** What is published, read when a thread is free for it, and whoever keeps what is made of it. */
export interface ImportRequest<E> {
  /** Takes turns with others. */
  readonly publisher: string
  readonly order: Effect.Effect<ImportOrder, E>
  readonly schema: Stream.Stream<Uint8Array, E>
  readonly identify: (names: ReadonlyArray<string>) => Effect.Effect<OtherPackages>
  readonly store: (rows: DocsRows) => Effect.Effect<void>
}

/** What an import came to. */
export interface Imported {
  /** What metadata is made of. */
  readonly schema: PackageSchema
  /** The last part of what is to be kept, which is small and was not stored. */
  readonly rest: DocsRows
}

type Heard = FromThread | { readonly say: "ended"; readonly cause: unknown }

interface Thread {
  readonly worker: Worker
  readonly heard: Queue.Queue<Heard>
  /** Of the schema of its last import. */
  bytes: number
  /** Whether it waits for an order: it was started, or its last import came to an end. */
  isFree: boolean
  hasEnded: boolean
}

const start = ({ heapMegabytes, program }: ImportBounds): Effect.Effect<Thread> =>
  Effect.map(Queue.unbounded<Heard>(), (heard) => {
    const worker = new Worker(program, {
      name: "documentation",
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes }
    })
    const thread: Thread = { worker, heard, bytes: 0, isFree: true, hasEnded: false }
    const hearEnd = (cause: unknown) => {
      thread.hasEnded = true
      Queue.offerUnsafe(heard, { say: "ended", cause })
    }
    worker.on("message", (message: FromThread) => Queue.offerUnsafe(heard, message))
    worker.on("error", hearEnd)
    worker.on("exit", (code) => hearEnd(new Error(`The thread ended with ${code}`)))
    return thread
  })

const stop = ({ worker }: Thread): Effect.Effect<void> => Effect.asVoid(Effect.promise(() => worker.terminate()))

const tell = (thread: Thread, words: WordsToThread): void => {
  const bytes = words.flatMap((word) => (word.say === "bytes" ? [word.bytes] : []))
  thread.bytes += bytes.reduce((sum, { length }) => sum + length, 0)
  thread.worker.postMessage(
    words,
    bytes.map(({ buffer }) => buffer as ArrayBuffer)
  )
}

/** Copies: the memory behind these bytes may hold others as well, and what is handed over is gone here. */
const bytesInWords = (bytes: Uint8Array): WordsToThread =>
  Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) => ({
    say: "bytes",
    bytes: new Uint8Array(bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES))
  }))

/** Tells the order and the schema's bytes as they come; all at once where they come in one chunk. */
const tellSchema = Effect.fnUntraced(function* <E>(thread: Thread, { order, schema }: ImportRequest<E>) {
  let words: WordsToThread = [{ say: "begin", order: yield* order }]
  yield* Stream.runForEach(schema, (bytes) =>
    Effect.sync(() => {
      if (words.some(({ say }) => say === "bytes")) {
        tell(thread, words)
        words = []
      }
      words = [...words, ...bytesInWords(bytes)]
    })
  )
  tell(thread, [...words, { say: "end" }])
})

const isOutOfMemory = (cause: unknown): boolean =>
  typeof cause === "object" && cause !== null && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"

const tooMuch = (expected: string): Effect.Effect<never, BadRequest> =>
  Effect.fail(
    invalid([{ resource: "schema", errorType: "invalid", customMessage: `Expected a schema that ${expected}` }])
  )

const ended = Effect.fnUntraced(function* (cause: unknown, { heapMegabytes }: ImportBounds) {
  if (isOutOfMemory(cause)) return yield* tooMuch(`takes at most ${heapMegabytes} MB of memory to read`)
  yield* Effect.logError("A thread that prepares documentation ended", cause)
  return yield* new ServiceUnavailable({ message: "Preparing the documentation was interrupted; complete again" })
})

/** Fails when a thread has had its time, by the clock of the machine: whatever it does then, it does not end by itself. */
const late = ({ time }: ImportBounds): Effect.Effect<never, BadRequest> =>
  Effect.callback((resume) => {
    const refuse = () => resume(tooMuch(`takes at most ${Duration.format(time)} to prepare`))
    const timer = setTimeout(refuse, Duration.toMillis(time))
    return Effect.sync(() => clearTimeout(timer))
  })

/** From the order to the outcome. */
const converse = <E>(thread: Thread, bounds: ImportBounds, request: ImportRequest<E>) =>
  Effect.gen(function* () {
    thread.isFree = false
    thread.bytes = 0
    yield* tellSchema(thread, request)
    while (true) {
      const heard = yield* Queue.take(thread.heard)
      switch (heard.say) {
        case "names":
          tell(thread, [{ say: "others", others: yield* request.identify(heard.names) }])
          break
        case "part":
          yield* request.store(heard.rows)
          tell(thread, [{ say: "stored" }])
          break
        case "done":
          thread.isFree = true
          return { schema: heard.metadata, rest: heard.rows } satisfies Imported
        case "refused":
          thread.isFree = true
          return yield* invalid(heard.problems)
        case "failed":
          thread.isFree = true
          return yield* Effect.die(new Error("Documentation could not be prepared", { cause: heard.cause }))
        case "ended":
          return yield* ended(heard.cause, bounds)
      }
    }
  })

/** Threads that are lent and given back. Idle ones don't keep the process alive; all end with the scope. */
const makeThreads = Effect.fnUntraced(function* (bounds: ImportBounds) {
  const all = new Set<Thread>()
  const idle: Array<Thread> = []
  yield* Effect.addFinalizer(() => Effect.forEach([...all], stop, { concurrency: "unbounded", discard: true }))

  const take = Effect.suspend(() => {
    const waiting = idle.pop()
    if (waiting !== undefined && !waiting.hasEnded) {
      waiting.worker.ref()
      return Effect.succeed(waiting)
    }
    return Effect.tap(start(bounds), (thread) => Effect.sync(() => all.add(thread)))
  })

  /** Whatever was not finished may still be at work, so only its end frees the thread. */
  const giveBack = (thread: Thread) =>
    Effect.suspend(() => {
      if (thread.isFree && !thread.hasEnded && thread.bytes <= MAX_BYTES_OF_KEPT_THREAD) {
        thread.worker.unref()
        idle.push(thread)
        return Effect.void
      }
      all.delete(thread)
      return stop(thread)
    })
  return { take, giveBack }
})

export class ImportThreads extends Context.Service<
  ImportThreads,
  {
    /**
     * Hands what is to be kept to `store`, part by part but for the last one. Publishers
     * take turns. 400 with the first problems of the schema; 429 when too many wait, of the publisher or altogether; 503 when the thread ended; a defect when there was a fault in it, as there would be again.
     * Interrupted it stops at once.
     */
    readonly run: <E>(
      request: ImportRequest<E>
    ) => Effect.Effect<Imported, BadRequest | E | ServiceUnavailable | TooManyRequests>
  }
>()("platform-control/registry/docs/ImportThreads") {
  static readonly layer: Layer.Layer<ImportThreads> = Layer.effect(
    ImportThreads,
    Effect.gen(function* () {
      const bounds = yield* ImportBounds
      const threads = yield* makeThreads(bounds)
      const turns = new Turns({
        running: bounds.threads,
        waiting: bounds.waiting,
        waitingOfOne: Math.ceil(bounds.waiting * SHARE_OF_ONE)
      })

      const once = <E>(request: ImportRequest<E>) =>
        Effect.acquireUseRelease(
          threads.take,
          (thread) => Effect.raceFirst(converse(thread, bounds, request), late(bounds)),
          threads.giveBack
        )

      const run = <E>(
        request: ImportRequest<E>
      ): Effect.Effect<Imported, BadRequest | E | ServiceUnavailable | TooManyRequests> =>
        Effect.acquireUseRelease(
          Effect.sync(() => turns.enter(request.publisher)),
          (turn): Effect.Effect<Imported, BadRequest | E | ServiceUnavailable | TooManyRequests> =>
            turn === undefined
              ? Effect.fail(new TooManyRequests({ message: "Too many versions are being completed; try again soon" }))
              : Effect.andThen(turn.begun.await, once(request)),
          (turn) => Effect.sync(() => (turn === undefined ? undefined : turns.leave(turn)))
        )
      return ImportThreads.of({ run })
    })
  )
}
