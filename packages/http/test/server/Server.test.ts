import { bootstrap, Organizations } from "@platform-control/admin/server"
import { temporaryFolder, testEngines } from "@platform-control/core/testing/databases"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { ControlPlaneClient } from "../../src/client.ts"
import { RegistryClient } from "../../src/client/registry.ts"
import * as Database from "../../src/Database.ts"
import * as Server from "../../src/Server.ts"
import { refusalOf, serveAll } from "../serving.ts"
import { testSettings } from "../../src/testing.ts"

const SECRET = { SECRET_KEY: "00".repeat(32) }

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`the server on ${engine.name}`, () => {
    const serve = Effect.flatMap(engine.emptyDatabase, (url) => serveAll({ ...SECRET, DATABASE_URL: url }))

    it.live("answers its typed client", () =>
      Effect.gen(function* () {
        const server = yield* serve
        const first = yield* bootstrap({ organization: "acme", login: "ada" }).pipe(Effect.provide(server.services))
        const token = Option.getOrThrow(first).token
        const user = yield* Effect.flatMap(ControlPlaneClient, (client) => client.user.get()).pipe(
          Effect.provide(ControlPlaneClient.layer({ url: server.url, token }))
        )
        assert.strictEqual(user.scmLogin, "ada")
        const list = yield* Effect.flatMap(RegistryClient, (client) => client.packages.list({ query: {} })).pipe(
          Effect.provide(RegistryClient.layer({ url: server.url }))
        )
        assert.deepStrictEqual(list.packages, [])
      })
    )

    it.live("401 without, with an unknown, and with two credentials", () =>
      Effect.gen(function* () {
        const server = yield* serve
        const first = yield* bootstrap({ organization: "acme", login: "ada" }).pipe(Effect.provide(server.services))
        const token = Redacted.value(Option.getOrThrow(first).token)
        for (const headers of [{}, { authorization: "Bearer unknown" }]) {
          const answer = yield* server.fetch("/api/user", { headers })
          assert.strictEqual(answer.status, 401)
          assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
          assert.deepInclude(yield* refusalOf(answer), { code: 401 })
        }
        const reply = yield* server.send(
          `GET /api/user HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\nAuthorization: Bearer other\r\nConnection: close\r\n\r\n`
        )
        assert.isTrue(reply.startsWith("HTTP/1.1 401 "), reply)
        const known = yield* server.fetch("/api/user", { headers: { authorization: `token ${token}` } })
        assert.strictEqual(known.status, 200)
      })
    )

    it.live("415 for another media type, 400 for what is no JSON, 413 for too much of it", () =>
      Effect.gen(function* () {
        const server = yield* serve
        const first = yield* bootstrap({ organization: "acme", login: "ada" }).pipe(Effect.provide(server.services))
        const authorization = `Bearer ${Redacted.value(Option.getOrThrow(first).token)}`
        const start = (body: string, type: string) =>
          server.fetch("/api/registry/packages/private/acme/thing/versions", {
            method: "POST",
            body,
            headers: { authorization, "content-type": type }
          })
        const cases = [
          ["{}", "text/csv", 415],
          ["{", "application/json", 400],
          ["", "application/json", 400],
          [`{"version":"${"1".repeat(1_100_000)}"}`, "application/json", 413]
        ] as const
        for (const [body, type, status] of cases) {
          const answer = yield* start(body, type)
          assert.strictEqual(answer.status, status)
          assert.deepInclude(yield* refusalOf(answer), { code: status })
        }
        const started = yield* start('{"version":"1.0.0","unknown":true}', "application/json")
        assert.strictEqual(started.status, 202)
      })
    )

    it.live("plugs the registry's publishers from the organizations", () =>
      Effect.gen(function* () {
        const server = yield* serve
        const first = yield* bootstrap({ organization: "acme", login: "ada" }).pipe(Effect.provide(server.services))
        const authorization = `Bearer ${Redacted.value(Option.getOrThrow(first).token)}`
        const start = (publisher: string) =>
          server.fetch(`/api/registry/packages/private/${publisher}/thing/versions`, {
            method: "POST",
            body: '{"version":"1.0.0"}',
            headers: { authorization, "content-type": "application/json" }
          })
        assert.strictEqual((yield* start("nobody")).status, 404)
        yield* Effect.flatMap(Organizations, (organizations) => organizations.create({ name: "nobody" })).pipe(
          Effect.provide(server.services)
        )
        assert.strictEqual((yield* start("nobody")).status, 202)
      })
    )
  })
}

describe("migrations", () => {
  it.live("are left to the command when the start says so", () =>
    Effect.gen(function* () {
      const settings = yield* testSettings({ DATA: yield* temporaryFolder })
      yield* Layer.build(Server.layer(settings, { migrate: false }))
      const services = yield* Layer.build(Database.layer(settings))
      const tables = yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT name FROM sqlite_master`).pipe(
        Effect.provide(services)
      )
      assert.deepStrictEqual(tables, [])
    })
  )
})
