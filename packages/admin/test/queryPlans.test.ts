import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { type TestEngine, testEngines } from "@platform-control/core/testing/databases"
import { auditRepository } from "../src/audit/AuditRepository.ts"
import { credentialsRepository } from "../src/tokens/CredentialsRepository.ts"
import { tokensRepository } from "../src/tokens/TokensRepository.ts"
import { adminMigrations } from "../src/server.ts"

type Compiled = readonly [text: string, parameters: ReadonlyArray<unknown>]

interface PlanRow {
  readonly detail: string
  readonly "QUERY PLAN": string
}

/** The statement that the effect runs, as the database is sent it. */
const statementOf = Effect.fnUntraced(function* (query: Effect.Effect<unknown>) {
  const seen: Array<Compiled> = []
  yield* Effect.provideService(query, Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      const [text, parameters] = statement.compile()
      seen.push([text, parameters])
      return statement
    })
  )
  const [first] = seen
  assert.isDefined(first)
  return first
})

/** Bitmaps and sorts are for few rows, which a test has: PostgreSQL is asked how it would read many. */
const explain = Effect.fnUntraced(function* (engine: TestEngine, [text, parameters]: Compiled) {
  const sql = yield* SqlClient.SqlClient
  const plan = sql.unsafe<PlanRow>(`${engine.name === "SQLite" ? "EXPLAIN QUERY PLAN" : "EXPLAIN"} ${text}`, parameters)
  const rows = yield* engine.name === "SQLite"
    ? plan
    : sql.withTransaction(
        Effect.andThen(
          Effect.all([
            sql`SET LOCAL enable_bitmapscan = off`,
            sql`SET LOCAL enable_seqscan = off`,
            sql`SET LOCAL enable_sort = off`
          ]),
          plan
        )
      )
  return rows.map((row) => row.detail ?? row["QUERY PLAN"]).join("\n")
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`queries of the admin area on ${engine.name}`, () => {
    it.layer(Layer.mergeAll(engine.layer(adminMigrations)))((it) => {
      const goesBy = Effect.fnUntraced(function* (query: Effect.Effect<unknown>, ...indexes: ReadonlyArray<string>) {
        const plan = yield* explain(engine, yield* statementOf(query))
        for (const index of indexes) assert.match(plan, new RegExp(`\\b${index}\\b`), plan)
        assert.notMatch(plan, /Seq Scan|\bSCAN admin_\w+$|TEMP B-TREE|^\s*Sort /m, plan)
      })

      it.effect("lists of tokens follow an index of their own, without sorting", () =>
        Effect.gen(function* () {
          const rows = yield* tokensRepository
          const after = { createdAt: 5, id: "x" }
          for (const position of [undefined, after]) {
            for (const status of ["active", "expired", "all"] as const) {
              const selection = { organization: "acme", status, nowSeconds: 5 }
              yield* goesBy(rows.select(selection, position, 10), "admin_tokens_of_organization")
            }
            for (const text of ["", "part"]) {
              yield* goesBy(rows.select({ userId: "u", text }, position, 10), "admin_tokens_of_user")
            }
          }
        })
      )

      it.effect("lists of everything that an owner holds follow an index, without sorting", () =>
        Effect.gen(function* () {
          const rows = yield* tokensRepository
          for (const after of [undefined, { createdAt: 5, id: "x" }]) {
            yield* goesBy(rows.list({ userId: "u" }, after, 10), "admin_tokens_user")
            yield* goesBy(rows.list({ organization: "acme" }, after, 10), "admin_tokens_organization")
          }
        })
      )

      it.effect("the tokens that go with a user or with the token they came from are found by an index", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          // The conditions that a foreign key looks for its rows with.
          yield* goesBy(Effect.orDie(sql`DELETE FROM admin_tokens WHERE user_id = ${"u"}`), "admin_tokens_user")
          yield* goesBy(
            Effect.orDie(sql`DELETE FROM admin_tokens WHERE issued_from = ${"t"}`),
            "admin_tokens_issued_from"
          )
        })
      )

      it.effect("tokens to forget are found by their expiry", () =>
        Effect.gen(function* () {
          const rows = yield* tokensRepository
          const plan = yield* explain(engine, yield* statementOf(rows.forgetExpired(5, 10)))
          assert.match(plan, /admin_tokens_expired/, plan)
        })
      )

      it.effect("a credential is found by its hash", () =>
        Effect.gen(function* () {
          const { findByHash } = yield* credentialsRepository
          const plan = yield* explain(engine, yield* statementOf(findByHash("hash")))
          assert.match(plan, /\badmin_tokens_hash\b/, plan)
          assert.notMatch(plan, /Seq Scan|\bSCAN (?!CONSTANT)/, plan)
        })
      )

      it.effect("the audit log is read by the index of whatever narrows it down, in both orders", () =>
        Effect.gen(function* () {
          const rows = yield* auditRepository
          for (const order of ["oldest first", "newest first"] as const) {
            for (const after of [undefined, { at: 5, id: 5 }]) {
              const page = { order, after, limit: 10 }
              yield* goesBy(rows.list({}, page), "admin_audit_entries_at")
              yield* goesBy(rows.list({ since: 1, until: 9 }, page), "admin_audit_entries_at")
              yield* goesBy(rows.list({ organization: "acme" }, page), "admin_audit_entries_organization")
              yield* goesBy(rows.list({ actor: "alice", action: "a.b" }, page), "admin_audit_entries_actor")
              yield* goesBy(rows.list({ target: "one", since: 1 }, page), "admin_audit_entries_target")
            }
          }
        })
      )
    })
  })
}
