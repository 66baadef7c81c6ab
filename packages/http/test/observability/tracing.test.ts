import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { createServer } from "node:http"
import { serveRoutes } from "../serving.ts"

const routes = HttpRouter.use((router) =>
  router.add("GET", "/hello", Effect.succeed(HttpServerResponse.text("hello")).pipe(Effect.withSpan("greeting")))
)

interface Span {
  readonly name: string
  readonly traceId: string
}

/** A collector that remembers the spans that it is sent. */
const collector = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly spans: Array<Span>; readonly close: () => void }>((resume) => {
    const spans: Array<Span> = []
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        assert.strictEqual(request.url, "/v1/traces")
        const body = JSON.parse(Buffer.concat(chunks).toString())
        spans.push(...body.resourceSpans[0].scopeSpans.flatMap((scope: { spans: Array<Span> }) => scope.spans))
        response.end("{}")
      })
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, spans, close: () => server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

/** The spans of some requests; the server sends the last ones when it stops. */
const traced = (ratio: string, headers: Record<string, string> = {}) =>
  Effect.gen(function* () {
    const { spans, url } = yield* collector
    const scope = yield* Scope.make()
    const server = yield* serveRoutes(routes, { OTLP_ENDPOINT: url, OTLP_SAMPLING_RATIO: ratio }).pipe(
      Scope.provide(scope)
    )
    for (let count = 0; count < 20; count += 1) yield* server.fetch("/hello", { headers })
    yield* Scope.close(scope, Exit.void)
    return spans
  })

const TRACE = "0af7651916cd43dd8448eb211c80319c"

describe("traces", () => {
  it.live("have a span for the request and those inside it", () =>
    Effect.gen(function* () {
      const spans = yield* traced("1")
      const greetings = spans.filter(({ name }) => name === "greeting")
      assert.strictEqual(greetings.length, 20)
      assert.strictEqual(spans.length, 40)
      assert.strictEqual(new Set(spans.map(({ traceId }) => traceId)).size, 20)
    })
  )

  it.live("are of a share of the requests, whole ones", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* traced("0"), [])
      const spans = yield* traced("0.5")
      assert.strictEqual(spans.length % 2, 0)
    })
  )

  it.live("go on where a caller began them", () =>
    Effect.gen(function* () {
      const spans = yield* traced("0", { traceparent: `00-${TRACE}-b7ad6b7169203331-01` })
      assert.strictEqual(spans.length, 40)
      assert.deepStrictEqual(new Set(spans.map(({ traceId }) => traceId)), new Set([TRACE]))
      assert.deepStrictEqual(yield* traced("1", { traceparent: `00-${TRACE}-b7ad6b7169203331-00` }), [])
    })
  )
})
