import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { testEngines } from "@platform-control/core/testing/databases"
import {
  AuditLayer,
  AuditLog,
  Features,
  Issuers,
  Members,
  Organizations,
  PlatformFiles,
  Teams,
  Users
} from "../../src/server.ts"
import { layerAdminOn } from "../../src/testing.ts"
import { waitForOthers } from "../../src/waitForOthers.ts"

const file = {
  users: [
    { login: "alice", name: "Alice Example", email: "alice@example.org", siteAdmin: true },
    { login: "bob" },
    { login: "carol" }
  ],
  organizations: [
    {
      name: "acme",
      displayName: "Acme Ltd",
      features: { agents: false },
      members: [{ login: "alice", role: "admin" }, { login: "bob", registryPublish: true }, { login: "carol" }],
      teams: [
        { name: "ops", displayName: "Operations", members: [{ login: "alice", role: "admin" }, { login: "bob" }] },
        { name: "dev" }
      ],
      issuers: [
        {
          name: "ci",
          url: "https://ci.example.com",
          rules: [{ decision: "allow", tokenType: "team", teamName: "ops", claims: { sub: "repo:acme/*", ref: "?" } }]
        },
        { name: "cloud", url: "https://cloud.example.com", jwks: { keys: [{ kty: "OKP", crv: "Ed25519", x: "AA" }] } }
      ]
    },
    { name: "globex" }
  ]
}

const [acme, globex] = file.organizations

/** Everything that the file can speak of. */
const everything = Effect.gen(function* () {
  const page = { limit: 1000 }
  const teams = yield* Teams
  const organizations = yield* (yield* Organizations).list(page)
  const inside = yield* Effect.forEach(organizations, ({ name }) =>
    Effect.gen(function* () {
      const found = yield* teams.list(name, page)
      return {
        members: yield* (yield* Members).list(name, page),
        features: yield* (yield* Features).of(name),
        issuers: yield* (yield* Issuers).list(name, page),
        teams: yield* Effect.forEach(found, (team) =>
          Effect.map(teams.members(name, team.name, page), (people) => ({ team, people }))
        )
      }
    })
  )
  return JSON.stringify({ organizations, inside, users: yield* (yield* Users).list(page) })
})

/** What was changed, which the plan said beforehand. */
const applied = Effect.fnUntraced(function* (content: unknown) {
  const files = yield* PlatformFiles
  const plan = yield* files.plan(content)
  const changes = yield* files.apply(content)
  assert.deepStrictEqual(changes, plan)
  return changes.map(({ action, details, what }) => [action, what, ...details].join(" "))
})

/** Why it was refused, which the plan was as well. */
const refusal = Effect.fnUntraced(function* (content: unknown) {
  const files = yield* PlatformFiles
  const { problems } = yield* Effect.flip(files.apply(content))
  assert.deepStrictEqual((yield* Effect.flip(files.plan(content))).problems, problems)
  return problems.map(({ message, path }) => `${path.join(".")}: ${message}`)
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`PlatformFiles on ${engine.name}`, () => {
    const application = PlatformFiles.layer.pipe(Layer.provide(AuditLayer), Layer.provideMerge(layerAdminOn(engine)))

    it.layer(application)((it) => {
      it.effect("plan says what apply would do, and does nothing", () =>
        Effect.gen(function* () {
          const before = yield* everything
          const files = yield* PlatformFiles
          const plan = yield* files.plan(file)
          assert.strictEqual(yield* everything, before)
          assert.deepStrictEqual(yield* files.plan(file), plan)
          assert.deepStrictEqual(yield* files.apply(file), plan)
          assert.isAbove(plan.length, 10)
        })
      )

      it.effect("made everything so", () =>
        Effect.gen(function* () {
          assert.deepInclude(yield* (yield* Users).get("alice"), { name: "Alice Example", siteAdmin: true })
          assert.strictEqual((yield* (yield* Organizations).get("acme")).displayName, "Acme Ltd")
          assert.deepStrictEqual(yield* (yield* Features).of("acme"), { agents: false, policyAsCode: true })
          const members = yield* (yield* Members).list("acme", { limit: 10 })
          assert.deepStrictEqual(
            members.map(({ login, registryPublish, role }) => [login, role, registryPublish]),
            [
              ["alice", "admin", false],
              ["bob", "member", true],
              ["carol", "member", false]
            ]
          )
          const people = yield* (yield* Teams).members("acme", "ops", { limit: 10 })
          assert.deepStrictEqual(
            people.map(({ login, role }) => [login, role]),
            [
              ["alice", "admin"],
              ["bob", "member"]
            ]
          )
          const { rules } = yield* (yield* Issuers).get("acme", "ci")
          assert.deepEqual<unknown>(rules, acme?.issuers?.[0]?.rules)
        })
      )

      it.effect("does nothing a second time, and writes nothing into the audit log", () =>
        Effect.gen(function* () {
          const audit = yield* AuditLog
          const count = Effect.map(audit.list({}, { limit: 1000, order: "oldest first" }), ({ length }) => length)
          const before = [yield* everything, yield* count]
          assert.deepStrictEqual(yield* applied(file), [])
          assert.deepStrictEqual([yield* everything, yield* count], before)
        })
      )

      it.effect("leaves what the file does not speak of", () =>
        Effect.gen(function* () {
          const before = yield* everything
          for (const content of [{}, { users: [] }, { organizations: [] }, { organizations: [{ name: "acme" }] }]) {
            assert.deepStrictEqual(yield* applied(content), [])
          }
          assert.deepStrictEqual(yield* applied({ users: [{ login: "alice" }] }), [])
          assert.strictEqual(yield* everything, before)
        })
      )

      it.effect("changes what differs, and removes what a list leaves out", () =>
        Effect.gen(function* () {
          const changed = {
            users: [{ login: "alice", siteAdmin: false, email: "" }],
            organizations: [
              {
                ...acme,
                displayName: "Acme",
                features: { agents: true },
                members: [{ login: "alice" }, { login: "bob", role: "billing-manager" }],
                teams: [{ name: "ops", members: [{ login: "alice" }] }],
                issuers: [{ name: "ci", url: "https://ci.example.com", maxExpirationSeconds: 60 }]
              }
            ]
          }
          assert.deepStrictEqual(yield* applied(changed), [
            "change user alice email: alice@example.org →  siteAdmin: true → false",
            "change organization acme displayName: Acme Ltd → Acme",
            "change features of acme agents: false → true",
            "remove member carol of acme",
            "change member alice of acme role: admin → member",
            "change member bob of acme role: member → billing-manager registryPublish: true → false",
            "remove team dev of acme",
            "change team ops of acme displayName: Operations → ops",
            "remove bob in team ops of acme",
            "change alice in team ops of acme role: admin → member",
            "remove issuer cloud of acme",
            "change issuer ci of acme maxExpirationSeconds: 90000 → 60 rules"
          ])
          assert.deepStrictEqual(yield* applied(changed), [])
          assert.isNotEmpty(yield* applied(file))
          assert.deepStrictEqual(yield* applied(file), [])
        })
      )

      it.effect("gives issuers each other's addresses, in whatever order they stand", () =>
        Effect.gen(function* () {
          const issuers = yield* Issuers
          const audit = yield* AuditLog
          const address = (letter: string) => `https://${letter}.example`
          const trusting = (...pairs: ReadonlyArray<readonly [name: string, letter: string]>) => ({
            organizations: [
              { name: "moving", issuers: pairs.map(([name, letter]) => ({ name, url: address(letter) })) }
            ]
          })
          yield* applied(trusting(["a", "a"], ["b", "b"]))
          const made = yield* issuers.get("moving", "a")
          const states = [
            [
              ["a", "b"],
              ["b", "c"]
            ],
            [
              ["a", "c"],
              ["b", "b"]
            ],
            [
              ["b", "c"],
              ["a", "b"]
            ],
            [
              ["c", "b"],
              ["a", "a"],
              ["b", "c"]
            ],
            [
              ["a", "c"],
              ["b", "b"],
              ["c", "a"]
            ]
          ] as const
          for (const state of states) {
            const wanted = trusting(...state)
            assert.isNotEmpty(yield* applied(wanted))
            const found = yield* issuers.list("moving", { limit: 10 })
            assert.sameDeepMembers(
              found.map(({ name, url }) => [name, url]),
              state.map(([name, letter]) => [name, address(letter)])
            )
            assert.deepStrictEqual(yield* applied(wanted), [])
          }
          assert.strictEqual((yield* issuers.get("moving", "a")).createdAt, made.createdAt)
          const [last] = yield* audit.list({ organization: "moving" }, { limit: 1, order: "newest first" })
          assert.deepInclude(last, { action: "issuer.replace", target: "c" })
          assert.deepStrictEqual(yield* applied(trusting(["a", "a"], ["b", "b"], ["c", "c"])), [
            "change issuer a of moving url: https://c.example → https://a.example",
            "change issuer c of moving url: https://a.example → https://c.example"
          ])
        })
      )

      it.effect("changes nothing when one thing can't be made so, and says where it stands", () =>
        Effect.gen(function* () {
          const before = yield* everything
          const broken = [
            [{ ...acme, members: [{ login: "nobody" }] }, "organizations.1.members.0: User nobody not found"],
            [
              { ...acme, teams: [{ name: "new", members: [{ login: "dave" }] }] },
              "organizations.1.teams.0.members.0: User dave not found"
            ]
          ] as const
          for (const [organization, expected] of broken) {
            const content = {
              users: [{ login: "new" }],
              organizations: [{ ...globex, displayName: "G" }, organization]
            }
            assert.deepStrictEqual(yield* refusal(content), [expected])
            assert.strictEqual(yield* everything, before)
          }
        })
      )

      it.effect("names every place that breaks the form, unknown keys too", () =>
        Effect.gen(function* () {
          const content = {
            user: [],
            users: [{ login: "a b" }, { loginn: "x" }],
            organizations: [
              { name: "acme", members: [{ login: "x", role: "owner" }], issuers: [{ name: "i", url: "x" }] }
            ]
          }
          const places = (yield* refusal(content)).map((line) => line.split(": ")[0])
          assert.includeMembers(places, [
            "user",
            "users.0.login",
            "users.1.login",
            "users.1.loginn",
            "organizations.0.members.0.role",
            "organizations.0.issuers.0.url"
          ])
          for (const nothing of [null, [], "x", 5]) assert.isNotEmpty(yield* refusal(nothing))
        })
      )

      it.effect("names them all, however many", () =>
        Effect.gen(function* () {
          const users = Array.from({ length: 45 }, () => ({ login: "a b" }))
          assert.lengthOf(yield* refusal({ users }), 45)
        })
      )

      it.effect("refuses what stands there twice", () =>
        Effect.gen(function* () {
          const twice = {
            users: [{ login: "a" }, { login: "a" }],
            organizations: [
              { name: "o", members: [{ login: "a" }, { login: "a" }] },
              { name: "o", teams: [{ name: "t" }, { name: "t", members: [{ login: "a" }, { login: "a" }] }] },
              {
                name: "p",
                issuers: [
                  { name: "i", url: "https://i.example" },
                  { name: "j", url: "https://i.example" }
                ]
              }
            ]
          }
          assert.deepStrictEqual(
            (yield* refusal(twice)).map((line) => line.split(":")[0]),
            [
              "users.1.login",
              "organizations.1.name",
              "organizations.0.members.1.login",
              "organizations.1.teams.1.name",
              "organizations.1.teams.1.members.1.login",
              "organizations.2.issuers.1.url"
            ]
          )
        })
      )

      it.effect("refuses to remove a team that owns services, and tells so before", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const owning = (...teams: ReadonlyArray<string>) => ({
            organizations: [{ name: "owning", teams: teams.map((name) => ({ name })) }]
          })
          yield* applied(owning("shop", "other"))
          const service = { id: "s", organization: "owning", name: "s", owner_type: "team", owner_name: "shop" }
          yield* sql`INSERT INTO admin_services
            ${sql.insert({ ...service, description: "", properties: "[]", created_at: 1 })}`
          assert.deepStrictEqual(yield* refusal(owning("other")), [
            "organizations.0.teams: Team shop still owns services (1): delete them first"
          ])
          assert.deepStrictEqual(yield* applied(owning("shop")), ["remove team other of owning"])
        })
      )

      it.effect("takes who is removed from the organization out of its teams, and says so once", () =>
        Effect.gen(function* () {
          const page = { limit: 10 }
          const state = (logins: ReadonlyArray<string>, inside: ReadonlyArray<string>) => ({
            users: [{ login: "stays" }, { login: "goes" }],
            organizations: [
              {
                name: "leaving",
                members: logins.map((login) => ({ login })),
                teams: [{ name: "t", members: inside.map((login) => ({ login })) }]
              }
            ]
          })
          yield* applied(state(["stays", "goes"], ["stays", "goes"]))
          assert.deepStrictEqual(yield* applied(state(["stays"], ["stays"])), ["remove member goes of leaving"])
          assert.deepStrictEqual(
            (yield* (yield* Teams).members("leaving", "t", page)).map(({ login }) => login),
            ["stays"]
          )
          assert.deepStrictEqual(yield* refusal(state(["stays"], ["stays", "goes"])), [
            "organizations.0.teams.0.members.1: goes is not a member of organization leaving"
          ])
        })
      )

      it.effect("leads from any state to any other, as it says beforehand", () =>
        Effect.gen(function* () {
          const users = ["u1", "u2", "u3"].map((login) => ({ login: `any-${login}` }))
          const login = fc.constantFrom(...users.map((user) => user.login))
          const listOf = <A>(item: fc.Arbitrary<A>, key: (item: A) => string) =>
            fc.uniqueArray(item, { maxLength: 3, selector: key })
          const name = fc.constantFrom("a", "b", "c")
          const member = fc.record({
            login,
            role: fc.constantFrom("member" as const, "admin" as const),
            registryPublish: fc.boolean()
          })
          const teamMember = fc.record({ login, role: fc.constantFrom("member" as const, "admin" as const) })
          const team = fc.record(
            { name, displayName: name, members: listOf(teamMember, (one) => one.login) },
            { requiredKeys: ["name"] }
          )
          const issuers = fc
            .tuple(fc.shuffledSubarray(["a", "b", "c"]), fc.shuffledSubarray(["x", "y", "z"], { minLength: 3 }))
            .map(([names, urls]) => names.map((name, index) => ({ name, url: `https://${urls[index]}.example` })))
          const organization = fc.record(
            {
              name: fc.constantFrom("any-1", "any-2"),
              displayName: name,
              features: fc.record({ agents: fc.boolean() }, { requiredKeys: [] }),
              members: listOf(member, (one) => one.login),
              teams: listOf(team, (one) => one.name),
              issuers
            },
            { requiredKeys: ["name"] }
          )
          const files = fc.sample(
            listOf(organization, (one) => one.name).map((organizations) => ({ users, organizations })),
            { numRuns: 25, seed: 1 }
          )
          const platform = yield* PlatformFiles
          let made = 0
          for (const content of files) {
            const before = yield* everything
            const plan = yield* Effect.result(platform.plan(content))
            assert.strictEqual(yield* everything, before)
            const done = yield* Effect.result(platform.apply(content))
            assert.deepStrictEqual(done, plan)
            if (Result.isFailure(done)) assert.strictEqual(yield* everything, before)
            else {
              made += 1
              assert.deepStrictEqual(yield* applied(content), [])
            }
          }
          assert.isAbove(made, 8)
        })
      )

      it.effect("makes many at once, each with its entry in the audit log", () =>
        Effect.gen(function* () {
          const audit = yield* AuditLog
          const logins = Array.from({ length: 1203 }, (_, number) => `many-${number}`)
          const content = {
            users: logins.map((login) => ({ login })),
            organizations: [{ name: "many", members: logins.map((login) => ({ login, registryPublish: true })) }]
          }
          assert.lengthOf(yield* applied(content), 2 * logins.length + 1)
          assert.deepStrictEqual(yield* applied(content), [])
          const members = yield* (yield* Members).list("many", { limit: 2000 })
          assert.sameMembers(
            members.filter(({ registryPublish }) => registryPublish).map(({ login }) => login),
            logins
          )
          for (const action of ["member.add", "member.grant-publish"]) {
            const entries = yield* audit.list({ organization: "many", action }, { limit: 2000, order: "oldest first" })
            assert.deepStrictEqual(
              entries.map(({ target }) => target),
              logins
            )
          }
        })
      )

      it.effect("plan waits for no writer, and none for it", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const begun = yield* Deferred.make<void>()
          const goOn = yield* Deferred.make<void>()
          const writing = waitForOthers.pipe(
            Effect.andThen(Deferred.succeed(begun, undefined)),
            Effect.andThen(Deferred.await(goOn)),
            sql.withTransaction
          )
          const writer = yield* Effect.forkChild(writing)
          yield* Deferred.await(begun)
          assert.isNotEmpty(yield* (yield* PlatformFiles).plan({ users: [{ login: "planned" }] }))
          yield* Deferred.succeed(goOn, undefined)
          yield* Fiber.join(writer)
        })
      )

      it.effect("two that are applied at once make what one makes", () =>
        Effect.gen(function* () {
          const files = yield* PlatformFiles
          const content = {
            users: [{ login: "raced" }],
            organizations: [{ name: "raced", members: [{ login: "raced" }] }]
          }
          const [one, other] = yield* Effect.all([files.apply(content), files.apply(content)], { concurrency: 2 })
          assert.sameMembers([one.length, other.length], [0, 3])
        })
      )
    })
  })
}
