import { assert, describe, it } from "@effect/vitest"
import { Console, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { serveRoutes } from "../serving.ts"

const routes = HttpRouter.use((router) =>
  Effect.all([
    router.add("GET", "/hello", Effect.as(Effect.logInfo("said hello"), HttpServerResponse.text("hello"))),
    router.add("GET", "/fault", Effect.die(new Error("the cellar is flooded")))
  ])
)

/** What a server with these settings writes to its log while `use` runs. */
const logged = (
  env: Record<string, string>,
  use: (server: Effect.Success<ReturnType<typeof serveRoutes>>) => Effect.Effect<unknown>
) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const write = (...parts: ReadonlyArray<unknown>) => void lines.push(parts.map(String).join(" "))
    const captured: Console.Console = { ...console, log: write, error: write, warn: write, info: write, debug: write }
    const server = yield* serveRoutes(routes, { LOG_LEVEL: "Info", LOG_FORMAT: "json", ...env }).pipe(
      Effect.provideService(Console.Console, captured)
    )
    yield* use(server)
    return lines
  })

const withId = (requestId: string, init: RequestInit = {}) => ({ ...init, headers: { "x-request-id": requestId } })

describe("the log", () => {
  it.live("has one line for a fault, with its cause and the request id", () =>
    Effect.gen(function* () {
      const lines = yield* logged({}, (server) => server.fetch("/fault?signature=secret", withId("fault-1")))
      assert.strictEqual(lines.length, 1, lines.join("\n"))
      const line = JSON.parse(lines[0] ?? "")
      assert.deepInclude(line, { level: "ERROR", requestId: "fault-1" })
      assert.match(line.timestamp, /^\d{4}-\d\d-\d\dT.*Z$/)
      assert.include(line.cause, "the cellar is flooded")
      assert.notInclude(lines[0] ?? "", "secret")
    })
  )

  it.live("has the request id on what operations say", () =>
    Effect.gen(function* () {
      const lines = yield* logged({}, (server) => server.fetch("/hello", withId("hello-1")))
      assert.deepInclude(JSON.parse(lines[0] ?? ""), { level: "INFO", message: "said hello", requestId: "hello-1" })
    })
  )

  it.live("says nothing of ordinary and refused requests", () =>
    Effect.gen(function* () {
      const lines = yield* logged({ LOG_LEVEL: "Warn" }, (server) =>
        Effect.all([server.fetch("/hello"), server.fetch("/nowhere")])
      )
      assert.deepStrictEqual(lines, [])
    })
  )

  it.live("has refused requests at Debug", () =>
    Effect.gen(function* () {
      const lines = yield* logged({ LOG_LEVEL: "Debug" }, (server) => server.fetch("/nowhere?q=1", withId("lost")))
      const refusal = lines.map((line) => JSON.parse(line)).find(({ requestId }) => requestId === "lost")
      assert.deepInclude(refusal, { level: "DEBUG", message: "GET /nowhere was refused with 404" })
    })
  )

  it.live("has every request where the access log is on", () =>
    Effect.gen(function* () {
      const lines = yield* logged({ ACCESS_LOG: "true" }, (server) =>
        Effect.all([server.fetch("/nowhere?token=secret", withId("one")), server.fetch("/hello", withId("two"))])
      )
      const answered = lines.map((line) => JSON.parse(line)).filter(({ message }) => message === "answered")
      assert.deepInclude(answered[0], { requestId: "one", method: "GET", path: "/nowhere", status: 404 })
      assert.deepInclude(answered[1], { requestId: "two", path: "/hello", status: 200 })
      assert.isNumber(answered[1].milliseconds)
      assert.notInclude(lines.join("\n"), "secret")
    })
  )

  it.live("is for people where that is set, and still names the request", () =>
    Effect.gen(function* () {
      const lines = yield* logged({ LOG_FORMAT: "pretty" }, (server) => server.fetch("/fault", withId("fault-2")))
      const text = lines.join("\n")
      assert.include(text, "fault-2")
      assert.include(text, "the cellar is flooded")
      assert.throws(() => JSON.parse(text))
    })
  )
})
