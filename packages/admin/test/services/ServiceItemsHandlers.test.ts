import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { testEngines } from "@platform-control/core/testing/databases"
import { Members, Users } from "../../src/server.ts"
import { makePlace, servicesOn, stacks, Web } from "../support/servicesOverHttp.ts"

const names = (json: { readonly items: ReadonlyArray<{ readonly name: string }> }) => json.items.map(({ name }) => name)

const invalidItems: ReadonlyArray<unknown> = [
  { type: "robot", name: "p/s" },
  { type: "stack", name: "s" },
  { type: "stack", name: "p/s/x" },
  { type: "stack", name: "/s" },
  { type: "stack", name: "p/" },
  { type: "stack", name: "p/ s" },
  { type: "stack", name: `p/${"s".repeat(101)}` },
  { type: "stack" },
  { name: "p/s" },
  "p/s",
  null
]

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`service items on ${engine.name}`, () => {
    it.layer(servicesOn(engine), { excludeTestServices: true })((it) => {
      for (const generation of ["items", "v2/items"] as const) {
        const expected = generation === "items" ? 200 : 204
        const org = generation === "items" ? "old" : "new"

        describe(`POST ${generation}`, () => {
          it.effect(`${expected}, and the items are there once, as they were added first`, () =>
            Effect.gen(function* () {
              const { admin, person, send, service } = yield* makePlace(`${org}-add`)
              const { send: anyone } = yield* Web
              const zoe = yield* person("zoe", "admin")
              const own = yield* service("shop")
              const reply = yield* send("POST", `${own}/${generation}`, { items: stacks(3) })
              assert.strictEqual(reply.status, expected)
              assert.strictEqual(reply.json === undefined, expected === 204)
              const before = (yield* send("GET", own)).json
              const { created, ...item } = before.items[0]
              assert.deepStrictEqual(item, {
                organizationName: `${org}-add`,
                type: "stack",
                name: "p/s000",
                addedByUser: { type: "user", name: admin.login, avatarUrl: "" },
                cloudCount: 0
              })
              assert.match(created, /Z$/)
              assert.deepStrictEqual(before.service.itemCountSummary, { stack: 3 })
              const again = { items: [...stacks(2), ...stacks(2)] }
              const repeated = yield* anyone("POST", `${own}/${generation}`, { token: zoe.token, body: again })
              assert.strictEqual(repeated.status, expected)
              assert.deepStrictEqual((yield* send("GET", own)).json, before)
              assert.strictEqual((yield* send("POST", `${own}/${generation}`, { items: [] })).status, expected)
            })
          )

          it.effect("400 with one invalid entry, and none is added", () =>
            Effect.gen(function* () {
              const { send, service } = yield* makePlace(`${org}-add-400`)
              const own = yield* service("shop")
              for (const item of invalidItems)
                assert.strictEqual(
                  (yield* send("POST", `${own}/${generation}`, { items: [...stacks(1), item] })).status,
                  400,
                  JSON.stringify(item)
                )
              for (const body of [{}, [], stacks(1), { items: null }, { items: stacks(1001) }])
                assert.strictEqual((yield* send("POST", `${own}/${generation}`, body)).status, 400)
              assert.deepStrictEqual((yield* send("GET", own)).json.items, [])
            })
          )

          it.effect("a thousand at once", () =>
            Effect.gen(function* () {
              const { send, service } = yield* makePlace(`${org}-many`)
              const own = yield* service("shop")
              assert.strictEqual(
                (yield* send("POST", `${own}/${generation}`, { items: stacks(1000) })).status,
                expected
              )
              assert.deepStrictEqual((yield* send("GET", own)).json.service.itemCountSummary, { stack: 1000 })
            })
          )

          it.effect("401 without a credential, 404 for an unknown service, which is not made", () =>
            Effect.gen(function* () {
              const web = yield* Web
              const { pathOf, path, send, service } = yield* makePlace(`${org}-add-404`)
              const own = yield* service("shop")
              const body = { items: stacks(1) }
              assert.strictEqual((yield* web.send("POST", `${own}/${generation}`, { body })).status, 401)
              assert.strictEqual((yield* send("POST", `${pathOf("other")}/${generation}`, body)).status, 404)
              assert.strictEqual((yield* send("GET", path)).json.services.length, 1)
            })
          )
        })

        describe(`DELETE ${generation}/{itemType}/{itemName}`, () => {
          it.effect(`${expected} for a name with its slash encoded, raw, and in parts; the rest stays`, () =>
            Effect.gen(function* () {
              const { send, service } = yield* makePlace(`${org}-remove`)
              const own = yield* service("shop", { items: [...stacks(4), { type: "environment", name: "p/s000" }] })
              for (const [index, name] of ["p%2Fs000", "p%2fs001", "p/s002", "%70/s%3003"].entries()) {
                const reply = yield* send("DELETE", `${own}/${generation}/stack/${name}`)
                assert.strictEqual(reply.status, expected, name)
                const { json } = yield* send("GET", own)
                assert.strictEqual(json.service.itemCountSummary.stack ?? 0, 3 - index)
                assert.notInclude(names(json).slice(1), `p/s00${index}`)
              }
              assert.deepStrictEqual((yield* send("GET", own)).json.service.itemCountSummary, { environment: 1 })
            })
          )

          it.effect(`${expected} for an item that is not attached, without an effect`, () =>
            Effect.gen(function* () {
              const { send, service } = yield* makePlace(`${org}-absent`)
              const own = yield* service("shop", { items: stacks(1) })
              const before = (yield* send("GET", own)).json
              for (const name of ["p%2Fother", "p/other", "p/S000"])
                assert.strictEqual((yield* send("DELETE", `${own}/${generation}/stack/${name}`)).status, expected)
              assert.deepStrictEqual((yield* send("GET", own)).json, before)
            })
          )

          it.effect("400 for an invalid type or name", () =>
            Effect.gen(function* () {
              const { send, service } = yield* makePlace(`${org}-remove-400`)
              const own = yield* service("shop", { items: stacks(1) })
              for (const below of [
                "robot/p%2Fs000",
                "robot/p/s000",
                "stack/s000",
                "stack/p/s/x",
                "stack/p%2F",
                "stack/%20"
              ])
                assert.strictEqual((yield* send("DELETE", `${own}/${generation}/${below}`)).status, 400, below)
              assert.strictEqual((yield* send("GET", own)).json.items.length, 1)
            })
          )

          it.effect("400 names the item's name however it was written; 404 for a path without one", () =>
            Effect.gen(function* () {
              const { send, service } = yield* makePlace(`${org}-named`)
              const own = yield* service("shop")
              for (const name of ["p", "p%2Fs%2Fx", "p/s/x"]) {
                const { json, status } = yield* send("DELETE", `${own}/${generation}/stack/${name}`)
                assert.strictEqual(status, 400)
                assert.match(json.message, /^path\.itemName: Expected an item name: project\/name/)
                assert.deepInclude(json.errors[0], { resource: "path", attribute: "itemName", errorType: "invalid" })
              }
              const nameless = yield* send("DELETE", `${own}/${generation}/stack`)
              assert.strictEqual(nameless.status, 404)
              assert.match(nameless.json.message, /Nothing is at this path/)
            })
          )

          it.effect("401 without a credential, 404 for an unknown service", () =>
            Effect.gen(function* () {
              const web = yield* Web
              const { pathOf, send, service } = yield* makePlace(`${org}-remove-404`)
              const own = yield* service("shop")
              for (const name of ["p%2Fs", "p/s"]) {
                const below = `${generation}/stack/${name}`
                assert.strictEqual((yield* web.send("DELETE", `${own}/${below}`)).status, 401)
                assert.strictEqual((yield* send("DELETE", `${pathOf("other")}/${below}`)).status, 404)
              }
            })
          )
        })
      }

      describe("the deprecated operations", () => {
        it.effect("answer as GET does, with a page from which GET goes on, and a Deprecation header", () =>
          Effect.gen(function* () {
            const { send, service } = yield* makePlace("deprecated")
            const own = yield* service("shop", { items: stacks(3, "a") })
            const added = yield* send("POST", `${own}/items?maxResults=2`, { items: stacks(3, "b") })
            assert.deepStrictEqual(added.json, (yield* send("GET", `${own}?maxResults=2`)).json)
            assert.deepStrictEqual(names(added.json), ["p/a000", "p/a001"])
            const rest = yield* send("GET", `${own}?continuationToken=${added.json.continuationToken}`)
            assert.deepStrictEqual(names(rest.json), ["p/a002", "p/b000", "p/b001", "p/b002"])
            const removed = yield* send("DELETE", `${own}/items/stack/p/a000?maxResults=2`)
            assert.deepStrictEqual(names(removed.json), ["p/a001", "p/a002"])
            const refused = yield* send("DELETE", `${own}/items/stack/p/a001?maxResults=1001`)
            assert.strictEqual(refused.status, 400)
            for (const reply of [added, removed]) assert.strictEqual(reply.headers.get("deprecation"), "@0")
            assert.isNull((yield* send("POST", `${own}/v2/items`, { items: [] })).headers.get("deprecation"))
          })
        )
      })

      it.effect("parallel additions and removals of different items lose nothing", () =>
        Effect.gen(function* () {
          const { send, service } = yield* makePlace("item-race")
          const old = stacks(16, "old")
          const own = yield* service("shop", { items: old })
          const replies = yield* Effect.all(
            [
              ...stacks(16, "new").map((item) => send("POST", `${own}/v2/items`, { items: [item] })),
              ...old.map(({ name }) => send("DELETE", `${own}/v2/items/stack/${name}`))
            ],
            { concurrency: "unbounded" }
          )
          assert(replies.every(({ status }) => status === 204))
          assert.deepStrictEqual(
            names((yield* send("GET", own)).json),
            stacks(16, "new").map(({ name }) => name)
          )
        })
      )

      it.effect("who added an item is forgotten with the user, and the item stays", () =>
        Effect.gen(function* () {
          const { admin, organization, person, send, service } = yield* makePlace("forgotten")
          const { send: anyone } = yield* Web
          const zoe = yield* person("zoe", "admin")
          const own = yield* service("shop")
          yield* anyone("POST", `${own}/v2/items`, { token: zoe.token, body: { items: stacks(1) } })
          assert.strictEqual((yield* send("GET", own)).json.items[0].addedByUser.name, zoe.login)
          yield* (yield* Members).remove(organization, zoe.login)
          yield* (yield* Users).remove(zoe.login)
          const [item] = (yield* send("GET", own)).json.items
          assert.notProperty(item, "addedByUser")
          assert.strictEqual(item.name, "p/s000")
          assert.isString(admin.id)
        })
      )
    })
  })
}
