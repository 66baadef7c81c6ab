/** What a command says when the address that it was given is not a server of ours. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
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
      for (const url of ["nonsense", "file:///x", "localhost:8080"]) {
        const { exitCode, message } = yield* list(url)
        assert.include(message, `${url} is no address of a server`)
        assert.strictEqual(exitCode, 2)
      }
    })
  )

  it.live("never prints the password of an address", () =>
    Effect.gen(function* () {
      const url = yield* Effect.scoped(answering(200, "text/html", page))
      for (const address of [url.replace("//", "//me:hunter2@"), "me:hunter2@127.0.0.1:1", "http://%:hunter2@host"])
        assert.notInclude((yield* list(address)).message, "hunter2")
    })
  )

  it.live("sends a token without the line break that its file ended with", () =>
    Effect.gen(function* () {
      const seen: Array<string | undefined> = []
      const url = yield* serverThat((request, response) => {
        seen.push(request.headers.authorization)
        response.writeHead(200, { "content-type": "application/json" }).end('{"packages":[]}')
      })
      yield* connected({ url, token: Option.some(Redacted.make("pct_p_1\r\n")) }, {}, (client) =>
        client.packages.list({ query: {} })
      )
      assert.deepStrictEqual(seen, ["Bearer pct_p_1"])
    })
  )

  it.effect("refuses a token that no header could hold, without repeating it", () =>
    Effect.gen(function* () {
      for (const token of ["pct_p_жук", "pct_p_1\npct_p_2"]) {
        const { exitCode, message } = yield* Effect.flip(
          connected({ url: "http://127.0.0.1:1", token: Option.some(Redacted.make(token)) }, {}, (client) =>
            client.packages.list({ query: {} })
          )
        )
        assert.strictEqual(exitCode, 2)
        assert.match(message, /PLATFORM_CONTROL_TOKEN/)
        assert.notInclude(message, "pct_p")
      }
    })
  )
})
