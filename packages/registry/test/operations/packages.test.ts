import { answerSetting, PackageUsage, versionAnswer, versionLookup } from "../../src/server.ts"
import type { PackageId } from "../../src/packages/PackageId.ts"
import { publishSample, sampleArtifacts } from "../../src/testing.ts"
import { assert, describe, it } from "@effect/vitest"
import { BlobStore } from "@platform-control/core/BlobStore"
import { SqliteReader } from "@platform-control/core/database/SqliteClient"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Layer, Option, Stream } from "effect"
import { as, callers, client, layerStage, ORIGIN, Raw } from "../stage/Stage.ts"

const VERSIONS = "/api/registry/packages"

const privately = (name: string): PackageId => ({ source: "private", publisher: "acme", name })
const publicly = (name: string): PackageId => ({ source: "platform", publisher: "acme", name })

const publish = (id: PackageId, version: string, publishedAt?: string) =>
  publishSample(callers.rita, id, { version, ...(publishedAt === undefined ? {} : { publishedAt }) })

const urlOf = ({ name, publisher, source }: PackageId, version: string) =>
  `${VERSIONS}/${source}/${publisher}/${name}/versions/${encodeURIComponent(version)}`

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onSuccess: () => "done", onFailure: ({ _tag }) => _tag })

const get = Effect.fnUntraced(function* (id: PackageId, version: string) {
  return yield* (yield* client).packages.get({ params: { ...id, version } })
})

const remove = Effect.fnUntraced(function* (id: PackageId, version: string) {
  return yield* (yield* client).packages.delete({ params: { ...id, version } })
})

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`GET version on ${engine.name}`, () => {
    it.layer(layerStage(engine))((it) => {
      it.effect("200 with the metadata, addresses that answer, and usage for an authenticated caller", () =>
        Effect.gen(function* () {
          const id = publicly("Get_200.a-b")
          yield* publish(id, "1.0.0+b1", "2020-01-02T03:04:05Z")
          const metadata = yield* get(id, "1.0.0+b1")
          assert.deepStrictEqual(metadata, {
            name: "Get_200.a-b",
            publisher: "acme",
            source: "platform",
            version: "1.0.0+b1",
            title: "sample",
            description: "A package to publish",
            isFeatured: false,
            packageTypes: ["native"],
            packageStatus: "ga",
            createdAt: "2020-01-02T03:04:05.000Z",
            visibility: "public",
            readmeURL: `${ORIGIN}/artifacts/platform/acme/Get_200.a-b/1.0.0%2Bb1/index.md`,
            schemaURL: `${ORIGIN}/artifacts/platform/acme/Get_200.a-b/1.0.0%2Bb1/schema.json`,
            usageStats: { totalStacks: 0, onLatest: 0, onOlder: 0, versionUnresolved: 0 }
          })
        }).pipe(as("carol"))
      )

      it.effect("200 for latest: the highest publication time, of equal ones the one completed last", () =>
        Effect.gen(function* () {
          const id = privately("get-latest")
          const latest = Effect.map(get(id, "latest"), ({ version }) => version)
          for (const [version, publishedAt, expected] of [
            ["2.0.0", "2020-01-01T00:00:00Z", "2.0.0"],
            ["1.0.1", "2021-01-01T00:00:00Z", "1.0.1"],
            ["3.0.0", "2019-01-01T00:00:00Z", "1.0.1"],
            ["0.0.1", "2021-01-01T00:00:00Z", "0.0.1"]
          ] as const) {
            yield* publish(id, version, publishedAt)
            assert.strictEqual(yield* latest, expected)
          }
          for (const [deleted, expected] of [
            ["3.0.0", "0.0.1"],
            ["0.0.1", "1.0.1"],
            ["1.0.1", "2.0.0"]
          ] as const) {
            yield* remove(id, deleted)
            assert.strictEqual(yield* latest, expected)
          }
          assert.deepStrictEqual(yield* get(id, "latest"), yield* get(id, "2.0.0"))
          yield* remove(id, "2.0.0")
          assert.strictEqual(yield* tagOf(latest), "NotFound")
        }).pipe(as("alice"))
      )

      it.effect("304 when If-None-Match names what would be answered, 200 once it changed", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const id = publicly("get-304")
          yield* publish(id, "1.0.0")
          const first = yield* send("GET", urlOf(id, "latest"), { token: "alice" })
          const etag = first.headers.get("etag")!
          assert.strictEqual(first.headers.get("cache-control"), "private, no-cache")
          const again = (token: "alice" | "carol") =>
            send("GET", urlOf(id, "latest"), { token, headers: { "if-none-match": `"x", W/${etag}` } })
          const unchanged = yield* again("alice")
          assert.deepStrictEqual([unchanged.status, unchanged.text, unchanged.headers.get("etag")], [304, "", etag])
          yield* publish(id, "2.0.0")
          assert.strictEqual((yield* again("alice")).status, 200)
        })
      )

      it.effect("401 without a credential, also for a public package", () =>
        Effect.gen(function* () {
          const id = publicly("get-401")
          yield* publish(id, "1.0.0")
          assert.strictEqual(yield* tagOf(get(id, "1.0.0")), "Unauthorized")
        })
      )

      it.effect("404 for what does not exist", () =>
        Effect.gen(function* () {
          const id = publicly("get-404")
          yield* publish(id, "1.0.0")
          assert.strictEqual(yield* tagOf(get(id, "1.0.1")), "NotFound")
          assert.strictEqual(yield* tagOf(get({ ...id, name: "get-40" }, "1.0.0")), "NotFound")
          assert.strictEqual(yield* tagOf(get({ ...id, name: "GET-404" }, "1.0.0")), "NotFound")
          assert.strictEqual(yield* tagOf(get({ ...id, publisher: "acm" }, "1.0.0")), "NotFound")
          assert.strictEqual(yield* tagOf(get({ ...id, source: "bridged" }, "1.0.0")), "NotFound")
        }).pipe(as("alice"))
      )

      it.effect("404 for a private package of an organization that the caller does not belong to", () =>
        Effect.gen(function* () {
          const id = privately("get-private")
          yield* publish(id, "1.0.0")
          for (const caller of ["alice", "bob", "site"] as const) {
            assert.strictEqual(yield* tagOf(get(id, "1.0.0").pipe(as(caller))), "done")
          }
          for (const version of ["1.0.0", "latest"]) {
            assert.strictEqual(yield* tagOf(get(id, version).pipe(as("carol"))), "NotFound")
          }
        })
      )

      it.effect("400 for a text that holds NUL, which no name does", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const path = `${VERSIONS}/platform/acme/a%00b/versions/1.0.0`
          assert.strictEqual((yield* send("GET", path, { token: "alice" })).status, 400)
        })
      )

      it.effect("404 for any texts, never a fault of the server", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const texts = ["%252F", "%F0%9F%98%80", "'--", "x".repeat(300), "latest", "%20", "a%2Fb", "..."]
          for (const text of texts) {
            for (const path of [`${text}/acme/a/versions/1.0.0`, `platform/${text}/a/versions/1.0.0`]) {
              assert.strictEqual((yield* send("GET", `${VERSIONS}/${path}`, { token: "alice" })).status, 404, path)
            }
            for (const path of [`platform/acme/${text}/versions/1.0.0`, `platform/acme/a/versions/${text}`]) {
              assert.strictEqual((yield* send("GET", `${VERSIONS}/${path}`, { token: "alice" })).status, 404, path)
            }
          }
        })
      )
    })
  })

  describe.skipIf(engine.skip)(`DELETE version on ${engine.name}`, () => {
    it.layer(layerStage(engine))((it) => {
      it.effect("204 and the version is gone, with its artifacts, from reads and lists", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const blobs = yield* BlobStore
          const id = privately("delete-204")
          yield* publish(id, "1.0.0")
          const removed = yield* send("DELETE", urlOf(id, "1.0.0"), { token: "alice" })
          assert.deepStrictEqual([removed.status, removed.text], [204, ""])
          assert.strictEqual(yield* tagOf(get(id, "1.0.0")), "NotFound")
          const list = yield* (yield* client).packages.list({ query: { name: id.name } })
          assert.deepStrictEqual(list.packages, [])
          const found = yield* (yield* client).packages.list({ query: { search: id.name } })
          assert.deepStrictEqual(found.packages, [])
          assert.strictEqual((yield* Stream.runCollect(blobs.list("packages-"))).length, 0)
        }).pipe(as("alice"))
      )

      it.effect("400 for latest", () =>
        Effect.gen(function* () {
          const id = privately("delete-400")
          yield* publish(id, "1.0.0")
          assert.strictEqual(yield* tagOf(remove(id, "latest")), "BadRequest")
          assert.strictEqual(yield* tagOf(get(id, "1.0.0")), "done")
        }).pipe(as("alice"))
      )

      it.effect("401 without a credential", () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* tagOf(remove(publicly("a"), "1.0.0")), "Unauthorized")
        })
      )

      it.effect("403 without RegistryPublish, and the version stays", () =>
        Effect.gen(function* () {
          for (const [id, caller] of [
            [privately("delete-403"), "bob"],
            [publicly("delete-403"), "bob"],
            [publicly("delete-403-too"), "carol"],
            [publicly("delete-403-three"), "alice"]
          ] as const) {
            yield* publish(id, "1.0.0")
            const refused = yield* Effect.flip(remove(id, "1.0.0").pipe(as(caller)))
            assert.strictEqual(refused._tag, "Forbidden")
            assert.include(refused.message, "RegistryPublish")
            assert.strictEqual(yield* tagOf(get(id, "1.0.0").pipe(as("rita"))), "done")
          }
        })
      )

      it.effect("404 for what does not exist, and for what the caller can't see", () =>
        Effect.gen(function* () {
          const id = privately("delete-404")
          yield* publish(id, "1.0.0")
          assert.strictEqual(yield* tagOf(remove(id, "1.0.1").pipe(as("alice"))), "NotFound")
          assert.strictEqual(yield* tagOf(remove(id, "not a version").pipe(as("alice"))), "NotFound")
          assert.strictEqual(yield* tagOf(remove(id, "1.0.0").pipe(as("carol"))), "NotFound")
          assert.strictEqual(yield* tagOf(remove(id, "1.0.0").pipe(as("alice"))), "done")
          assert.strictEqual(yield* tagOf(remove(id, "1.0.0").pipe(as("alice"))), "NotFound")
        })
      )

      it.effect("204 and the same version can be published again", () =>
        Effect.gen(function* () {
          const id = privately("delete-again")
          yield* publish(id, "1.0.0")
          yield* remove(id, "1.0.0")
          yield* publish(id, "1.0.0")
          assert.strictEqual(yield* tagOf(get(id, "latest")), "done")
        }).pipe(as("alice"))
      )
    })
  })

  describe.skipIf(engine.skip)(`GET artifact on ${engine.name}`, () => {
    it.layer(layerStage(engine))((it) => {
      const path = (id: PackageId, file: string) =>
        `/artifacts/${id.source}/${id.publisher}/${id.name}/1.0.0%2Bb/${file}`

      it.effect("302 to a place that answers with the bytes, without a credential for a public package", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const id = publicly("artifact")
          const artifacts = sampleArtifacts()
          yield* publishSample(callers.rita, id, { version: "1.0.0+b" }, artifacts)
          for (const [file, type, text] of [
            ["schema.json", "application/json", artifacts.schema],
            ["index.md", "text/markdown; charset=utf-8", artifacts.index],
            ["installation-configuration.md", "text/markdown; charset=utf-8", artifacts.installationConfiguration]
          ] as const) {
            const redirect = yield* send("GET", path(id, file))
            assert.strictEqual(redirect.status, 302)
            const place = new URL(redirect.headers.get("location")!)
            const answered = yield* send("GET", place.pathname.replace("/base", "") + place.search)
            assert.deepStrictEqual(
              [answered.status, answered.headers.get("content-type"), answered.text],
              [200, type, text]
            )
          }
        })
      )

      it.effect("302 for a private package only with a credential that sees it, else 404", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const id = privately("artifact")
          yield* publishSample(callers.rita, id, { version: "1.0.0+b" })
          const status = (token?: "bob" | "carol") =>
            Effect.map(send("GET", path(id, "index.md"), { token }), (answer) => answer.status)
          assert.deepStrictEqual([yield* status("bob"), yield* status("carol"), yield* status()], [302, 404, 404])
        })
      )

      it.effect("401 for a credential that is not valid", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const headers = { authorization: "Bearer nobody" }
          assert.strictEqual((yield* send("GET", path(publicly("artifact"), "index.md"), { headers })).status, 401)
        })
      )

      it.effect("404 for another file, another version, and an installation document that was not uploaded", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const id = publicly("artifact-404")
          const artifacts = { ...sampleArtifacts(), installationConfiguration: undefined }
          yield* publishSample(callers.rita, id, { version: "1.0.0+b" }, artifacts)
          for (const file of ["installation-configuration.md", "other", "SCHEMA.JSON"]) {
            assert.strictEqual((yield* send("GET", path(id, file))).status, 404, file)
          }
          assert.strictEqual((yield* send("GET", path(publicly("artifact-no"), "index.md"))).status, 404)
        })
      )
    })
  })
}

describe("a synchronous reader on SQLite", () => {
  const [sqlite] = testEngines
  const usage = {
    inOrganization: (organization: string) =>
      organization === "acme"
        ? new Map([["platform/acme/fast", { totalStacks: 3, onLatest: 2, onOlder: 1, versionUnresolved: 0 }]])
        : new Map<string, never>()
  }

  it.layer(layerStage(sqlite!).pipe(Layer.provide(Layer.succeed(PackageUsage, usage))))((it) => {
    it.effect("answers byte for byte as the handler does", () =>
      Effect.gen(function* () {
        const { send } = yield* Raw
        const reader = Option.getOrThrow(yield* Effect.serviceOption(SqliteReader))
        const setting = answerSetting(ORIGIN, usage)
        const id = publicly("fast")
        yield* publish(id, "1.0.0")
        yield* publish(id, "1.1.0")
        for (const token of ["alice", "carol"] as const) {
          for (const version of ["1.0.0", "latest"]) {
            const lookup = versionLookup(callers[token], { ...id, version })!
            const row = reader.prepare(lookup.sql).get(...lookup.parameters)
            const stored = {
              version: String(row?.version),
              operation_id: String(row?.operation_id),
              wire: String(row?.wire)
            }
            const fast = versionAnswer(setting, callers[token], lookup.id, stored, undefined)
            const answered = yield* send("GET", urlOf(id, version), { token })
            assert.strictEqual(fast.body, answered.text)
            assert.strictEqual(fast.status, answered.status)
            for (const [name, value] of Object.entries(fast.headers)) {
              assert.strictEqual(answered.headers.get(name), value)
            }
            assert.strictEqual(answered.json.usageStats.totalStacks, token === "alice" ? 3 : 0)
          }
        }
        assert.isUndefined(versionLookup(callers.carol, { ...privately("fast"), version: "1.0.0" }))
      })
    )
  })
})
