import { assert, describe, it } from "@effect/vitest"
import { Effect, type Redacted } from "effect"
import type { Role } from "@platform-control/core/Authorization"
import { roles } from "@platform-control/core/Permissions"
import { testEngines } from "@platform-control/core/testing/databases"
import { Members, OrganizationRemoval, Teams, Users } from "../../src/server.ts"
import { makePlace, sampleService, servicesOn, stacks, Web } from "../support/servicesOverHttp.ts"

type Deed = "read" | "create" | "add" | "describe" | "rename" | "delete"

const everyRole = Object.keys(roles) as ReadonlyArray<Role>

/** Which items a role sees and attaches. */
const partsOf = (role: Role) => {
  const all = role === "admin" || role === "member"
  const writes = (kind: string) => all || role === `${kind}-write` || role === `${kind}-admin`
  return {
    sees: {
      stack: all || role.startsWith("stack-"),
      environment: all || role.startsWith("environment-")
    },
    writes: { stack: writes("stack"), environment: writes("environment") }
  }
}

const both = [
  { type: "environment", name: "p/e" },
  { type: "stack", name: "p/s" }
] as const

/** A service of an administrator, shared with a user and a team, and what became of each deed of a caller. */
const tryAll = Effect.fnUntraced(function* (organization: string) {
  const { send } = yield* Web
  const place = yield* makePlace(organization)
  let made = 0
  const deeds = Effect.fnUntraced(function* (
    token: Redacted.Redacted,
    prepare: (own: string) => Effect.Effect<unknown> = () => Effect.void,
    ownerName = place.admin.login
  ) {
    made += 1
    const own = yield* place.service(`service${made}`, { ownerName, items: both })
    const at = own.replace(`/user/${place.admin.login}/`, `/user/${ownerName}/`)
    yield* prepare(at)
    const status = (method: string, path: string, body?: unknown) =>
      Effect.map(send(method, path, { token, body }), (reply) => reply.status)
    return {
      read: yield* status("GET", at),
      add: yield* status("POST", `${at}/v2/items`, { items: stacks(1) }),
      describe: yield* status("PATCH", at, { description: "new" }),
      rename: yield* status("PATCH", at, { name: `renamed${made}` }),
      delete: yield* Effect.flatMap(status("DELETE", `${at}?force=true`), (first) =>
        first === 404
          ? status("DELETE", `${place.pathOf(`renamed${made}`, `user/${ownerName}`)}?force=true`)
          : Effect.succeed(first)
      )
    } satisfies Partial<Record<Deed, number>>
  })
  return { ...place, deeds }
})

const everything = { read: 200, add: 204, describe: 200, rename: 200, delete: 204 }
const asMember = { ...everything, rename: 403, delete: 403 }
const asReader = { read: 200, add: 403, describe: 403, rename: 403, delete: 403 }
const nothing = { read: 404, add: 404, describe: 404, rename: 404, delete: 404 }

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`who may do what with a service on ${engine.name}`, () => {
    it.layer(servicesOn(engine), { excludeTestServices: true })((it) => {
      it.effect("administrators and owners everything, members its content, others look, strangers nothing", () =>
        Effect.gen(function* () {
          const { admin, deeds, person, send, team } = yield* tryAll("deeds")
          const owner = yield* person("owner", "member")
          const listed = yield* person("listed", "member")
          const inTeam = yield* person("in-team", "member")
          const other = yield* person("other", "member")
          const biller = yield* person("biller", "billing-manager")
          const stranger = yield* person("stranger")
          yield* team("ops", [inTeam.login])
          const share = (own: string) =>
            send("PATCH", own, {
              members: [
                { type: "user", name: listed.login },
                { type: "team", name: "ops" }
              ]
            })
          assert.deepStrictEqual(yield* deeds(admin.token, share), everything)
          assert.deepStrictEqual(yield* deeds(owner.token, share, owner.login), everything)
          assert.deepStrictEqual(yield* deeds(listed.token, share), asMember)
          assert.deepStrictEqual(yield* deeds(inTeam.token, share), asMember)
          assert.deepStrictEqual(yield* deeds(other.token, share), asReader)
          assert.deepStrictEqual(yield* deeds(biller.token, share), { ...asReader, read: 403 })
          assert.deepStrictEqual(yield* deeds(stranger.token, share), nothing)
        })
      )

      it.effect("members make services for themselves and their teams, and name nobody else", () =>
        Effect.gen(function* () {
          const { send } = yield* Web
          const { admin, path, person, team } = yield* makePlace("makers")
          const maker = yield* person("maker", "member")
          yield* team("mine", [maker.login])
          yield* team("theirs", [])
          const make = (name: string, ownerType: string, ownerName: string) =>
            Effect.map(
              send("POST", path, { token: maker.token, body: sampleService(ownerName, name, { ownerType }) }),
              ({ status }) => status
            )
          assert.strictEqual(yield* make("a", "user", maker.login), 200)
          assert.strictEqual(yield* make("b", "team", "mine"), 200)
          assert.strictEqual(yield* make("c", "user", admin.login), 403)
          assert.strictEqual(yield* make("d", "team", "theirs"), 403)
          assert.strictEqual(yield* make("e", "team", "none"), 404)
        })
      )

      it.effect("a team's people own what it owns, until they leave it", () =>
        Effect.gen(function* () {
          const { send } = yield* Web
          const place = yield* makePlace("team-owned")
          const inTeam = yield* place.person("in-team", "member")
          yield* place.team("ops", [inTeam.login])
          yield* place.send("POST", place.path, sampleService("ops", "shop", { ownerType: "team" }))
          const at = `${place.path}/team/ops/shop`
          const describe = Effect.map(
            send("PATCH", at, { token: inTeam.token, body: { name: "shop" } }),
            ({ status }) => status
          )
          assert.strictEqual(yield* describe, 200)
          yield* (yield* Teams).removeMember("team-owned", "ops", inTeam.login)
          assert.strictEqual(yield* describe, 403)
        })
      )

      for (const role of everyRole) {
        it.effect(
          `a service's token with the role ${role} sees and attaches what its role is for, to its service only`,
          () =>
            Effect.gen(function* () {
              const { send } = yield* Web
              const place = yield* makePlace(`role-${role}`)
              const { sees, writes } = partsOf(role)
              const own = yield* place.service("shop", { items: both })
              const other = yield* place.service("store")
              const token = yield* place.serviceToken("shop", role)
              const reads = sees.stack || sees.environment
              const reply = yield* send("GET", own, { token })
              const listed = yield* send("GET", place.path, { token })
              assert.deepStrictEqual([reply.status, listed.status], reads ? [200, 200] : [403, 403])
              if (reads) {
                const seen = both.filter(({ type }) => sees[type])
                const summary = Object.fromEntries(seen.map(({ type }) => [type, 1]))
                assert.deepStrictEqual(
                  reply.json.items.map(({ name, type }: Record<string, string>) => ({ type, name })),
                  seen
                )
                assert.deepStrictEqual(reply.json.service.itemCountSummary, summary)
                assert.deepStrictEqual(listed.json.services[0].itemCountSummary, summary)
              }
              for (const { type } of both) {
                const body = { items: [{ type, name: "p/new" }] }
                const elsewhere = role === "admin" ? 204 : 403
                const here = writes[type] ? 204 : 403
                assert.strictEqual((yield* send("POST", `${other}/v2/items`, { token, body })).status, elsewhere, type)
                assert.strictEqual((yield* send("POST", `${own}/v2/items`, { token, body })).status, here, type)
                const item = `${own}/v2/items/${type}/p/new`
                assert.strictEqual((yield* send("DELETE", item, { token })).status, here, type)
              }
              const mixed = yield* send("POST", `${own}/v2/items`, { token, body: { items: both } })
              assert.strictEqual(mixed.status, writes.stack && writes.environment ? 204 : 403)
            })
        )
      }

      it.effect("nothing of an organization is seen or changed from another one", () =>
        Effect.gen(function* () {
          const here = yield* makePlace("isolated-a")
          const there = yield* makePlace("isolated-b")
          const own = yield* here.service("shop", { items: both })
          yield* there.service("shop")
          assert.strictEqual((yield* there.send("GET", there.path)).json.services.length, 1)
          for (const [method, path, body] of [
            ["GET", here.path],
            ["GET", own],
            ["HEAD", own],
            ["PATCH", own, { description: "taken" }],
            ["DELETE", own],
            ["POST", `${own}/items`, { items: stacks(1) }],
            ["POST", `${own}/v2/items`, { items: stacks(1) }],
            ["DELETE", `${own}/items/stack/p/s`],
            ["DELETE", `${own}/v2/items/stack/p/s`],
            ["POST", here.path, sampleService(there.admin.login, "new")]
          ] as const)
            assert.strictEqual((yield* there.send(method, path, body)).status, 404, `${method} ${path}`)
          const token = (yield* here.send("GET", `${own}?maxResults=1`)).json.continuationToken
          const theirs = there.pathOf("shop")
          assert.strictEqual((yield* there.send("GET", `${theirs}?continuationToken=${token}`)).status, 400)
          const stranger = { members: [{ type: "user", name: there.admin.login }] }
          assert.strictEqual((yield* here.send("PATCH", own, stranger)).status, 404)
          assert.strictEqual((yield* here.send("GET", own)).json.items.length, 2)
        })
      )

      it.effect(
        "who leaves the organization leaves its services; a service outlives its owner, whose login gives nothing",
        () =>
          Effect.gen(function* () {
            const { send } = yield* Web
            const members = yield* Members
            const place = yield* makePlace("leaving")
            const owner = yield* place.person("owner", "member")
            const listed = yield* place.person("listed", "member")
            yield* place.team("ops", [])
            yield* place.send("POST", place.path, sampleService(owner.login, "shop"))
            const at = `${place.path}/user/${owner.login}/shop`
            yield* place.send("PATCH", at, {
              members: [
                { type: "user", name: listed.login },
                { type: "team", name: "ops" }
              ]
            })
            yield* members.remove("leaving", listed.login)
            yield* (yield* Teams).remove("leaving", "ops")
            yield* members.remove("leaving", owner.login)
            yield* (yield* Users).remove(owner.login)
            const { service } = (yield* place.send("GET", at)).json
            assert.deepStrictEqual(
              service.members.map(({ name }: { name: string }) => name),
              [owner.login]
            )
            const namesake = yield* place.person("owner", "member")
            assert.strictEqual((yield* send("DELETE", at, { token: namesake.token })).status, 403)
            assert.strictEqual((yield* place.send("DELETE", at)).status, 204)
          })
      )

      it.effect("with the organization go its services", () =>
        Effect.gen(function* () {
          const place = yield* makePlace("given-up")
          const other = yield* makePlace("kept")
          yield* place.service("shop", { items: both })
          yield* Effect.flatMap(OrganizationRemoval, (removal) => removal.remove("given-up")).pipe(
            Effect.provide(OrganizationRemoval.layer)
          )
          yield* makePlace("given-up-again")
          assert.strictEqual((yield* other.send("GET", other.path)).status, 200)
          assert.strictEqual((yield* place.send("GET", place.path)).status, 404)
        })
      )
    })
  })
}
