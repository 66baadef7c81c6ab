import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { serveRoutes } from "../serving.ts"

const hello = HttpRouter.use((router) => router.add("GET", "/hello", HttpServerResponse.text("hello")))

const allowed = { CORS_ORIGINS: "https://app.example, https://other.example" }

const preflight = (origin: string) => ({
  method: "OPTIONS",
  headers: { origin, "access-control-request-method": "PUT", "access-control-request-headers": "x-anything" }
})

describe("CORS", () => {
  it.live("is off unless origins are set", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello)
      const answer = yield* server.fetch("/hello", { headers: { origin: "https://app.example" } })
      assert.isNull(answer.headers.get("access-control-allow-origin"))
      assert.strictEqual((yield* server.fetch("/hello", preflight("https://app.example"))).status, 405)
    })
  )

  it.live("lets the pages of a set origin read answers and their headers", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello, allowed)
      const answer = yield* server.fetch("/hello", { headers: { origin: "https://other.example" } })
      assert.strictEqual(answer.headers.get("access-control-allow-origin"), "https://other.example")
      assert.include(answer.headers.get("access-control-expose-headers"), "x-request-id")
      assert.include(answer.headers.get("access-control-expose-headers"), "etag")
      assert.include(answer.headers.get("access-control-expose-headers"), "link")
      assert.include(answer.headers.get("vary"), "Origin")
      const refused = yield* server.fetch("/unknown", { headers: { origin: "https://other.example" } })
      assert.strictEqual(refused.headers.get("access-control-allow-origin"), "https://other.example")
    })
  )

  it.live("says nothing to other origins, but that answers differ by origin", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello, allowed)
      for (const init of [{ headers: { origin: "https://evil.example" } }, {}]) {
        const answer = yield* server.fetch("/hello", init)
        assert.isNull(answer.headers.get("access-control-allow-origin"))
        assert.include(answer.headers.get("vary"), "Origin")
      }
      const asked = yield* server.fetch("/hello", preflight("https://evil.example"))
      assert.isNull(asked.headers.get("access-control-allow-origin"))
      assert.isNull(asked.headers.get("access-control-allow-methods"))
    })
  )

  it.live("answers preflights with lists of its own and for a bounded time", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello, allowed)
      const answer = yield* server.fetch("/any/path", preflight("https://app.example"))
      assert.strictEqual(answer.status, 204)
      assert.strictEqual(answer.headers.get("access-control-allow-origin"), "https://app.example")
      assert.include(answer.headers.get("access-control-allow-methods"), "DELETE")
      assert.include(answer.headers.get("access-control-allow-headers"), "authorization")
      assert.notInclude(answer.headers.get("access-control-allow-headers"), "x-anything")
      assert.isAtMost(Number(answer.headers.get("access-control-max-age")), 3600)
      assert.isNull(answer.headers.get("access-control-allow-credentials"))
    })
  )

  it.live("lets everybody in with `*`", () =>
    Effect.gen(function* () {
      const server = yield* serveRoutes(hello, { CORS_ORIGINS: "*" })
      const answer = yield* server.fetch("/hello", { headers: { origin: "https://any.example" } })
      assert.strictEqual(answer.headers.get("access-control-allow-origin"), "*")
    })
  )
})
