/** What a command says when the address that it was given is not a server of ours. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { connected } from "../../src/cli/Connection.ts"

const serverThat = (answers: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(answers)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`))

const list = (url: string) =>
  Effect.flip(connected({ url, token: Option.none() }, {}, (client) => client.packages.list({ query: {} })))

const answering = (status: number, contentType: string, body: string) =>
  serverThat((_, response) => response.writeHead(status, { "content-type": contentType }).end(body))

const page = "<!doctype html><title>Sign in</title>"

describe("connected", () => {
  const strangers = [
    ["a page with 200", 200, "text/html", page, /not as Platform Control does/],
    ["a page with 404", 404, "text/html", page, /status 404, text\/html/],
    ["a gateway's page with 502", 502, "text/html", page, /status 502, text\/html/],
    ["JSON of another shape with 200", 200, "application/json", '{"ok":true}', /not as Platform Control does/],
    ["JSON of another shape with 401", 401, "application/json", '{"error":"login"}', /not as Platform Control does/]
  ] as const
  for (const [what, status, contentType, body, expected] of strangers)
    it.live(`says that ${what} is no answer of this server`, () =>
      Effect.gen(function* () {
        const url = yield* answering(status, contentType, body)
        const { message } = yield* list(url)
        assert.include(message, url)
        assert.match(message, expected)
        assert.match(message, /--url or PLATFORM_CONTROL_URL/)
        assert.notInclude(message, "doctype")
      })
    )

  it.live("says that nothing answers", () =>
    Effect.gen(function* () {
      const url = yield* Effect.scoped(answering(200, "text/html", page))
      assert.match((yield* list(url)).message, /No connection to .*ECONNREFUSED[^]*platform-control start/)
    })
  )

  it.live("says that a connection was cut off", () =>
    Effect.gen(function* () {
      const url = yield* serverThat((request) => request.socket.destroy())
      assert.match((yield* list(url)).message, /No connection to .*/)
    })
  )

  it.live("says that an address is none", () =>
    Effect.gen(function* () {
      assert.match((yield* list("nonsense")).message, /nonsense is no address of a server/)
    })
  )
})
