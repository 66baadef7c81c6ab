import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { testEngines } from "@platform-control/core/testing/databases"
import { Organizations } from "../../src/server.ts"
import { layerAdminOn } from "../../src/testing.ts"

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`Organizations on ${engine.name}`, () => {
    it.layer(layerAdminOn(engine))((it) => {
      describe("create", () => {
        it.effect("keeps what it was given, with the name as display name where there is none", () =>
          Effect.gen(function* () {
            const organizations = yield* Organizations
            const made = yield* organizations.create({ name: "plain" })
            const full = yield* organizations.create({
              name: "Full.Name_1-x",
              displayName: "Zoë & Söhne",
              avatarUrl: "https://example.com/a.png"
            })
            assert.strictEqual(made.displayName, "plain")
            assert.deepStrictEqual({ ...(yield* organizations.get("plain")) }, made)
            assert.deepStrictEqual({ ...(yield* organizations.get("Full.Name_1-x")) }, full)
          })
        )

        it.effect("409 when the name is taken, and the first one stays as it was", () =>
          Effect.gen(function* () {
            const organizations = yield* Organizations
            yield* organizations.create({ name: "taken", displayName: "First" })
            const error = yield* Effect.flip(organizations.create({ name: "taken", displayName: "Second" }))
            assert.strictEqual(error._tag, "Conflict")
            assert.strictEqual((yield* organizations.get("taken")).displayName, "First")
          })
        )

        it.effect("tells names apart by their case", () =>
          Effect.gen(function* () {
            const organizations = yield* Organizations
            yield* organizations.create({ name: "Case" })
            yield* organizations.create({ name: "case" })
            assert.strictEqual((yield* organizations.get("Case")).displayName, "Case")
          })
        )

        it.effect("400 for a name that could not stand in a path", () =>
          Effect.gen(function* () {
            const organizations = yield* Organizations
            for (const name of ["", "a/b", ".", "..", "a b", "-a", "a".repeat(101), "a\0"]) {
              const error = yield* Effect.flip(organizations.create({ name }))
              assert.strictEqual(error._tag, "BadRequest")
              assert.strictEqual(error.errors?.[0]?.attribute, "name")
            }
          })
        )

        it.effect("one of many parallel creations of a name succeeds", () =>
          Effect.gen(function* () {
            const organizations = yield* Organizations
            const exits = yield* Effect.all(
              Array.from({ length: 8 }, () => Effect.result(organizations.create({ name: "raced" }))),
              { concurrency: "unbounded" }
            )
            assert.strictEqual(exits.filter((exit) => exit._tag === "Success").length, 1)
          })
        )
      })

      describe("find and get", () => {
        it.effect("none and 404 for what is unknown or no name", () =>
          Effect.gen(function* () {
            const organizations = yield* Organizations
            for (const name of ["unknown", "", "a\0b", "a/b"]) {
              assert.isTrue(Option.isNone(yield* organizations.find(name)))
              assert.strictEqual((yield* Effect.flip(organizations.get(name)))._tag, "NotFound")
            }
          })
        )
      })

      describe("setProfile", () => {
        it.effect("changes the display name and nothing else", () =>
          Effect.gen(function* () {
            const organizations = yield* Organizations
            const made = yield* organizations.create({ name: "renamed" })
            yield* organizations.setProfile("renamed", { displayName: "New" })
            assert.deepStrictEqual({ ...(yield* organizations.get("renamed")) }, { ...made, displayName: "New" })
          })
        )

        it.effect("404 when there is none of that name", () =>
          Effect.gen(function* () {
            const error = yield* Effect.flip((yield* Organizations).setProfile("unknown", { displayName: "New" }))
            assert.strictEqual(error._tag, "NotFound")
          })
        )
      })

      describe("list", () => {
        it.effect("gives every organization once, by code point, whatever the page size", () =>
          Effect.gen(function* () {
            const organizations = yield* Organizations
            const names = ["list-b", "list-B", "list-a", "list_a", "list.a", "list-a1", "list-"]
            yield* Effect.forEach(names, (name) => organizations.create({ name }))
            const all = (yield* organizations.list({ limit: 1000 })).map(({ name }) => name)
            assert.deepStrictEqual(all, all.toSorted())
            assert.includeMembers(all, names)
            for (const limit of [1, 2, all.length, all.length + 1]) {
              const walked: Array<string> = []
              let page = yield* organizations.list({ limit })
              while (page.length > 0) {
                walked.push(...page.map(({ name }) => name))
                page = yield* organizations.list({ after: walked.at(-1)!, limit })
              }
              assert.deepStrictEqual(walked, all)
            }
          })
        )
      })
    })
  })
}
