import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
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

const applied = Effect.fnUntraced(function* (content: unknown) {
  const changes = yield* (yield* PlatformFiles).apply(content)
  return changes.map(({ action, details, what }) => [action, what, ...details].join(" "))
})

const refusal = Effect.fnUntraced(function* (content: unknown) {
  const { problems } = yield* Effect.flip((yield* PlatformFiles).apply(content))
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
