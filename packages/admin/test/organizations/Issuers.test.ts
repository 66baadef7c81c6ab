import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { testEngines } from "@platform-control/core/testing/databases"
import { Features, type IssuerDefinition, Issuers } from "../../src/server.ts"
import { layerAdminOn, makeSample } from "../../src/testing.ts"

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

const rsa = { kty: "RSA", n: "AQAB", e: "AQAB" }

const whole: IssuerDefinition = {
  name: "ci",
  url: "https://ci.example.com/a",
  jwks: { keys: [{ ...rsa, kid: "1" }] },
  maxExpirationSeconds: 600,
  rules: [
    { decision: "deny", tokenType: "organization", admin: true, claims: {} },
    { decision: "allow", tokenType: "team", teamName: "ops", claims: { sub: "a*", "b.c": "?" } },
    { decision: "allow", tokenType: "personal", userLogin: "alice", claims: {} },
    { decision: "allow", tokenType: "runner", runnerName: "r", claims: {} }
  ]
}

const without = (name: keyof IssuerDefinition) => {
  const { [name]: _, ...rest } = whole
  return rest
}

const broken: ReadonlyArray<readonly [what: string, definition: object]> = [
  ["a name that is none", { ...whole, name: "a b" }],
  ["no name", without("name")],
  ["no address", without("url")],
  ["an address with a query", { ...whole, url: "https://x.example/?a" }],
  ["an address with a fragment", { ...whole, url: "https://x.example/#" }],
  ["an address with a password", { ...whole, url: "https://a:b@x.example" }],
  ["an address with letters that are not ASCII", { ...whole, url: `https://x.example/${"\u4e00".repeat(1000)}` }],
  ["an address with a broken percent-encoding", { ...whole, url: "https://x.example/%zz" }],
  ["an address with backslashes", { ...whole, url: "https:\\\\x.example" }],
  ["an address of files", { ...whole, url: "file:///x" }],
  ["a lifetime under a minute", { ...whole, maxExpirationSeconds: 59 }],
  ["a lifetime over a year", { ...whole, maxExpirationSeconds: 365 * 24 * 3600 + 1 }],
  ["no keys", { ...whole, jwks: { keys: [] } }],
  ["a symmetric key", { ...whole, jwks: { keys: [{ kty: "oct", k: "AAAA" }] } }],
  ["a private key", { ...whole, jwks: { keys: [{ ...rsa, d: "AAAA" }] } }],
  ["half a key", { ...whole, jwks: { keys: [{ kty: "RSA", n: "AQAB" }] } }],
  ["a key of an unknown type", { ...whole, jwks: { keys: [{ kty: "toString" }] } }],
  ["another decision", { ...whole, rules: [{ decision: "maybe", tokenType: "team", claims: {} }] }],
  ["another type of token", { ...whole, rules: [{ decision: "allow", tokenType: "refresh", claims: {} }] }],
  ["a rule without claims", { ...whole, rules: [{ decision: "allow", tokenType: "team" }] }],
  [
    "a pattern that is too long",
    { ...whole, rules: [{ decision: "allow", tokenType: "team", claims: { a: "a".repeat(257) } }] }
  ],
  ["a pattern that is no text", { ...whole, rules: [{ decision: "allow", tokenType: "team", claims: { a: 5 } }] }],
  ["a claim without a name", { ...whole, rules: [{ decision: "allow", tokenType: "team", claims: { "": "a" } }] }],
  ["a misspelt part of a rule", { ...whole, rules: [{ decision: "allow", tokenType: "team", claims: {}, team: "x" }] }],
  ["too many rules", { ...whole, rules: Array.from({ length: 101 }, () => whole.rules?.[0]) }]
]

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`Issuers on ${engine.name}`, () => {
    it.layer(layerAdminOn(engine))((it) => {
      it.effect("keep all that is said of them, and deny everything where nothing is", () =>
        Effect.gen(function* () {
          yield* makeSample
          const issuers = yield* Issuers
          const made = yield* issuers.create("acme", whole)
          assert.deepInclude(made, whole)
          assert.deepStrictEqual(yield* issuers.get("acme", "ci"), made)
          assert.deepStrictEqual(yield* issuers.findTrusted("acme", whole.url), Option.some(made))
          const plain = yield* issuers.create("acme", { name: "plain", url: "https://plain.example.com" })
          assert.deepInclude(plain, { jwks: null, maxExpirationSeconds: 90_000, rules: [] })
        })
      )

      it.effect("are trusted by their own organization, under exactly their address", () =>
        Effect.gen(function* () {
          const { findTrusted } = yield* Issuers
          for (const [organization, url] of [
            ["globex", whole.url],
            ["acme", `${whole.url}/`],
            ["acme", whole.url.toUpperCase()],
            ["nowhere", whole.url],
            ["a\0", whole.url],
            ["acme", "\0"]
          ] as const) {
            assert.isTrue(Option.isNone(yield* findTrusted(organization, url)), `${organization} ${url}`)
          }
        })
      )

      it.effect("409 for a name or an address that the organization has, 404 for what is unknown", () =>
        Effect.gen(function* () {
          const issuers = yield* Issuers
          assert.strictEqual(yield* tagOf(issuers.create("acme", { ...whole, url: "https://new.example" })), "Conflict")
          assert.strictEqual(yield* tagOf(issuers.create("acme", { ...whole, name: "new" })), "Conflict")
          assert.strictEqual(yield* tagOf(issuers.replace("acme", { name: "plain", url: whole.url })), "Conflict")
          assert.strictEqual(yield* tagOf(issuers.replace("acme", { ...whole, name: "new" })), "NotFound")
          assert.strictEqual(yield* tagOf(issuers.create("nowhere", whole)), "NotFound")
          assert.strictEqual(yield* tagOf(issuers.get("acme", "a\0")), "NotFound")
          assert.strictEqual(yield* tagOf(issuers.remove("acme", "unknown")), "NotFound")
          yield* issuers.create("globex", whole)
        })
      )

      it.effect("replace changes everything but the name; list gives them by name; remove forgets", () =>
        Effect.gen(function* () {
          const issuers = yield* Issuers
          yield* issuers.replace("acme", { name: "ci", url: "https://moved.example" })
          assert.deepInclude(yield* issuers.get("acme", "ci"), { url: "https://moved.example", jwks: null, rules: [] })
          assert.deepStrictEqual(
            (yield* issuers.list("acme", { limit: 10 })).map(({ name }) => name),
            ["ci", "plain"]
          )
          yield* issuers.remove("acme", "ci")
          assert.deepStrictEqual(
            (yield* issuers.list("acme", { limit: 10 })).map(({ name }) => name),
            ["plain"]
          )
        })
      )

      it.effect("keep the longest address that may be", () =>
        Effect.gen(function* () {
          const issuers = yield* Issuers
          const start = "https://long.example/%C3%A9/"
          const letters = Array.from({ length: 1024 - start.length }, (_, at) => ((at * at * 7919) % 36).toString(36))
          const url = `${start}${letters.join("")}`
          yield* issuers.create("acme", { name: "long", url })
          assert.strictEqual((yield* issuers.get("acme", "long")).url, url)
          yield* issuers.remove("acme", "long")
        })
      )

      it.effect("lose none of the changes that are made at one time", () =>
        Effect.gen(function* () {
          const issuers = yield* Issuers
          yield* issuers.create("acme", { name: "busy", url: "https://busy.example" })
          const runners = Array.from({ length: 12 }, (_, number) => `r${number}`)
          yield* Effect.forEach(
            runners,
            (runnerName) =>
              issuers.change("acme", "busy", ({ maxExpirationSeconds, rules, url }) =>
                Effect.succeed({
                  url,
                  maxExpirationSeconds: maxExpirationSeconds + 1,
                  rules: [...rules, { decision: "deny", tokenType: "runner", runnerName, claims: {} }]
                })
              ),
            { concurrency: "unbounded", discard: true }
          )
          const after = yield* issuers.get("acme", "busy")
          assert.sameMembers(
            after.rules.map((rule) => (rule.tokenType === "runner" ? rule.runnerName : undefined)),
            runners
          )
          assert.strictEqual(after.maxExpirationSeconds, 90_000 + runners.length)
          yield* issuers.remove("acme", "busy")
        })
      )

      it.effect("are left as they are by a change that fails or breaks the form", () =>
        Effect.gen(function* () {
          const issuers = yield* Issuers
          const before = yield* issuers.get("acme", "plain")
          assert.strictEqual(yield* Effect.flip(issuers.change("acme", "plain", () => Effect.fail("no"))), "no")
          const broken = issuers.change("acme", "plain", () => Effect.succeed({ url: "no address" }))
          assert.strictEqual(yield* tagOf(broken), "BadRequest")
          assert.deepStrictEqual(yield* issuers.get("acme", "plain"), before)
        })
      )

      it.effect("409 for all but one of those that are given one address at one time", () =>
        Effect.gen(function* () {
          const issuers = yield* Issuers
          const names = ["w", "x", "y", "z"]
          for (let round = 0; round < 5; round++) {
            yield* Effect.forEach(names, (name) => issuers.create("globex", { name, url: `https://${name}.example` }))
            const url = `https://wanted-${round}.example`
            const tags = yield* Effect.forEach(
              names,
              (name) =>
                issuers.replace("globex", { name, url }).pipe(
                  Effect.as("changed"),
                  Effect.catch(({ _tag }) => Effect.succeed(_tag))
                ),
              { concurrency: "unbounded" }
            )
            assert.sameMembers(tags, ["changed", "Conflict", "Conflict", "Conflict"])
            yield* Effect.forEach(names, (name) => issuers.remove("globex", name))
          }
        })
      )

      for (const [what, definition] of broken) {
        it.effect(`400 for ${what}`, () =>
          Effect.gen(function* () {
            const error = yield* Effect.flip((yield* Issuers).create("acme", definition as IssuerDefinition))
            assert.strictEqual(error._tag, "BadRequest")
            assert.isNotEmpty(error.errors)
          })
        )
      }
    })
  })

  describe.skipIf(engine.skip)(`Features on ${engine.name}`, () => {
    it.layer(layerAdminOn(engine))((it) => {
      it.effect("are on until they are switched off, each for itself and in its organization", () =>
        Effect.gen(function* () {
          yield* makeSample
          const features = yield* Features
          const on = { agents: true, policyAsCode: true }
          assert.deepStrictEqual(yield* features.of("acme"), on)
          assert.deepStrictEqual(yield* features.set("acme", { agents: false }), { ...on, agents: false })
          assert.deepStrictEqual(yield* features.set("acme", { policyAsCode: false, agents: undefined }), {
            agents: false,
            policyAsCode: false
          })
          assert.deepStrictEqual(yield* features.of("globex"), on)
          assert.deepStrictEqual(yield* features.set("acme", { agents: true }), { agents: true, policyAsCode: false })
          assert.deepStrictEqual(yield* features.of("nowhere"), on)
          assert.deepStrictEqual(yield* features.of("a\0"), on)
          assert.strictEqual(yield* tagOf(features.set("nowhere", { agents: false })), "NotFound")
        })
      )
    })
  })
}
