import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { Statement } from "effect/sql"
import { testEngines } from "@platform-control/core/testing/databases"
import { AuditLog, ServiceTokens, Tokens } from "../../src/server.ts"
import { servicesRepository } from "../../src/services/ServicesRepository.ts"
import { makePlace, servicesOn, stacks, Web } from "../support/servicesOverHttp.ts"

const stated = { description: "", expiresAt: 0, createdBy: "tests" }

/** How many statements it sends. */
const statementsOf = (effect: Effect.Effect<unknown, unknown>) =>
  Effect.suspend(() => {
    let sent = 0
    const count = Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
      Effect.sync(() => {
        sent += 1
        return statement
      })
    )
    return Effect.map(count, () => sent)
  })

const addressIn = (orgName: string, ownerName: string) => ({
  orgName,
  ownerType: "user",
  ownerName,
  serviceName: "shop"
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`the tokens of services on ${engine.name}`, () => {
    it.layer(servicesOn(engine), { excludeTestServices: true })((it) => {
      it.effect("work until the service is deleted, and no longer from the next request on", () =>
        Effect.gen(function* () {
          const { send } = yield* Web
          const place = yield* makePlace("ends")
          const own = yield* place.service("shop")
          yield* place.service("store")
          const kept = yield* place.serviceToken("store")
          const tokens = [yield* place.serviceToken("shop"), yield* place.serviceToken("shop", "stack-read")]
          for (const token of tokens) assert.strictEqual((yield* send("GET", place.path, { token })).status, 200)
          assert.strictEqual((yield* place.send("DELETE", own)).status, 204)
          for (const token of tokens) assert.strictEqual((yield* send("GET", place.path, { token })).status, 401)
          assert.strictEqual((yield* send("GET", place.path, { token: kept })).status, 200)
          yield* place.service("shop")
          for (const token of tokens) assert.strictEqual((yield* send("GET", own, { token })).status, 401)
        })
      )

      it.effect("stay as they are when the deletion is refused", () =>
        Effect.gen(function* () {
          const { send } = yield* Web
          const place = yield* makePlace("refused")
          const own = yield* place.service("shop")
          yield* place.team("ops", [])
          yield* place.send("PATCH", own, { members: [{ type: "team", name: "ops" }] })
          const token = yield* place.serviceToken("shop")
          assert.strictEqual((yield* place.send("DELETE", own)).status, 412)
          assert.strictEqual((yield* send("GET", own, { token })).status, 200)
          assert.strictEqual((yield* place.send("DELETE", `${own}?force=true`)).status, 204)
          assert.strictEqual((yield* send("GET", place.path, { token })).status, 401)
        })
      )

      it.effect("are listed until they are revoked, and one that was revoked does not hinder the deletion", () =>
        Effect.gen(function* () {
          const serviceTokens = yield* ServiceTokens
          const tokens = yield* Tokens
          const place = yield* makePlace("listed")
          const own = yield* place.service("shop")
          const address = addressIn("listed", place.admin.login)
          const first = yield* serviceTokens.create(address, { ...stated, name: "first", roleId: "stack-write" })
          const second = yield* serviceTokens.create(address, { ...stated, name: "second" })
          yield* tokens.revoke(first.id)
          const found = yield* serviceTokens.list(address)
          assert.deepStrictEqual(
            found.map(({ id, kind, name }) => ({ id, kind, name })),
            [{ id: second.id, kind: "organization", name: "second" }]
          )
          assert.strictEqual((yield* place.send("DELETE", own)).status, 204)
          const kept = Option.getOrThrow(yield* tokens.find(second.id))
          assert.isNotNull(kept.revokedAt)
          assert.strictEqual((yield* Effect.flip(serviceTokens.list(address)))._tag, "NotFound")
        })
      )

      it.effect("are listed and revoked together: neither takes more statements where there are or were more", () =>
        Effect.gen(function* () {
          const serviceTokens = yield* ServiceTokens
          const tokens = yield* Tokens
          const services = yield* servicesRepository
          const place = yield* makePlace("together")
          yield* place.service("shop")
          const address = addressIn("together", place.admin.login)
          const { id } = yield* Effect.flatMap(services.find("together", "shop"), Effect.fromOption)
          const make = (name: string) => serviceTokens.create(address, { ...stated, name })
          const many = Array.from({ length: 20 }, (_, index) => String(index))

          yield* make("one")
          const listed = yield* statementsOf(serviceTokens.list(address))
          const revoked = yield* statementsOf(serviceTokens.revokeAll(id))
          for (const name of many) yield* tokens.revoke((yield* make(`revoked-${name}`)).id)
          const kept = (yield* Effect.forEach(many, (name) => make(`kept-${name}`))).map((token) => token.id).toSorted()
          assert.strictEqual(yield* statementsOf(serviceTokens.list(address)), listed)
          assert.deepStrictEqual(
            (yield* serviceTokens.list(address)).map((token) => token.id),
            kept
          )
          assert.strictEqual(yield* statementsOf(serviceTokens.revokeAll(id)), revoked)
          assert.deepStrictEqual(yield* serviceTokens.list(address), [])

          const { list } = yield* AuditLog
          const page = { order: "oldest first", limit: 100 } as const
          const written = yield* list({ organization: "together", action: "organization-token.revoke" }, page)
          assert.strictEqual(written.length, 1 + many.length + many.length)
          assert.deepStrictEqual(
            written.slice(-many.length).map(({ target }) => target),
            kept
          )
        })
      )

      it.effect("404 for a service that is not there, 400 and 409 as for every token, and nothing is made", () =>
        Effect.gen(function* () {
          const { create, list } = yield* ServiceTokens
          const place = yield* makePlace("token-refusals")
          yield* place.service("shop")
          const address = addressIn("token-refusals", place.admin.login)
          const refusal = (to: typeof address, token: Partial<Parameters<typeof create>[1]>) =>
            Effect.map(Effect.flip(create(to, { ...stated, name: "ci", ...token })), ({ code }) => code)
          assert.strictEqual(yield* refusal({ ...address, serviceName: "other" }, {}), 404)
          assert.strictEqual(yield* refusal({ ...address, ownerType: "team" }, {}), 404)
          assert.strictEqual(yield* refusal(address, { name: "n".repeat(41) }), 400)
          assert.strictEqual(yield* refusal(address, { roleId: "emperor" }), 400)
          assert.strictEqual(yield* refusal(address, { expiresAt: 1 }), 400)
          yield* create(address, { ...stated, name: "ci" })
          assert.strictEqual(yield* refusal(address, {}), 409)
          assert.strictEqual((yield* list(address)).length, 1)
        })
      )

      it.effect("none slips in beside a deletion: of both at once every token ends", () =>
        Effect.gen(function* () {
          const { send } = yield* Web
          const { create } = yield* ServiceTokens
          for (const round of [1, 2, 3, 4, 5]) {
            const place = yield* makePlace(`beside-${round}`)
            const own = yield* place.service("shop")
            const address = addressIn(`beside-${round}`, place.admin.login)
            const [made] = yield* Effect.all(
              [
                Effect.forEach(
                  ["a", "b", "c", "d", "e", "f"],
                  (name) => Effect.result(create(address, { ...stated, name })),
                  { concurrency: "unbounded" }
                ),
                place.send("DELETE", own)
              ],
              { concurrency: "unbounded" }
            )
            for (const result of made)
              if (result._tag === "Success") {
                const { status } = yield* send("GET", place.path, { token: result.success.value })
                assert.strictEqual(status, 401)
              } else assert.strictEqual(result.failure._tag, "NotFound")
          }
        })
      )
    })

    it.layer(servicesOn(engine), { excludeTestServices: true })((it) => {
      it.effect("every write stands in the audit log with its actor, and a refused one does not", () =>
        Effect.gen(function* () {
          const { list } = yield* AuditLog
          const place = yield* makePlace("audited")
          const { send } = yield* Web
          const own = yield* place.service("shop", { items: stacks(2) })
          const token = yield* place.serviceToken("shop")
          yield* place.send("PATCH", own, { name: "no name" })
          yield* place.send("PATCH", own, {})
          yield* place.send("PATCH", own, { name: "store" })
          const renamed = place.pathOf("store")
          yield* send("POST", `${renamed}/v2/items`, { token, body: { items: [...stacks(2), ...stacks(1, "new")] } })
          yield* place.send("POST", `${renamed}/v2/items`, { items: stacks(1) })
          yield* place.send("DELETE", `${renamed}/v2/items/stack/p/s000`)
          yield* place.send("DELETE", `${renamed}/v2/items/stack/p/s000`)
          yield* place.send("DELETE", renamed)
          const page = { order: "oldest first", limit: 100 } as const
          const entries = yield* list({ organization: "audited" }, page)
          assert.deepStrictEqual(
            entries
              .filter(({ action }) => action.startsWith("service."))
              .map(({ action, actor, target }) => [action, target, actor]),
            [
              ["service.create", "shop", place.admin.login],
              ["service.add-items", "shop/stack/p/s000, stack/p/s001", place.admin.login],
              ["service.update", "shop -> store", place.admin.login],
              ["service.add-items", "store/stack/p/new000", "audited"],
              ["service.remove-item", "store/stack/p/s000", place.admin.login],
              ["service.delete", "store", place.admin.login]
            ]
          )
          assert.strictEqual(entries.filter(({ action }) => action === "organization-token.revoke").length, 1)
        })
      )
    })
  })
}
