import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { testEngines } from "@platform-control/core/testing/databases"
import { Authentication, Members, Organizations, Tokens, Users } from "../../src/server.ts"
import { layerAdminOn, makeUser } from "../../src/testing.ts"

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`Users on ${engine.name}`, () => {
    it.layer(layerAdminOn(engine))((it) => {
      describe("create", () => {
        it.effect("keeps what it was given, found by login and by id", () =>
          Effect.gen(function* () {
            const users = yield* Users
            const plain = yield* users.create({ login: "plain" })
            const full = yield* users.create({
              login: "full",
              name: "Zoë",
              email: "zoe@example.com",
              avatarUrl: "https://example.com/z.png",
              siteAdmin: true,
              registryAdmin: true
            })
            assert.strictEqual(plain.name, "plain")
            assert.isFalse(plain.siteAdmin || plain.registryAdmin)
            assert.deepStrictEqual({ ...(yield* users.get("plain")) }, plain)
            assert.deepStrictEqual({ ...Option.getOrThrow(yield* users.findById(full.id)) }, full)
          })
        )

        it.effect("409 when the login is taken", () =>
          Effect.gen(function* () {
            const users = yield* Users
            yield* users.create({ login: "taken" })
            assert.strictEqual((yield* Effect.flip(users.create({ login: "taken" })))._tag, "Conflict")
          })
        )

        it.effect("400 for a login that could not stand in a path", () =>
          Effect.gen(function* () {
            const users = yield* Users
            for (const login of ["", "a/b", "..", "a b", "a".repeat(101)]) {
              assert.strictEqual((yield* Effect.flip(users.create({ login })))._tag, "BadRequest")
            }
          })
        )
      })

      describe("find and get", () => {
        it.effect("none and 404 for who is unknown", () =>
          Effect.gen(function* () {
            const users = yield* Users
            for (const login of ["unknown", "", "a\0b"]) {
              assert.isTrue(Option.isNone(yield* users.find(login)))
              assert.strictEqual((yield* Effect.flip(users.get(login)))._tag, "NotFound")
            }
            assert.isTrue(Option.isNone(yield* users.findById("no id")))
          })
        )
      })

      describe("setFlags", () => {
        it.effect("changes the flags that it names", () =>
          Effect.gen(function* () {
            const users = yield* Users
            const made = yield* users.create({ login: "flagged" })
            yield* users.setFlags("flagged", { siteAdmin: true })
            assert.deepStrictEqual({ ...(yield* users.get("flagged")) }, { ...made, siteAdmin: true })
            yield* users.setFlags("flagged", { registryAdmin: true })
            assert.deepStrictEqual(
              { ...(yield* users.get("flagged")) },
              { ...made, siteAdmin: true, registryAdmin: true }
            )
            yield* users.setFlags("flagged", { siteAdmin: false, registryAdmin: false })
            assert.deepStrictEqual({ ...(yield* users.get("flagged")) }, made)
          })
        )

        it.effect("404 for who is unknown", () =>
          Effect.gen(function* () {
            const error = yield* Effect.flip((yield* Users).setFlags("unknown", { siteAdmin: true }))
            assert.strictEqual(error._tag, "NotFound")
          })
        )
      })

      describe("remove", () => {
        it.effect("takes the user and their tokens away at once", () =>
          Effect.gen(function* () {
            const users = yield* Users
            const { authenticate } = yield* Authentication
            const gone = yield* makeUser("gone")
            yield* authenticate(Redacted.value(gone.token))
            yield* users.remove("gone")
            assert.isTrue(Option.isNone(yield* users.find("gone")))
            assert.isTrue(Option.isNone(yield* (yield* Tokens).find(gone.tokenId)))
            assert.strictEqual((yield* Effect.flip(authenticate(Redacted.value(gone.token)))).code, 401)
          })
        )

        it.effect("409 that names the organizations while they are a member, and nothing is lost", () =>
          Effect.gen(function* () {
            const users = yield* Users
            const { authenticate } = yield* Authentication
            yield* (yield* Organizations).create({ name: "counts-on-them" })
            const bound = yield* makeUser("bound")
            yield* (yield* Members).add("counts-on-them", "bound", "member")
            const error = yield* Effect.flip(users.remove("bound"))
            assert.strictEqual(error._tag, "Conflict")
            assert.include(error.message, "counts-on-them")
            assert.strictEqual((yield* authenticate(Redacted.value(bound.token))).login, "bound")
          })
        )

        it.effect("404 for who is unknown", () =>
          Effect.gen(function* () {
            assert.strictEqual((yield* Effect.flip((yield* Users).remove("unknown")))._tag, "NotFound")
          })
        )
      })

      describe("list", () => {
        it.effect("gives every user once, by code point, page by page", () =>
          Effect.gen(function* () {
            const users = yield* Users
            yield* Effect.forEach(["list-b", "list-B", "list-a"], (login) => users.create({ login }))
            const all = (yield* users.list({ limit: 1000 })).map(({ login }) => login)
            assert.deepStrictEqual(all, all.toSorted())
            const walked: Array<string> = []
            let page = yield* users.list({ limit: 2 })
            while (page.length > 0) {
              walked.push(...page.map(({ login }) => login))
              page = yield* users.list({ after: walked.at(-1)!, limit: 2 })
            }
            assert.deepStrictEqual(walked, all)
          })
        )
      })
    })
  })
}
