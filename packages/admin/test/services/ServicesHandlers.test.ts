import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { testEngines } from "@platform-control/core/testing/databases"
import { AuditLog } from "../../src/server.ts"
import { makeUser } from "../../src/testing.ts"
import { makePlace, sampleService, servicesOn, stacks, Web } from "../support/servicesOverHttp.ts"

const properties = [
  { key: "tier", value: "1", type: "text", order: 2 },
  { key: "docs", value: "https://example.com", type: "url", order: 1 }
]

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`services on ${engine.name}`, () => {
    it.layer(servicesOn(engine), { excludeTestServices: true })((it) => {
      describe("POST services", () => {
        it.effect("200 with the service as it was asked for, properties in their order", () =>
          Effect.gen(function* () {
            const { admin, path, send } = yield* makePlace("create")
            const items = [...stacks(2), { type: "environment", name: "p/e" }]
            const reply = yield* send("POST", path, sampleService(admin.login, "shop", { items, properties }))
            assert.strictEqual(reply.status, 200)
            const { created, ...service } = reply.json
            const owner = { type: "user", name: admin.login, avatarUrl: "" }
            assert.deepStrictEqual(service, {
              organizationName: "create",
              owner,
              name: "shop",
              description: "The service shop",
              members: [owner],
              itemCountSummary: { stack: 2, environment: 1 },
              properties: [properties[1], properties[0]]
            })
            assert.match(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
            assert.deepStrictEqual((yield* send("GET", `${path}/user/${admin.login}/shop`)).json.service, reply.json)
          })
        )

        it.effect("200 for a team as the owner, and in another organization with the same name", () =>
          Effect.gen(function* () {
            const here = yield* makePlace("create-here")
            const there = yield* makePlace("create-there")
            yield* here.team("ops", [])
            const body = sampleService("ops", "shop", { ownerType: "team" })
            assert.strictEqual((yield* here.send("POST", here.path, body)).status, 200)
            yield* there.service("shop")
            assert.strictEqual((yield* here.send("GET", `${here.path}/team/ops/shop`)).status, 200)
          })
        )

        it.effect("400 without each of its fields, and nothing was made", () =>
          Effect.gen(function* () {
            const { admin, path, send } = yield* makePlace("create-400")
            const whole = sampleService(admin.login, "shop")
            for (const field of Object.keys(whole)) {
              const body = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field))
              const reply = yield* send("POST", path, body)
              assert.strictEqual(reply.status, 400)
              assert.deepStrictEqual(
                reply.json.errors.map(({ attribute, errorType }: Record<string, unknown>) => [attribute, errorType]),
                [[field, "required"]]
              )
            }
            assert.deepStrictEqual((yield* send("GET", path)).json, { services: [] })
          })
        )

        it.effect("401 without a credential, 404 for an organization that the caller can't see", () =>
          Effect.gen(function* () {
            const { send } = yield* Web
            const { admin, path } = yield* makePlace("create-401")
            const other = yield* makePlace("create-401-other")
            const body = sampleService(admin.login, "shop")
            assert.strictEqual((yield* send("POST", path, { body })).status, 401)
            assert.strictEqual((yield* other.send("POST", path, body)).status, 404)
            assert.strictEqual((yield* other.send("POST", "/api/orgs/nowhere/services", body)).status, 404)
          })
        )

        it.effect("404 for an owner who does not belong to the organization, by whatever name", () =>
          Effect.gen(function* () {
            const { path, person, send } = yield* makePlace("create-404")
            const stranger = yield* person("stranger")
            for (const owner of [
              { ownerName: stranger.login },
              { ownerName: "nobody" },
              { ownerName: "" },
              { ownerName: "nobody", ownerType: "team" },
              { ownerName: "no team/at all", ownerType: "team" }
            ])
              assert.strictEqual((yield* send("POST", path, { ...sampleService("", "shop"), ...owner })).status, 404)
            assert.deepStrictEqual((yield* send("GET", path)).json, { services: [] })
          })
        )

        it.effect(
          "409 for a name that is taken in the organization, under another owner too; the first one stays",
          () =>
            Effect.gen(function* () {
              const { path, send, service, team } = yield* makePlace("create-409")
              yield* team("ops", [])
              const first = yield* service("shop", { items: stacks(1) })
              const before = (yield* send("GET", first)).json
              const body = sampleService("ops", "shop", { ownerType: "team", description: "other", items: stacks(3) })
              const reply = yield* send("POST", path, body)
              assert.strictEqual(reply.status, 409)
              assert.deepStrictEqual(reply.json.errors, [
                { resource: "service", attribute: "name", errorType: "already_exists" }
              ])
              assert.deepStrictEqual((yield* send("GET", first)).json, before)
              assert.strictEqual((yield* send("GET", `${path}/team/ops/shop`)).status, 404)
            })
        )

        it.effect("one of many parallel creations of a name is 200, every other one 409", () =>
          Effect.gen(function* () {
            const { admin, path, send } = yield* makePlace("create-race")
            const replies = yield* Effect.all(
              Array.from({ length: 16 }, (_, index) =>
                send("POST", path, sampleService(admin.login, "shop", { description: `number ${index}` }))
              ),
              { concurrency: "unbounded" }
            )
            const statuses = replies.map(({ status }) => status).toSorted((one, other) => one - other)
            assert.deepStrictEqual(statuses, [200, ...Array.from({ length: 15 }, () => 409)])
            const winner = replies.find(({ status }) => status === 200)?.json
            assert.deepStrictEqual((yield* send("GET", path)).json.services, [winner])
          })
        )
      })

      describe("GET and HEAD of a service", () => {
        it.effect("200 and 204 for its own path, 404 for every other one", () =>
          Effect.gen(function* () {
            const { admin, path, person, send, service } = yield* makePlace("read")
            const other = yield* person("other", "member")
            const own = yield* service("shop")
            assert.strictEqual((yield* send("GET", own)).status, 200)
            assert.strictEqual((yield* send("HEAD", own)).status, 204)
            for (const wrong of [
              `user/${admin.login}/shop2`,
              `user/${admin.login}/SHOP`,
              `user/${other.login}/shop`,
              `team/${admin.login}/shop`,
              `group/${admin.login}/shop`,
              `user/${admin.login}/${"x".repeat(1500)}`
            ]) {
              const { json, status } = yield* send("GET", `${path}/${wrong}`)
              assert.include([400, 404], status)
              assert.strictEqual(json.code, status)
              assert.strictEqual((yield* send("HEAD", `${path}/${wrong}`)).status, status)
            }
          })
        )

        it.effect("400 for a query that can't be", () =>
          Effect.gen(function* () {
            const { path, send, service } = yield* makePlace("read-400")
            const own = yield* service("shop")
            for (const base of [own, path])
              for (const query of [
                "maxResults=0",
                "maxResults=-1",
                "maxResults=1001",
                "maxResults=x",
                "continuationToken=x"
              ])
                assert.strictEqual((yield* send("GET", `${base}?${query}`)).status, 400, `${base}?${query}`)
          })
        )

        it.effect("401 without a credential, 404 for an organization that the caller can't see", () =>
          Effect.gen(function* () {
            const web = yield* Web
            const { path, service } = yield* makePlace("read-401")
            const other = yield* makePlace("read-401-other")
            const own = yield* service("shop")
            for (const at of [own, path]) {
              assert.strictEqual((yield* web.send("GET", at)).status, 401)
              assert.strictEqual((yield* other.send("GET", at)).status, 404)
            }
            assert.strictEqual((yield* web.send("HEAD", own)).status, 401)
            assert.strictEqual((yield* other.send("HEAD", own)).status, 404)
          })
        )
      })

      describe("GET services", () => {
        it.effect("404 for an organization that there is not, to site administrators as well", () =>
          Effect.gen(function* () {
            const { send } = yield* Web
            const { organization } = yield* makePlace("list-404")
            const { token } = yield* makeUser("list-404-root", { siteAdmin: true })
            const empty = yield* send("GET", `/api/orgs/${organization}/services`, { token })
            assert.deepStrictEqual([empty.status, empty.json], [200, { services: [] }])
            const none = yield* send("GET", "/api/orgs/nowhere/services", { token })
            assert.strictEqual(none.status, 404)
            assert.strictEqual(none.json.message, "Organization nowhere not found")
          })
        )
      })

      describe("PATCH a service", () => {
        it.effect("leaves an entry in the audit log, unless it changes nothing", () =>
          Effect.gen(function* () {
            const { send, service, team } = yield* makePlace("patch-audit")
            yield* team("ops", [])
            yield* team("dev", [])
            const path = yield* service("shop", { properties })
            const members = [
              { type: "team", name: "ops" },
              { type: "team", name: "dev" }
            ]
            const same = { name: "shop", description: "The service shop", properties }
            const updates = Effect.gen(function* () {
              const filter = { action: "service.update", organization: "patch-audit" }
              return (yield* (yield* AuditLog).list(filter, { order: "oldest first", limit: 10 })).length
            })
            const expected: ReadonlyArray<readonly [change: object, entries: number]> = [
              [{}, 0],
              [same, 0],
              [{ members: [] }, 0],
              [{ members }, 1],
              [{ ...same, members: members.toReversed() }, 1],
              [{ members: [members[0]] }, 2],
              [{ ...same, description: "Another" }, 3]
            ]
            for (const [change, entries] of expected) {
              assert.strictEqual((yield* send("PATCH", path, change)).status, 200)
              assert.strictEqual(yield* updates, entries, JSON.stringify(change))
            }
          })
        )

        it.effect("403 says who may, and members may change what is not the owner's business", () =>
          Effect.gen(function* () {
            const { send } = yield* Web
            const { pathOf, person, service } = yield* makePlace("patch-403")
            const stranger = yield* person("stranger", "member")
            yield* service("shop")
            const ask = (method: string, below: string, body?: unknown) =>
              Effect.map(send(method, pathOf("shop") + below, { token: stranger.token, body }), ({ json, status }) => {
                assert.strictEqual(status, 403)
                return json.message
              })
            const anyPart = /only its owner, its members and administrators may/
            assert.match(yield* ask("PATCH", "", { description: "mine" }), anyPart)
            assert.match(yield* ask("POST", "/v2/items", { items: stacks(1) }), anyPart)
            assert.match(yield* ask("DELETE", ""), /only its owner and administrators may/)
          })
        )

        it.effect("200 with what was given changed, and the rest as it was", () =>
          Effect.gen(function* () {
            const { send, service } = yield* makePlace("patch")
            const own = yield* service("shop", { properties, items: stacks(3) })
            const { service: before } = (yield* send("GET", own)).json
            assert.deepStrictEqual((yield* send("PATCH", own, {})).json, before)
            const described = yield* send("PATCH", own, { description: "" })
            assert.strictEqual(described.status, 200)
            assert.deepStrictEqual(described.json, { ...before, description: "" })
            const bare = yield* send("PATCH", own, { properties: [] })
            assert.deepStrictEqual(bare.json, { ...before, description: "", properties: [] })
            assert.deepStrictEqual((yield* send("PATCH", own, { properties: [] })).json, bare.json)
            assert.deepStrictEqual((yield* send("GET", own)).json.service, bare.json)
          })
        )

        it.effect("200 with a new name, under which alone it then stands", () =>
          Effect.gen(function* () {
            const { pathOf, send, service } = yield* makePlace("rename")
            const own = yield* service("shop", { items: stacks(2) })
            assert.strictEqual((yield* send("PATCH", own, { name: "store" })).json.name, "store")
            assert.strictEqual((yield* send("GET", own)).status, 404)
            assert.strictEqual((yield* send("GET", pathOf("store"))).json.items.length, 2)
            assert.strictEqual((yield* send("PATCH", pathOf("store"), { name: "store" })).status, 200)
            yield* service("shop")
          })
        )

        it.effect("200 with other members, the owner always first", () =>
          Effect.gen(function* () {
            const { admin, person, send, service, team } = yield* makePlace("members")
            const zoe = yield* person("zoe", "member")
            yield* team("ops", [])
            const own = yield* service("shop")
            const owner = { type: "user", name: admin.login, avatarUrl: "" }
            const members = [{ type: "user", name: zoe.login }, { type: "team", name: "ops" }, owner]
            const reply = yield* send("PATCH", own, { members })
            assert.deepStrictEqual(reply.json.members, [
              owner,
              { type: "team", name: "ops", avatarUrl: "" },
              { type: "user", name: zoe.login, avatarUrl: "" }
            ])
            assert.deepStrictEqual((yield* send("PATCH", own, { members: reply.json.members })).json, reply.json)
            assert.deepStrictEqual((yield* send("PATCH", own, { members: [] })).json.members, [owner])
          })
        )

        it.effect("400 for an unknown type of member, and nothing of the change is done", () =>
          Effect.gen(function* () {
            const { admin, send, service } = yield* makePlace("patch-400")
            const own = yield* service("shop", { properties })
            const before = (yield* send("GET", own)).json
            for (const change of [
              { description: "new", members: [{ type: "robot", name: admin.login }] },
              { description: "new", name: "no name" },
              { description: "new", properties: [{ ...properties[0], order: "first" }] },
              { description: "new", properties: [properties[0], properties[0]] }
            ])
              assert.strictEqual((yield* send("PATCH", own, change)).status, 400)
            assert.deepStrictEqual((yield* send("GET", own)).json, before)
          })
        )

        it.effect(
          "401 without a credential; 404 for an unknown service and for an unknown member, when nothing is done",
          () =>
            Effect.gen(function* () {
              const web = yield* Web
              const { pathOf, person, send, service } = yield* makePlace("patch-404")
              const stranger = yield* person("stranger")
              const own = yield* service("shop")
              assert.strictEqual((yield* web.send("PATCH", own, { body: {} })).status, 401)
              assert.strictEqual((yield* send("PATCH", pathOf("other"), {})).status, 404)
              const members = [{ type: "user", name: stranger.login }]
              assert.strictEqual((yield* send("PATCH", own, { description: "new", members })).status, 404)
              assert.strictEqual((yield* send("GET", own)).json.service.description, "The service shop")
            })
        )

        it.effect("409 for a name that another service has, and neither changes", () =>
          Effect.gen(function* () {
            const { path, send, service } = yield* makePlace("patch-409")
            const own = yield* service("shop")
            yield* service("store")
            const before = (yield* send("GET", path)).json
            assert.strictEqual((yield* send("PATCH", own, { name: "store", description: "new" })).status, 409)
            assert.deepStrictEqual((yield* send("GET", path)).json, before)
          })
        )

        it.effect("of parallel renames to one name one is 200, every other one 409", () =>
          Effect.gen(function* () {
            const { path, send, service } = yield* makePlace("rename-race")
            const paths = yield* Effect.forEach(["a", "b", "c", "d", "e", "f"], (name) => service(name))
            const replies = yield* Effect.forEach(paths, (own) => send("PATCH", own, { name: "one" }), {
              concurrency: "unbounded"
            })
            const statuses = replies.map(({ status }) => status).toSorted((one, other) => one - other)
            assert.deepStrictEqual(statuses, [200, 409, 409, 409, 409, 409])
            const { services } = (yield* send("GET", path)).json
            assert.strictEqual(services.length, 6)
            assert.strictEqual(services.filter(({ name }: { name: string }) => name === "one").length, 1)
          })
        )

        it.effect("parallel changes of different fields are both kept", () =>
          Effect.gen(function* () {
            const { send, service } = yield* makePlace("patch-race")
            const own = yield* service("shop")
            for (const round of [1, 2, 3, 4, 5]) {
              const description = `round ${round}`
              const other = [{ key: "round", value: `${round}`, type: "text", order: 0 }]
              yield* Effect.all([send("PATCH", own, { description }), send("PATCH", own, { properties: other })], {
                concurrency: "unbounded"
              })
              const { service: after } = (yield* send("GET", own)).json
              assert.deepStrictEqual([after.description, after.properties], [description, other])
            }
          })
        )
      })

      describe("DELETE a service", () => {
        it.effect("204, after which the name is free and the items are gone", () =>
          Effect.gen(function* () {
            const { send, service } = yield* makePlace("delete")
            const own = yield* service("shop", { items: stacks(2) })
            assert.strictEqual((yield* send("DELETE", `${own}?force=false`)).status, 204)
            assert.strictEqual((yield* send("GET", own)).status, 404)
            yield* service("shop")
            assert.deepStrictEqual((yield* send("GET", own)).json.items, [])
          })
        )

        it.effect("412 that names the other members, and 204 with force", () =>
          Effect.gen(function* () {
            const { person, send, service, team } = yield* makePlace("delete-412")
            const zoe = yield* person("zoe", "member")
            yield* team("ops", [])
            const own = yield* service("shop")
            yield* send("PATCH", own, {
              members: [
                { type: "user", name: zoe.login },
                { type: "team", name: "ops" }
              ]
            })
            for (const query of ["", "?force=false"]) {
              const reply = yield* send("DELETE", `${own}${query}`)
              assert.strictEqual(reply.status, 412)
              assert.include(reply.json.message, `team ops, user ${zoe.login}`)
              assert.deepStrictEqual(
                reply.json.errors.map(({ attribute }: { attribute: string }) => attribute),
                ["team/ops", `user/${zoe.login}`]
              )
            }
            assert.strictEqual((yield* send("HEAD", own)).status, 204)
            assert.strictEqual((yield* send("DELETE", `${own}?force=true`)).status, 204)
            assert.strictEqual((yield* send("HEAD", own)).status, 404)
          })
        )

        it.effect("400 for a force that is neither true nor false, and nothing goes", () =>
          Effect.gen(function* () {
            const { send, service } = yield* makePlace("delete-400")
            const own = yield* service("shop")
            for (const query of ["force=yes", "force=1", "force=", "force", "force=TRUE", "force=true&force=true"])
              assert.strictEqual((yield* send("DELETE", `${own}?${query}`)).status, 400, query)
            assert.strictEqual((yield* send("HEAD", own)).status, 204)
          })
        )

        it.effect("401 without a credential, 404 for an unknown service and for one that was deleted", () =>
          Effect.gen(function* () {
            const web = yield* Web
            const { pathOf, send, service } = yield* makePlace("delete-404")
            const own = yield* service("shop")
            assert.strictEqual((yield* web.send("DELETE", own)).status, 401)
            assert.strictEqual((yield* send("DELETE", pathOf("other"))).status, 404)
            assert.strictEqual((yield* send("DELETE", own)).status, 204)
            assert.strictEqual((yield* send("DELETE", own)).status, 404)
          })
        )
      })
    })
  })
}
