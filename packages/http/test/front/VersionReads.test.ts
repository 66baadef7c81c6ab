import { Authentication, bootstrap, Members, Organizations, Tokens, Users } from "@platform-control/admin/server"
import { Publish } from "@platform-control/registry/server"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { FrontServer } from "../../src/front/FrontServer.ts"
import { Front } from "../../src/Listener.ts"
import { serveAll, type Served } from "../serving.ts"

const schema = (name: string, version: string) =>
  JSON.stringify({ name, version, description: `Ünïcode "quotes" of ${name}`, resources: {} })

const put = (url: string, body: string) => Effect.promise(() => fetch(url, { method: "PUT", body }))

const publish = Effect.fnUntraced(function* (token: string, source: "platform" | "private", version: string) {
  const principal = yield* (yield* Authentication).authenticate(token)
  const service = yield* Publish
  const path = { source, publisher: "acme", name: "thing" }
  const { operationID, uploadURLs } = yield* service.start(principal, path, { version })
  yield* put(uploadURLs.schema, schema("thing", version))
  yield* put(uploadURLs.index, "# Thing")
  yield* service.complete(principal, { ...path, version }, operationID)
})

const outsider = Effect.gen(function* () {
  yield* (yield* Organizations).create({ name: "other" })
  const user = yield* (yield* Users).create({ login: "otto" })
  yield* (yield* Members).add("other", "otto", "member")
  const created = yield* (yield* Tokens).create({
    kind: "personal",
    userId: user.id,
    description: "",
    expiresAt: 0,
    createdBy: "otto"
  })
  return { id: created.id, token: Redacted.value(created.value) }
})

const stage = Effect.gen(function* () {
  const server = yield* serveAll()
  const context = server.services as Context.Context<never>
  const front: FrontServer = Context.getUnsafe(context, Front)
  const { other, token } = yield* Effect.gen(function* () {
    const first = Option.getOrThrow(yield* bootstrap({ organization: "acme", login: "ada" }))
    const token = Redacted.value(first.token)
    for (const version of ["1.0.0", "2.0.0-rc.1+build.5"]) {
      yield* publish(token, "platform", version)
      yield* publish(token, "private", version)
    }
    return { token, other: yield* outsider }
  }).pipe(Effect.provide(server.services))
  let short = 0
  const way = front.shortWay
  assert.isDefined(way)
  front.shortWay = (response) => {
    const answered = way(response)
    if (answered) short += 1
    return answered
  }
  const revoke = Effect.flatMap(Tokens, (tokens) => tokens.revoke(other.id)).pipe(Effect.provide(server.services))
  return { server, token, other: other.token, revoke, shortAnswers: () => short }
})

/** A body of no bytes is unusual enough for the ordinary way, and changes nothing else. */
const ORDINARY = "Content-Length: 0\r\n"

const reply = (server: Served, path: string, token: string, headers: string) =>
  Effect.map(
    server.send(
      `GET ${path} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\nX-Request-Id: same\r\n${headers}Connection: close\r\n\r\n`
    ),
    (text) => text.replace(/^Date: .*\r\n/im, "")
  )

const versions = (source: string, version: string) => `/api/registry/packages/${source}/acme/thing/versions/${version}`

describe("the short way of GET version", () => {
  it.live("answers byte for byte what the ordinary way answers", () =>
    Effect.gen(function* () {
      const { other, server, shortAnswers, token } = yield* stage
      const etag = /^etag: (.*)\r$/im.exec(yield* reply(server, versions("platform", "1.0.0"), token, ORDINARY))?.[1]
      assert.isDefined(etag)
      const cases: ReadonlyArray<readonly [path: string, token: string, headers: string, short: boolean]> = [
        [versions("platform", "1.0.0"), token, "", true],
        [versions("platform", "latest"), token, "", true],
        [versions("private", "2.0.0-rc.1+build.5"), token, "", true],
        [versions("private", "latest"), token, "Accept: text/html\r\n", true],
        [versions("platform", "1.0.0"), token, `If-None-Match: ${etag}\r\n`, true],
        [versions("platform", "1.0.0"), token, `If-None-Match: "x", W/${etag}\r\n`, true],
        [versions("platform", "1.0.0"), token, "If-None-Match: *\r\n", true],
        [versions("platform", "latest"), token, `If-None-Match: "x"\r\n`, true],
        [versions("platform", "1.0.0"), other, "", true],
        [versions("platform", "1.0.0"), token, "Accept-Encoding: gzip\r\n", true],
        [versions("platform", "1.0.0"), token, "Accept-Encoding: br;q=1, identity\r\n", true],
        [versions("platform", "1.0.0"), token, "Accept-Encoding: gzip\r\nIf-None-Match: *\r\n", true],
        [versions("private", "1.0.0"), other, "", false],
        [versions("platform", "9.9.9"), token, "", false],
        [versions("elsewhere", "1.0.0"), token, "", false],
        [`${versions("platform", "1.0.0")}?lang=go`, token, "", false],
        [versions("platform", "2.0.0-rc.1%2Bbuild.5"), token, "", false],
        [versions("platform", "1.0.0"), `${token}x`, "", false],
        [`/api/registry/packages/platform/acme/thing/versions/`, token, "", false]
      ]
      yield* reply(server, versions("platform", "1.0.0"), other, ORDINARY)
      for (const [path, credential, headers, isShort] of cases) {
        const before = shortAnswers()
        const plain = yield* reply(server, path, credential, headers)
        assert.strictEqual(shortAnswers() - before, isShort ? 1 : 0, `${path} ${headers}`)
        assert.strictEqual(plain, yield* reply(server, path, credential, headers + ORDINARY), `${path} ${headers}`)
      }
    })
  )

  it.live("401 for the first request after a revocation", () =>
    Effect.gen(function* () {
      const { other, revoke, server, shortAnswers } = yield* stage
      yield* reply(server, versions("platform", "1.0.0"), other, "")
      assert.include(yield* reply(server, versions("platform", "1.0.0"), other, ""), "HTTP/1.1 200")
      assert.strictEqual(shortAnswers(), 1)
      yield* revoke
      assert.include(yield* reply(server, versions("platform", "1.0.0"), other, ""), "HTTP/1.1 401")
    })
  )

  it.live("leaves a fault of the database to the ordinary way, which answers 500", () =>
    Effect.gen(function* () {
      const { server, shortAnswers, token } = yield* stage
      const read = reply(server, versions("platform", "1.0.0"), token, "")
      assert.include(yield* read, "HTTP/1.1 200")
      assert.strictEqual(shortAnswers(), 1)
      yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE registry_versions RENAME TO elsewhere`).pipe(
        Effect.provide(server.services)
      )
      assert.include(yield* read, "HTTP/1.1 500")
      assert.strictEqual(shortAnswers(), 1)
    })
  )
})
