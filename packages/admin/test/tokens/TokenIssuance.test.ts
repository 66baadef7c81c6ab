import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { ActingAs } from "@platform-control/core/Audit"
import { testEngines } from "@platform-control/core/testing/databases"
import { AuditLayer, AuditLog, Authentication, Organizations, Teams, Tokens } from "../../src/server.ts"
import { makeUser } from "../../src/testing.ts"
import { TokenIssuance, type UnnamedToken } from "../../src/tokens/TokenIssuance.ts"
import { layerToday, today } from "../support/layerToday.ts"

const stated = { description: "d", createdBy: "ci", expiresAt: today / 1000 + 3600 }
const MANY = 300

/** How tokens of this description fail when they are written; each engine has its own words for it. */
const refuseDescription = (text: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.onDialectOrElse({
      pg: () => sql.unsafe(`ALTER TABLE admin_tokens ADD CONSTRAINT refused CHECK (description <> '${text}')`),
      orElse: () =>
        sql.unsafe(`CREATE TRIGGER refused BEFORE INSERT ON admin_tokens WHEN NEW.description = '${text}'
          BEGIN SELECT RAISE(ABORT, 'refused'); END`)
    })
  })

const issue = (token: UnnamedToken) => Effect.flatMap(TokenIssuance, (issuance) => issuance.issue(token))

const atOnce = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.forEach(effects, (effect) => Effect.exit(effect), { concurrency: "unbounded" })

const writtenFor = (organization: string) =>
  Effect.flatMap(AuditLog, (log) => log.list({ organization }, { order: "oldest first", limit: 2 * MANY }))

for (const engine of testEngines) {
  const services = TokenIssuance.layer.pipe(Layer.provide(AuditLayer), Layer.provideMerge(layerToday(engine)))

  describe.skipIf(engine.skip)(`TokenIssuance on ${engine.name}`, () => {
    it.layer(services)((it) => {
      it.effect("gives each of many callers a token of their own, and each token its own audit entry", () =>
        Effect.gen(function* () {
          yield* (yield* Organizations).create({ name: "many" })
          const callers = Array.from({ length: MANY }, (_, index) => `https://ci.example.com/${index}`)
          const exits = yield* atOnce(
            callers.map((name) =>
              issue({ ...stated, kind: "organization", organization: "many", description: name }).pipe(
                Effect.provideService(ActingAs, { kind: "issuer", name })
              )
            )
          )
          const made = exits.map((exit) => {
            if (Exit.isFailure(exit)) throw new Error(String(exit.cause))
            return exit.value
          })
          assert.strictEqual(new Set(made.map(({ value }) => Redacted.value(value))).size, MANY)
          const { authenticate } = yield* Authentication
          for (const [index, { id, value }] of made.entries()) {
            const principal = yield* authenticate(Redacted.value(value))
            assert.strictEqual(principal.tokenId, id)
            const record = yield* (yield* Tokens).find(id)
            assert.strictEqual(record._tag === "Some" ? record.value.description : "", callers[index])
          }
          const entries = (yield* writtenFor("many")).filter(({ action }) => action === "organization-token.create")
          assert.deepStrictEqual(
            new Map(entries.map(({ actor, target }) => [target, actor])),
            new Map(made.map(({ id }, index) => [id, callers[index]!]))
          )
          assert.strictEqual(entries.length, MANY)
        })
      )

      it.effect("refuses those whose owner there is not, and nobody beside them", () =>
        Effect.gen(function* () {
          yield* (yield* Organizations).create({ name: "some" })
          yield* (yield* Teams).create("some", { name: "ops" })
          const user = yield* makeUser("sam")
          const exits = yield* atOnce([
            issue({ ...stated, kind: "organization", organization: "some" }),
            issue({ ...stated, kind: "organization", organization: "none" }),
            issue({ ...stated, kind: "team", organization: "some", team: "ops" }),
            issue({ ...stated, kind: "team", organization: "some", team: "dev" }),
            issue({ ...stated, kind: "personal", userId: user.id }),
            issue({ ...stated, kind: "personal", userId: "nobody", organization: "some" }),
            issue({ ...stated, kind: "runner", organization: "some" })
          ])
          const outcomes = exits.map((exit) => (Exit.isSuccess(exit) ? "made" : String(exit.cause)))
          const refused = (index: number) =>
            outcomes[index]?.match(/(?:Organization|Team|User) [^"\n]*? not found/)?.[0]
          assert.deepStrictEqual(
            [0, 2, 4, 6].map((index) => outcomes[index]),
            ["made", "made", "made", "made"]
          )
          assert.strictEqual(refused(1), "Organization none not found")
          assert.strictEqual(refused(3), "Team dev of organization some not found")
          assert.strictEqual(refused(5), "User nobody not found")
          const made = exits.flatMap((exit) => (Exit.isSuccess(exit) ? [exit.value.id] : []))
          const sql = yield* SqlClient.SqlClient
          const rows = yield* sql<{ readonly id: string }>`SELECT id FROM admin_tokens WHERE created_by = 'ci'
            AND (organization = 'some' OR user_id = ${user.id})`
          assert.sameMembers(
            rows.map(({ id }) => id),
            made
          )
        })
      )

      it.effect("refuses an expiry outside the limits before anything is written", () =>
        Effect.gen(function* () {
          const refused = yield* Effect.flip(
            issue({ ...stated, kind: "organization", organization: "some", expiresAt: 1 })
          )
          assert.strictEqual(refused._tag, "BadRequest")
        })
      )

      it.effect("lets one whose row can't be written fail alone", () =>
        Effect.gen(function* () {
          yield* (yield* Organizations).create({ name: "alone" })
          yield* refuseDescription("poison")
          const of = (description: string) =>
            issue({ ...stated, kind: "organization", organization: "alone", description })
          const exits = yield* atOnce(["a", "b", "poison", "c", "d"].map(of))
          assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, true, false, true, true])
          const entries = yield* writtenFor("alone")
          assert.strictEqual(entries.filter(({ action }) => action === "organization-token.create").length, 4)
        })
      )

      it.effect("goes on for the others when a caller goes away", () =>
        Effect.gen(function* () {
          yield* (yield* Organizations).create({ name: "away" })
          const one = issue({ ...stated, kind: "organization", organization: "away" })
          const fibers = yield* Effect.forEach(Array.from({ length: 10 }), () =>
            Effect.forkChild(one, { startImmediately: true })
          )
          yield* Fiber.interrupt(fibers[0]!)
          const exits = yield* Effect.forEach(fibers.slice(1), Fiber.await)
          assert.isTrue(exits.every(Exit.isSuccess))
          assert.isTrue(Exit.isSuccess(yield* Effect.exit(one)))
        })
      )
    })
  })
}
