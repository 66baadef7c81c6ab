import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@platform-control/core/testing/databases"
import { Cause, Deferred, Duration, Effect, Exit, Fiber, Layer, Scope, Stream } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { DocsRows } from "../../../src/docs/import/DocsRows.ts"
import { ImportBounds, type ImportRequest, ImportThreads } from "../../../src/docs/import/ImportThreads.ts"
import { importThreadFile } from "../../../src/docs/import/importThreadFile.ts"
import { sampleSchema } from "../../../src/testing.ts"

const program = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)

const LISTEN = `import { parentPort } from "node:worker_threads"; parentPort.on("message", (message) => {`

/** Takes every order and never says a word. */
const silent = program(`${LISTEN} })`)

const bounds = (changes: Partial<ImportBounds>) =>
  ImportThreads.layer.pipe(
    Layer.provide(
      Layer.succeed(ImportBounds, {
        threads: 1,
        waiting: 1,
        heapMegabytes: 512,
        time: Duration.minutes(1),
        program: importThreadFile,
        ...changes
      })
    )
  )

const bytesOf = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value))

const request = (
  schema: unknown,
  store: (rows: DocsRows) => Effect.Effect<void> = () => Effect.void
): ImportRequest<never> => ({
  publisher: "acme",
  order: Effect.succeed({
    id: { source: "private", publisher: "acme", name: "p" } as const,
    version: "1.0.0",
    readme: "# P",
    installation: undefined
  }),
  schema: Stream.succeed(bytesOf(schema)),
  identify: () => Effect.succeed({}),
  store
})

const run = Effect.fnUntraced(function* (asked: ImportRequest<never>) {
  return yield* (yield* ImportThreads).run(asked)
})

const refusal = (asked: ImportRequest<never>) =>
  Effect.match(run(asked), { onFailure: ({ _tag, message }) => `${_tag}: ${message}`, onSuccess: () => "done" })

/** How many threads keep this process alive. */
const threads = Effect.sync(() => process.getActiveResourcesInfo().filter((name) => name === "MessagePort").length)

describe("ImportThreads", () => {
  it.effect("hands over all parts but the last, which it gives with what metadata is made of", () =>
    Effect.gen(function* () {
      const stored: Array<DocsRows> = []
      const schema = sampleSchema("p", 300_000)
      const imported = yield* run(request(schema, (rows) => Effect.sync(() => stored.push(rows))))
      assert.deepStrictEqual([imported.schema.name, imported.schema.displayName], ["p", "P"])
      assert.isAbove(stored.length, 0)
      stored.push(imported.rest)
      const pages = stored.flatMap((rows) => rows.pages)
      const members = [...Object.keys(schema["resources"] as object), ...Object.keys(schema["functions"] as object)]
      assert.sameMembers(
        pages.map((row) => row.type_token),
        ["pulumi:providers:p", ...members]
      )
      const large = pages.filter(({ json }) => json === null)
      assert.isTrue(0 < large.length && large.length < pages.length)
      assert.strictEqual(stored.flatMap((rows) => rows.bodies).length, 8 * large.length)
      assert.sameMembers(
        stored.flatMap((rows) => rows.texts.map(({ kind }) => kind)),
        ["readme", "navigation"]
      )
    }).pipe(Effect.provide(bounds({})))
  )

  it.effect("goes on with the same thread after an import and after a refusal, but not after a large schema", () =>
    Effect.gen(function* () {
      const starts = join(yield* temporaryFolder, "starts")
      const counting = program(
        `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(starts)}, "x"); await import(${JSON.stringify(importThreadFile.href)})`
      )
      const large = { name: "p", unknown: "y".repeat(9_000_000) }
      yield* Effect.gen(function* () {
        for (const schema of [{ name: "p" }, { name: 1 }, "{", { name: "p" }]) yield* refusal(request(schema))
        assert.strictEqual(readFileSync(starts, "utf8"), "x")
        assert.strictEqual(yield* refusal(request(large)), "done")
        assert.strictEqual(yield* refusal(request({ name: "p" })), "done")
        assert.strictEqual(readFileSync(starts, "utf8"), "xx")
      }).pipe(Effect.provide(bounds({ program: counting })))
    })
  )

  it.effect("does not keep the process alive while nothing is imported", () =>
    Effect.gen(function* () {
      const before = yield* threads
      yield* run(request({ name: "p" }))
      assert.strictEqual(yield* threads, before)
    }).pipe(Effect.provide(bounds({})))
  )

  it.effect.each([
    ["ends", "process.exit(3)"] as const,
    ["ends when it is asked", `${LISTEN} process.exit(0) })`] as const,
    ["throws", `${LISTEN} throw new Error("a fault") })`] as const,
    ["can't be read", "import 'nowhere'"] as const
  ])("503 and nothing more when a thread %s; the next import has another one", ([, source]) =>
    Effect.gen(function* () {
      const before = yield* threads
      for (let repeat = 0; repeat < 3; repeat++) {
        assert.match(yield* refusal(request({ name: "p" })), /^ServiceUnavailable: .*complete again$/)
      }
      assert.strictEqual(yield* threads, before)
    }).pipe(Effect.provide(bounds({ program: program(source) })))
  )

  it.effect("a defect for a fault in a thread, which goes on", () =>
    Effect.gen(function* () {
      const starts = join(yield* temporaryFolder, "starts")
      const faulty = program(
        `import { appendFileSync } from "node:fs"; appendFileSync(${JSON.stringify(starts)}, "x")
         await import(${JSON.stringify(importThreadFile.href)})
         const Sound = TextDecoder
         globalThis.TextDecoder = class {
           constructor() { globalThis.TextDecoder = Sound; throw new RangeError("a fault") }
         }`
      )
      yield* Effect.gen(function* () {
        const exit = yield* Effect.exit(run(request({ name: "p" })))
        const fault = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
        assert.match(fault instanceof Error ? String(fault.cause) : "", /^RangeError: a fault\n/)
        assert.strictEqual(yield* refusal(request({ name: "p" })), "done")
        assert.strictEqual(readFileSync(starts, "utf8"), "x")
      }).pipe(Effect.provide(bounds({ program: faulty })))
    })
  )

  it.effect("400 when a schema takes more memory than a thread has", () =>
    Effect.gen(function* () {
      assert.match(yield* refusal(request(sampleSchema("p", 30_000_000))), /^BadRequest: .*at most 40 MB of memory/)
      assert.strictEqual(yield* refusal(request({ name: "p" })), "done")
    }).pipe(Effect.provide(bounds({ heapMegabytes: 40 })))
  )

  it.effect("400 when a schema takes too long", () =>
    Effect.gen(function* () {
      const before = yield* threads
      assert.match(yield* refusal(request({ name: "p" })), /^BadRequest: .*takes at most 20ms to prepare/)
      assert.strictEqual(yield* threads, before)
    }).pipe(Effect.provide(bounds({ program: silent, time: Duration.millis(20) })))
  )

  it.effect("429 while as many wait as may; an interrupted one makes room, and its thread ends", () =>
    Effect.gen(function* () {
      const before = yield* threads
      const first = yield* Effect.forkChild(run(request({ name: "p" })), { startImmediately: true })
      const second = yield* Effect.forkChild(run(request({ name: "p" })), { startImmediately: true })
      assert.match(yield* refusal(request({ name: "p" })), /^TooManyRequests/)
      assert.strictEqual(yield* threads, before + 1)
      yield* Fiber.interrupt(second)
      const third = yield* Effect.forkChild(refusal(request({ name: "p" })), { startImmediately: true })
      yield* Fiber.interrupt(first)
      const fourth = yield* Effect.forkChild(refusal(request({ name: "p" })), { startImmediately: true })
      assert.match(yield* refusal(request({ name: "p" })), /^TooManyRequests/)
      yield* Fiber.interrupt(fourth)
      yield* Fiber.interrupt(third)
      assert.strictEqual(yield* threads, before)
    }).pipe(Effect.provide(bounds({ program: silent })))
  )

  it.effect("one publisher's waiting imports keep neither places nor threads from others", () =>
    Effect.gen(function* () {
      const ended: Array<string> = []
      const begin = (publisher: string, schema: Stream.Stream<Uint8Array> = request({ name: "p" }).schema) =>
        Effect.forkChild(
          Effect.tap(run({ ...request({}), publisher, schema }), () => Effect.sync(() => ended.push(publisher))),
          { startImmediately: true }
        )
      const held = yield* Deferred.make<void>()
      const first = yield* begin("acme", Stream.unwrap(Effect.as(Deferred.await(held), request({ name: "p" }).schema)))
      const others = yield* Effect.forEach(["acme", "acme", "acme", "globex", "initech"], (name) => begin(name))
      assert.match(yield* refusal(request({ name: "p" })), /^TooManyRequests/)
      yield* Deferred.succeed(held, undefined)
      for (const fiber of [first, ...others]) yield* Fiber.join(fiber)
      assert.deepStrictEqual(ended, ["acme", "globex", "initech", "acme", "acme", "acme"])
    }).pipe(Effect.provide(bounds({ waiting: 12 })))
  )

  it.effect("ends its threads with its scope, also those at work", () =>
    Effect.gen(function* () {
      const before = yield* threads
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(bounds({ threads: 2 }), scope)
      yield* Effect.provide(run(request({ name: "p" })), context)
      const begun = yield* Deferred.make<void>()
      const waits = () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
      const large = request(sampleSchema("p", 300_000), waits)
      const fiber = yield* Effect.forkChild(Effect.provide(run(large), context), { startImmediately: true })
      yield* Deferred.await(begun)
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual(yield* threads, before)
      yield* Fiber.interrupt(fiber)
    })
  )
})
