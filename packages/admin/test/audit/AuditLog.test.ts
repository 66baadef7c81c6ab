import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { HttpServerRequest } from "effect/http"
import { ActingAs, Audit } from "@platform-control/core/Audit"
import { anonymous, Caller, CurrentPrincipal } from "@platform-control/core/Authorization"
import { testEngines } from "@platform-control/core/testing/databases"
import { testPrincipal } from "@platform-control/core/testing/authorization"
import { AuditLayer, AuditLog } from "../../src/audit/AuditLog.ts"
import { adminMigrations } from "../../src/AdminMigrations.ts"
import { makeValue } from "../../src/tokens/TokenValue.ts"
import { inspect } from "node:util"

const page = { order: "oldest first", limit: 100 } as const

describe("Audit, not plugged", () => {
  it.effect("keeps nothing", () =>
    Effect.gen(function* () {
      const audit = yield* Audit
      yield* audit.record({ action: "thing.make", target: "one" })
    })
  )
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`AuditLog on ${engine.name}`, () => {
    const services = Layer.merge(AuditLog.layer, AuditLayer).pipe(Layer.provideMerge(engine.layer(adminMigrations)))

    layer(services)((it) => {
      it.effect("keeps who did what, why, when and in which request", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const log = yield* AuditLog
          const alice = testPrincipal("alice", {})
          const request = HttpServerRequest.fromWeb(
            new Request("http://localhost/", { headers: { "x-request-id": "request-1" } })
          )
          yield* audit
            .record({ action: "whole.make", target: "w-1", organization: "acme", reason: "because" })
            .pipe(
              Effect.provideService(CurrentPrincipal, alice),
              Effect.provideService(HttpServerRequest.HttpServerRequest, request)
            )
          const [entry] = yield* log.list({ action: "whole.make" }, page)
          assert.isDefined(entry)
          assert.deepStrictEqual(
            { ...entry, id: 0 },
            {
              id: 0,
              at: 0,
              action: "whole.make",
              target: "w-1",
              organization: "acme",
              actorKind: "user",
              actor: "alice",
              tokenId: "token-alice",
              requestId: "request-1",
              reason: "because"
            }
          )
        })
      )

      it.effect("attributes an organization's token to the organization", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const log = yield* AuditLog
          const token = { ...testPrincipal("acme", {}), userId: undefined, tokenKind: "organization" } as const
          yield* Effect.provideService(audit.record({ action: "org.act", target: "t" }), Caller, token)
          const [entry] = yield* log.list({ action: "org.act" }, page)
          assert.deepStrictEqual([entry?.actorKind, entry?.actor], ["organization", "acme"])
        })
      )

      it.effect("attributes what nobody asked for to the server, unless somebody is named", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const log = yield* AuditLog
          yield* Effect.provideService(audit.record({ action: "own.act", target: "1" }), Caller, anonymous)
          yield* Effect.provideService(audit.record({ action: "own.act", target: "2" }), ActingAs, {
            kind: "command",
            name: "operator"
          })
          const found = yield* log.list({ action: "own.act" }, page)
          assert.deepStrictEqual(
            found.map(({ actor, actorKind }) => [actorKind, actor]),
            [
              ["server", "platform-control"],
              ["command", "operator"]
            ]
          )
        })
      )

      it.effect("has no entry for a write that was undone", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const log = yield* AuditLog
          const sql = yield* SqlClient.SqlClient
          const failed = yield* audit
            .record({ action: "undone.make", target: "1" })
            .pipe(Effect.andThen(Effect.fail("undone" as const)), sql.withTransaction, Effect.flip)
          assert.strictEqual(failed, "undone")
          assert.deepStrictEqual(yield* log.list({ action: "undone.make" }, page), [])
        })
      )

      it.effect("keeps no token's value, wherever a caller put it", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const log = yield* AuditLog
          const value = Redacted.value(yield* makeValue("personal"))
          yield* audit.record({ action: "leak.try", target: `t ${value}`, reason: `r${value}\0` })
          const [entry] = yield* log.list({ action: "leak.try" }, page)
          assert.deepStrictEqual([entry?.target, entry?.reason], ["t pct_***", "rpct_***\uFFFD"])
        })
      )

      it.effect("lists by every filter, in pages, in both orders", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const log = yield* AuditLog
          for (let index = 0; index < 7; index++) {
            yield* audit.record({
              action: index % 2 === 0 ? "even.make" : "odd.make",
              target: `list-${index}`,
              organization: index < 4 ? "paged" : "other"
            })
          }
          const walk = Effect.fnUntraced(function* (order: "oldest first" | "newest first") {
            const targets: Array<string> = []
            for (;;) {
              const last = targets.at(-1)
              const before = last === undefined ? [] : yield* log.list({ target: last }, page)
              const found = yield* log.list({ organization: "paged" }, { order, limit: 2, after: before[0] })
              targets.push(...found.map(({ target }) => target))
              if (found.length < 2) return targets
            }
          })
          assert.deepStrictEqual(yield* walk("oldest first"), ["list-0", "list-1", "list-2", "list-3"])
          assert.deepStrictEqual(yield* walk("newest first"), ["list-3", "list-2", "list-1", "list-0"])
          const even = yield* log.list({ action: "even.make", organization: "paged" }, page)
          assert.deepStrictEqual(
            even.map(({ target }) => target),
            ["list-0", "list-2"]
          )
          assert.deepStrictEqual(yield* log.list({ organization: "paged", since: 1 }, page), [])
          assert.lengthOf(yield* log.list({ organization: "paged", since: 0, until: 1 }, page), 4)
          assert.deepStrictEqual(yield* log.list({ organization: "paged", actor: "nobody" }, page), [])
        })
      )

      it.effect("is changed by nobody: the database refuses", () =>
        Effect.gen(function* () {
          const audit = yield* Audit
          const sql = yield* SqlClient.SqlClient
          yield* audit.record({ action: "kept.make", target: "kept" })
          const attempts = [
            sql`UPDATE admin_audit_entries SET actor = 'somebody else' WHERE target = 'kept'`,
            sql`DELETE FROM admin_audit_entries WHERE target = 'kept'`,
            sql.onDialectOrElse({
              pg: () => sql`TRUNCATE admin_audit_entries`,
              orElse: () => sql`INSERT OR REPLACE INTO admin_audit_entries (id, at, action, target, actor_kind, actor)
                SELECT id, 0, 'x', 'x', 'server', 'x' FROM admin_audit_entries WHERE target = 'kept'`
            })
          ]
          for (const attempt of attempts) {
            const error = yield* Effect.flip(attempt)
            assert.include(inspect(error, { depth: 10 }), "audit entries are only ever added")
          }
          const rows =
            yield* sql`SELECT target FROM admin_audit_entries WHERE target = 'kept' AND actor = 'platform-control'`
          assert.lengthOf(rows, 1)
        })
      )
    })
  })
}
