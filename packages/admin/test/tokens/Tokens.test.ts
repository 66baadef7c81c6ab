import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { testEngines } from "@platform-control/core/testing/databases"
import { type NewToken, Organizations, Tokens } from "../../src/server.ts"
import { makeToken, makeUser } from "../../src/testing.ts"
import { kindOf } from "../../src/tokens/TokenValue.ts"
import { layerToday, today } from "../support/layerToday.ts"

const makeOrganization = (name: string) =>
  Effect.flatMap(Organizations, (organizations) => organizations.create({ name }))

const makeTeam = Effect.fnUntraced(function* (organization: string, name: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO admin_teams ${sql.insert({ organization, name, display_name: name, created_at: 1 })}`
})

const stated = { description: "d", createdBy: "alice", expiresAt: 0 }

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`Tokens on ${engine.name}`, () => {
    it.layer(layerToday(engine))((it) => {
      describe("create", () => {
        it.effect("keeps everything but the value", () =>
          Effect.gen(function* () {
            const tokens = yield* Tokens
            yield* makeOrganization("keeps")
            const expiresAt = today / 1000 + 86_400
            const { id, value } = yield* tokens.create({
              kind: "organization",
              organization: "keeps",
              name: "automation",
              description: "for the pipeline",
              admin: false,
              roleId: "stack-read",
              reason: "asked for",
              createdBy: "alice",
              expiresAt
            })
            assert.strictEqual(kindOf(Redacted.value(value)), "organization")
            assert.deepStrictEqual(Option.getOrThrow(yield* tokens.find(id)), {
              id,
              kind: "organization",
              organization: "keeps",
              userId: null,
              team: null,
              issuedFrom: null,
              name: "automation",
              description: "for the pipeline",
              admin: false,
              roleId: "stack-read",
              reason: "asked for",
              createdBy: "alice",
              createdAt: today,
              expiresAt,
              lastUsed: 0,
              revokedAt: null
            })
          })
        )

        it.effect("makes every kind, with values of that kind", () =>
          Effect.gen(function* () {
            const tokens = yield* Tokens
            yield* makeOrganization("kinds")
            yield* makeTeam("kinds", "team")
            const { id: userId } = yield* makeUser("kinds-user")
            const wanted: ReadonlyArray<NewToken> = [
              { ...stated, kind: "personal", userId },
              { ...stated, kind: "personal", userId, organization: "kinds" },
              { ...stated, kind: "refresh", userId },
              { ...stated, kind: "agent", userId },
              { ...stated, kind: "organization", organization: "kinds", admin: false },
              { ...stated, kind: "organization", organization: "kinds", admin: false },
              { ...stated, kind: "runner", organization: "kinds" },
              { ...stated, kind: "team", organization: "kinds", team: "team" }
            ]
            for (const token of wanted) {
              const { id, value } = yield* tokens.create(token)
              assert.strictEqual(kindOf(Redacted.value(value)), token.kind)
              const kept = Option.getOrThrow(yield* tokens.find(id))
              assert.strictEqual(kept.organization, token.organization ?? null)
              assert.strictEqual(kept.userId, "userId" in token ? userId : null)
              assert.strictEqual(kept.team, token.kind === "team" ? "team" : null)
            }
          })
        )

        it.effect("409 for a name that the organization used before, also for a token that was revoked", () =>
          Effect.gen(function* () {
            const tokens = yield* Tokens
            yield* makeOrganization("names")
            yield* makeOrganization("names-too")
            const named = { ...stated, kind: "organization", name: "ci", admin: false } as const
            const { id } = yield* tokens.create({ ...named, organization: "names" })
            assert.strictEqual(
              (yield* Effect.flip(tokens.create({ ...named, organization: "names" })))._tag,
              "Conflict"
            )
            yield* tokens.revoke(id)
            const error = yield* Effect.flip(
              tokens.create({ ...stated, kind: "runner", name: "ci", organization: "names" })
            )
            assert.strictEqual(error._tag, "Conflict")
            yield* tokens.create({ ...named, organization: "names-too" })
          })
        )

        it.effect("one of many parallel creations of a name succeeds", () =>
          Effect.gen(function* () {
            const tokens = yield* Tokens
            yield* makeOrganization("raced")
            const token = { ...stated, kind: "organization", organization: "raced", name: "ci", admin: false } as const
            const results = yield* Effect.all(
              Array.from({ length: 8 }, () => Effect.result(tokens.create(token))),
              { concurrency: "unbounded" }
            )
            assert.strictEqual(results.filter((result) => result._tag === "Success").length, 1)
            assert.strictEqual((yield* tokens.list({ organization: "raced" }, { limit: 10 })).length, 1)
          })
        )

        it.effect("404 for an unknown organization, team or user", () =>
          Effect.gen(function* () {
            const tokens = yield* Tokens
            yield* makeOrganization("refuses")
            yield* makeOrganization("refuses-too")
            yield* makeTeam("refuses-too", "team")
            const { id: userId } = yield* makeUser("refuses-user")
            const refused: ReadonlyArray<NewToken> = [
              { ...stated, kind: "organization", organization: "unknown", admin: false },
              { ...stated, kind: "personal", userId: randomUUID() },
              { ...stated, kind: "personal", userId, organization: "unknown" },
              { ...stated, kind: "team", organization: "refuses", team: "team" }
            ]
            for (const token of refused) {
              assert.strictEqual((yield* Effect.flip(tokens.create(token)))._tag, "NotFound")
            }
            assert.deepStrictEqual(yield* tokens.list({ organization: "refuses" }, { limit: 10 }), [])
          })
        )

        it.effect("400 for what breaks a limit, and the name stays free", () =>
          Effect.gen(function* () {
            const tokens = yield* Tokens
            yield* makeOrganization("limits")
            const token = { ...stated, kind: "organization", organization: "limits", name: "ci", admin: false } as const
            assert.strictEqual((yield* Effect.flip(tokens.create({ ...token, expiresAt: 1 })))._tag, "BadRequest")
            yield* tokens.create(token)
          })
        )
      })

      describe("list", () => {
        it.effect("gives an owner's tokens in the order they were made, page by page, without revoked ones", () =>
          Effect.gen(function* () {
            const tokens = yield* Tokens
            yield* makeOrganization("lists")
            const user = yield* makeUser("lists-user")
            yield* makeToken({ kind: "personal", userId: user.id, organization: "lists" })
            const made: Array<string> = []
            for (const name of ["c", "a", "b", "d"]) {
              yield* TestClock.adjust("1 second")
              made.push((yield* makeToken({ kind: "organization", organization: "lists", name, admin: false })).id)
            }
            yield* tokens.revoke(made[1]!)
            const first = yield* tokens.list({ organization: "lists" }, { limit: 2 })
            const second = yield* tokens.list({ organization: "lists" }, { after: first[1]!, limit: 2 })
            assert.deepStrictEqual(
              [...first, ...second].map(({ name }) => name),
              ["c", "b", "d"]
            )
            assert.strictEqual((yield* tokens.list({ userId: user.id }, { limit: 10 })).length, 2)
          })
        )

        it.effect("goes through tokens of one moment without losing or repeating any", () =>
          Effect.gen(function* () {
            const tokens = yield* Tokens
            const { id: userId } = yield* makeUser("moment")
            for (let index = 0; index < 4; index++) yield* makeToken({ kind: "personal", userId })
            const all = yield* tokens.list({ userId }, { limit: 10 })
            assert.strictEqual(all.length, 5)
            const walked: Array<string> = []
            let page = yield* tokens.list({ userId }, { limit: 1 })
            while (page[0] !== undefined) {
              walked.push(page[0].id)
              page = yield* tokens.list({ userId }, { after: page[0], limit: 1 })
            }
            assert.deepStrictEqual(
              walked,
              all.map(({ id }) => id)
            )
          })
        )
      })

      describe("revoke", () => {
        it.effect("keeps the row, and 404 the second time", () =>
          Effect.gen(function* () {
            const tokens = yield* Tokens
            const { tokenId } = yield* makeUser("revokes")
            yield* TestClock.adjust("1 minute")
            yield* tokens.revoke(tokenId)
            const { createdAt, revokedAt } = Option.getOrThrow(yield* tokens.find(tokenId))
            assert.strictEqual(revokedAt, createdAt + 60_000)
            assert.strictEqual((yield* Effect.flip(tokens.revoke(tokenId)))._tag, "NotFound")
          })
        )

        it.effect("404 for what is unknown or no id", () =>
          Effect.gen(function* () {
            const tokens = yield* Tokens
            for (const id of [randomUUID(), "", "a\0b", "../x"]) {
              assert.strictEqual((yield* Effect.flip(tokens.revoke(id)))._tag, "NotFound")
              assert.isTrue(Option.isNone(yield* tokens.find(id)))
            }
          })
        )

        it.effect("succeeds once of many at the same time", () =>
          Effect.gen(function* () {
            const tokens = yield* Tokens
            const { tokenId } = yield* makeUser("revoked-at-once")
            const results = yield* Effect.all(
              Array.from({ length: 8 }, () => Effect.result(tokens.revoke(tokenId))),
              { concurrency: "unbounded" }
            )
            assert.strictEqual(results.filter((result) => result._tag === "Success").length, 1)
          })
        )
      })
    })
  })
}
