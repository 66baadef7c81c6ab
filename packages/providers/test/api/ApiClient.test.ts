import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Logger, References, Schema } from "effect"
import { makeApiClient, MAX_CONCURRENT_REQUESTS, makeConnection, segment } from "../../src/api/ApiClient.ts"
import { openTransport } from "../../src/api/openTransport.ts"
import { Waiting } from "../../src/api/retries.ts"
import type { Service } from "../../src/api/Service.ts"
import { fakeApi, jsonReply } from "../suite/FakeApi.ts"
import { plainServer } from "./listening.ts"

const service = (baseUrl: string, more: Partial<Service> = {}): Service => ({
  baseUrl,
  words: { name: "Shelf", address: "url (SHELF_URL)", credential: "key (SHELF_KEY)", certificate: "Name it." },
  headers: Effect.succeed({ authorization: "Bearer the-secret", "x-proxy": "another-secret" }),
  timeoutMillis: 5000,
  saidIn: (body) => (Schema.is(Schema.Struct({ message: Schema.String }))(body) ? body.message : undefined),
  refusesCredential: (status) => status === 401,
  ...more
})

const client = (baseUrl: string, more: Partial<Service> = {}) =>
  openTransport({}).pipe(
    Effect.flatMap(makeConnection),
    Effect.map((connection) => makeApiClient(connection, service(baseUrl, more)))
  )

const Book = Schema.Struct({ title: Schema.String })

const book = jsonReply({ title: "Momo" })

describe("get", () => {
  it.effect("sends the credential, the client's name, and several values of one parameter", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(() => book)
      const { get } = yield* client(`${api.url}/v1`)
      const query = { a: ["1", "2 &"], none: undefined, yes: true }
      const given = yield* get({ path: `/books/${segment("a/b ?")}`, query, answer: Book })
      assert.deepStrictEqual(given, { title: "Momo" })
      const [seen] = api.seen
      assert.strictEqual(seen?.path, "/v1/books/a%2Fb%20%3F")
      assert.deepStrictEqual(
        [...(seen?.query ?? [])],
        [
          ["a", "1"],
          ["a", "2 &"],
          ["yes", "true"]
        ]
      )
      assert.strictEqual(seen?.headers.authorization, "Bearer the-secret")
      assert.strictEqual(seen?.headers["user-agent"], "platform-control")
      assert.isUndefined(seen?.headers["traceparent"])
    }).pipe(Effect.scoped)
  )

  it.effect("writes requests into the log, and no secret", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      let asked = 0
      const api = yield* fakeApi(() => (asked++ === 0 ? jsonReply({ message: "busy" }, 503) : book))
      const { get } = yield* client(api.url)
      yield* get({ path: "/books", answer: Book }).pipe(
        Effect.provideService(Waiting, () => Effect.void),
        Effect.provideService(References.MinimumLogLevel, "Trace"),
        Effect.provide(Logger.layer([Logger.map(Logger.formatStructured, (line) => lines.push(JSON.stringify(line)))]))
      )
      const log = lines.join("\n")
      assert.match(log, /GET \/books: 503/)
      assert.match(log, /GET \/books: 200/)
      assert.match(log, /GET \/books: 503\. It is asked again in 2 s\./)
      assert.notInclude(log, "the-secret")
      assert.notInclude(log, "another-secret")
    }).pipe(Effect.scoped)
  )

  it.effect("has no more requests under way than its bound", () =>
    Effect.gen(function* () {
      let underWay = 0
      let most = 0
      const waiting: Array<() => void> = []
      const { host } = yield* plainServer((_, response) => {
        most = Math.max(most, ++underWay)
        waiting.push(() => {
          underWay--
          response.writeHead(200, { "content-type": "application/json" }).end('{"title":"Momo"}')
        })
        // The bound is full, or nothing else is coming: let one go.
        if (waiting.length === MAX_CONCURRENT_REQUESTS || underWay < MAX_CONCURRENT_REQUESTS)
          setImmediate(() => waiting.splice(0).forEach((go) => go()))
      })
      const { get } = yield* client(`http://${host}`)
      const all = yield* Effect.forEach(Array.from({ length: 40 }), () => get({ path: "/books", answer: Book }), {
        concurrency: "unbounded"
      })
      assert.lengthOf(all, 40)
      assert.isAbove(most, 1)
      assert.isAtMost(most, MAX_CONCURRENT_REQUESTS)
    }).pipe(Effect.scoped)
  )

  it.effect("waits 1, 2 and 4 seconds and up to a quarter more where the service names no time", () =>
    Effect.gen(function* () {
      const waits: Array<number> = []
      const api = yield* fakeApi(() => jsonReply({ message: "busy" }, 503))
      const { get } = yield* client(api.url)
      const error = yield* get({ path: "/books", answer: Book }).pipe(
        Effect.provideService(Waiting, (wait) => Effect.sync(() => waits.push(Duration.toSeconds(wait)))),
        Effect.flip
      )
      assert.strictEqual(error.message, "Shelf fails: GET /books: busy (503). Asked 4 times.")
      for (const [index, seconds] of [1, 2, 4].entries()) {
        assert.isAtLeast(waits[index] ?? 0, seconds)
        assert.isAtMost(waits[index] ?? 0, seconds * 1.25)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("stops when the times that a service asks for add up to too much", () =>
    Effect.gen(function* () {
      const waits: Array<number> = []
      const api = yield* fakeApi(() => jsonReply({}, 429, { "retry-after": "70" }))
      const { get } = yield* client(api.url)
      const error = yield* get({ path: "/books", answer: Book }).pipe(
        Effect.provideService(Waiting, (wait) => Effect.sync(() => waits.push(Duration.toSeconds(wait)))),
        Effect.flip
      )
      assert.strictEqual(error._tag, "RateLimited")
      assert.deepStrictEqual(waits, [70])
    }).pipe(Effect.scoped)
  )

  it.effect("does not repeat 501", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(() => jsonReply({ message: "no" }, 501))
      const { get } = yield* client(api.url)
      assert.strictEqual((yield* Effect.flip(get({ path: "/books", answer: Book })))._tag, "Unavailable")
      assert.lengthOf(api.seen, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("renews a refused credential once, and asks again", () =>
    Effect.gen(function* () {
      let token = "old"
      let renewals = 0
      const renewing = {
        headers: Effect.sync(() => ({ authorization: token })),
        renewCredential: Effect.sync(() => {
          renewals++
          token = "new"
          return true
        })
      }
      const api = yield* fakeApi(({ headers }) =>
        headers.authorization === "new" ? book : jsonReply({ message: "expired" }, 401)
      )
      const { get } = yield* client(api.url, renewing)
      assert.deepStrictEqual(yield* get({ path: "/books", answer: Book }), { title: "Momo" })
      const refusing = yield* fakeApi(() => jsonReply({ message: "expired" }, 401))
      const other = yield* client(refusing.url, renewing)
      assert.strictEqual((yield* Effect.flip(other.get({ path: "/books", answer: Book })))._tag, "Unauthorized")
      assert.lengthOf(refusing.seen, 2)
      assert.strictEqual(renewals, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("names every kind of refusal", () =>
    Effect.gen(function* () {
      const tags: Readonly<Record<number, string>> = {
        400: "InvalidInput",
        401: "Unauthorized",
        403: "Forbidden",
        404: "NotFound",
        406: "UnexpectedAnswer",
        409: "UnexpectedAnswer",
        410: "NotFound",
        422: "InvalidInput"
      }
      for (const [status, tag] of Object.entries(tags)) {
        const api = yield* fakeApi(() => jsonReply({ message: "because" }, Number(status)))
        const { get } = yield* client(api.url)
        const error = yield* Effect.flip(get({ path: "/books", answer: Book }))
        assert.strictEqual(error._tag, tag, status)
        assert.include(error.message, "because")
      }
    }).pipe(Effect.scoped)
  )
})

describe("post", () => {
  it.effect("sends JSON, and is not repeated after a fault, which may have come too late", () =>
    Effect.gen(function* () {
      const api = yield* fakeApi(() => jsonReply({ message: "broken" }, 500))
      const { post } = yield* client(api.url)
      const error = yield* Effect.flip(post({ path: "/books", body: { title: "Momo" }, answer: Book }))
      assert.strictEqual(error._tag, "Unavailable")
      assert.deepStrictEqual(
        api.seen.map(({ body, method }) => `${method} ${body}`),
        ['POST {"title":"Momo"}']
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is repeated where the service did not take it", () =>
    Effect.gen(function* () {
      let asked = 0
      const api = yield* fakeApi(() => (asked++ === 0 ? jsonReply({}, 429, { "retry-after": "0" }) : book))
      const { post } = yield* client(api.url)
      const given = yield* post({ path: "/books", body: {}, answer: Book }).pipe(
        Effect.provideService(Waiting, () => Effect.void)
      )
      assert.deepStrictEqual(given, { title: "Momo" })
    }).pipe(Effect.scoped)
  )
})

describe("a proxy of the environment", () => {
  it.effect("is asked instead of the service", () =>
    Effect.gen(function* () {
      const asked: Array<string | undefined> = []
      const { host } = yield* plainServer(({ url }, response) => {
        asked.push(url)
        response.writeHead(200, { "content-type": "application/json" }).end('{"title":"by proxy"}')
      })
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          const before = process.env.http_proxy
          process.env.http_proxy = `http://${host}`
          return before
        }),
        (before) =>
          Effect.sync(() => {
            if (before === undefined) delete process.env.http_proxy
            else process.env.http_proxy = before
          })
      )
      const { get } = yield* client("http://shelf.example")
      assert.deepStrictEqual(yield* get({ path: "/books", answer: Book }), { title: "by proxy" })
      assert.lengthOf(asked, 1)
    }).pipe(Effect.scoped)
  )
})
