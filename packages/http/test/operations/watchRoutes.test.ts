import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Dependency, watchRoutes } from "../../src/operations/watchRoutes.ts"
import { refusalOf, serveAll, serveRoutes } from "../serving.ts"

const watched = (...dependencies: ReadonlyArray<Dependency>) => watchRoutes({ dependencies, metrics: undefined })

const answering: Dependency = { name: "the cellar", check: Effect.void }

describe("GET /readyz", () => {
  it.live("200 while everything answers", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(watched(answering))
      const answer = yield* server.fetch("/readyz")
      assert.strictEqual(answer.status, 200)
    })
  )

  it.live("503 that names what does not answer, and not why", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(
        watched(
          answering,
          { name: "the attic", check: Effect.die(new Error("postgres://me:hunter2@db")) },
          { name: "the roof", check: Effect.never }
        )
      )
      const answer = yield* server.fetch("/readyz")
      assert.strictEqual(answer.status, 503)
      assert.isNotNull(answer.headers.get("retry-after"))
      const { message } = yield* refusalOf(answer)
      assert.strictEqual(message, "Not ready: the attic and the roof do not answer")
    })
  )
})

describe("GET /healthz", () => {
  it.live("200 whatever does not answer", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(watched({ name: "the attic", check: Effect.die("gone") }))
      assert.strictEqual((yield* server.fetch("/healthz")).status, 200)
    })
  )
})

const metricsOf = (server: { readonly fetch: (path: string) => Effect.Effect<Response> }) =>
  Effect.flatMap(server.fetch("/metrics"), (answer) => {
    assert.strictEqual(answer.status, 200)
    assert.match(answer.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/)
    return Effect.promise(() => answer.text())
  })

const sample = (text: string, name: string): number => {
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

describe("GET /metrics", () => {
  it.live("counts requests by route, method and class of status", () =>
    Effect.gen(function* () {
      const server = yield* serveAll()
      for (const path of ["/api/user", "/api/user", "/api/registry/packages", "/nowhere", "/nowhere/else"]) {
        yield* server.fetch(path)
      }
      yield* server.fetch("/api/registry/packages/private/a/b/versions/1.0.0")
      yield* server.fetch("/api/user", { method: "POST" })
      const text = yield* metricsOf(server)
      const requests = (labels: string) => sample(text, `http_server_requests_total{${labels}}`)
      assert.strictEqual(requests('route="/api/user",method="GET",status="4xx"'), 2)
      assert.strictEqual(requests('route="/api/registry/packages",method="GET",status="2xx"'), 1)
      assert.strictEqual(requests('route="none",method="GET",status="4xx"'), 2)
      assert.strictEqual(requests('route="none",method="POST",status="4xx"'), 1)
      const versions = "/api/registry/packages/:source/:publisher/:name/versions/:version"
      assert.strictEqual(requests(`route="${versions}",method="GET",status="4xx"`), 1)
      const labels = 'route="/api/user",method="GET",status="4xx"'
      assert.strictEqual(sample(text, `http_server_request_duration_seconds_count{${labels}}`), 2)
      assert.strictEqual(sample(text, `http_server_request_duration_seconds_bucket{${labels},le="+Inf"}`), 2)
      assert.isAbove(sample(text, `http_server_request_duration_seconds_sum{${labels}}`), 0)
      assert.isAbove(sample(text, "process_resident_memory_bytes"), 1_000_000)
      assert.isAbove(sample(text, "process_cpu_seconds_total"), 0)
    })
  )

  it.live("buckets grow with their bounds, up to the count", () =>
    Effect.gen(function* () {
      const server = yield* serveAll()
      for (let count = 0; count < 20; count += 1) yield* server.fetch("/api/user")
      const lines = (yield* metricsOf(server)).split("\n").filter((line) => line.includes('_bucket{route="/api/user"'))
      const counts = lines.map((line) => Number(line.slice(line.lastIndexOf(" "))))
      assert.strictEqual(counts.length, 14)
      assert.deepStrictEqual(
        counts,
        counts.toSorted((left, right) => left - right)
      )
      assert.strictEqual(counts.at(-1), 20)
    })
  )

  it.live("are those of one server only", () =>
    Effect.gen(function* () {
      const [first, second] = yield* Effect.all([serveAll(), serveAll()])
      yield* first.fetch("/api/user")
      assert.notInclude(yield* metricsOf(second), 'route="/api/user"')
    })
  )

  it.live("404 when they are off", () =>
    Effect.gen(function* () {
      const server = yield* serveAll({ METRICS: "false" })
      assert.strictEqual((yield* server.fetch("/metrics")).status, 404)
    })
  )
})
