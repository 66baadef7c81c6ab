import { Publishers, RegistrySettings } from "../../src/server.ts"
import { sampleArtifacts, uploadSample } from "../../src/testing.ts"
import { assert, describe, it } from "@effect/vitest"
import { BlobStore } from "@platform-control/core/BlobStore"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { as, client, layerStage, Raw } from "../stage/Stage.ts"

const LIFETIME_SECONDS = 3_600

const settings = Layer.succeed(RegistrySettings, {
  maxSchemaBytes: 2_000,
  maxDocumentBytes: 1_000,
  uploadExpiresInSeconds: 60,
  operationLifetimeSeconds: LIFETIME_SECONDS
})

const publishers = Layer.succeed(Publishers, {
  find: (name) =>
    Effect.succeed(
      ["acme", "globex"].includes(name) ? Option.some({ name, displayName: `The ${name}` }) : Option.none()
    ),
  hold: () => Effect.succeed(true)
})

const path = (name: string, more: Partial<{ source: string; publisher: string }> = {}) => ({
  source: "private",
  publisher: "acme",
  name,
  ...more
})

const start = Effect.fnUntraced(function* (
  params: ReturnType<typeof path>,
  payload: { version: string; publishedAt?: string }
) {
  return yield* (yield* client).publish.start({ params, payload })
})

const complete = Effect.fnUntraced(function* (params: ReturnType<typeof path>, version: string, operationID: string) {
  return yield* (yield* client).publish.complete({ params: { ...params, version }, payload: { operationID } })
})

const get = Effect.fnUntraced(function* (params: ReturnType<typeof path>, version: string) {
  return yield* (yield* client).packages.get({ params: { ...params, version } })
})

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onSuccess: () => "done", onFailure: ({ _tag }) => _tag })

for (const engine of testEngines) {
  const layer = layerStage(engine).pipe(Layer.provide([settings, publishers]))

  describe.skipIf(engine.skip)(`POST versions on ${engine.name}`, () => {
    it.layer(layer)((it) => {
      it.effect("202 with an operation and three distinct absolute places to upload to", () =>
        Effect.gen(function* () {
          const started = yield* start(path("start-202"), { version: "1.0.0-rc.1+b" })
          const { index, installationConfiguration, schema } = started.uploadURLs
          const urls = new Set([schema, index, installationConfiguration])
          assert.strictEqual(urls.size, 3)
          for (const url of urls) assert.isTrue(URL.canParse(url))
          assert.match(started.operationID, /^[0-9a-f-]{36}$/)
          assert.notProperty(started, "requiredHeaders")
        }).pipe(as("alice"))
      )

      it.effect("202 with another operation for a repeated start", () =>
        Effect.gen(function* () {
          const first = yield* start(path("start-twice"), { version: "1.0.0" })
          const second = yield* start(path("start-twice"), { version: "1.0.0" })
          assert.notStrictEqual(first.operationID, second.operationID)
        }).pipe(as("alice"))
      )

      it.effect("202 and nothing of it visible before it is completed", () =>
        Effect.gen(function* () {
          yield* start(path("start-hidden"), { version: "1.0.0" })
          assert.strictEqual(yield* tagOf(get(path("start-hidden"), "1.0.0")), "NotFound")
          assert.strictEqual(yield* tagOf(get(path("start-hidden"), "latest")), "NotFound")
          const { packages } = yield* (yield* client).packages.list({ query: { name: "start-hidden" } })
          assert.deepStrictEqual(packages, [])
        }).pipe(as("alice"))
      )

      it.effect("400 for a version that is not strict semver, a name or a time that breaks its rule, naming each", () =>
        Effect.gen(function* () {
          const refused = yield* Effect.flip(start(path("-bad."), { version: "v1.0.0", publishedAt: "yesterday" }))
          assert.strictEqual(refused._tag, "BadRequest")
          if (refused._tag !== "BadRequest") return
          assert.deepStrictEqual(
            refused.errors?.map(({ attribute, resource }) => `${resource}.${attribute}`),
            ["path.name", "body.version", "body.publishedAt"]
          )
        }).pipe(as("alice"))
      )

      it.effect("400 for a body without a version, of another type, or of no JSON", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const bodies = [
            {},
            { version: 1 },
            { version: null },
            { version: "1.0.0", publishedAt: 5 },
            [],
            "{",
            "",
            '"1.0.0"'
          ]
          for (const body of bodies) {
            const { json, status } = yield* send("POST", "/api/registry/packages/private/acme/body/versions", {
              token: "alice",
              body
            })
            assert.deepStrictEqual([status, json.code], [400, 400], JSON.stringify(body))
          }
        })
      )

      it.effect("401 without a credential, before anything else is looked at", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const { status } = yield* send("POST", "/api/registry/packages/nowhere/none/-/versions", { body: "{" })
          assert.strictEqual(status, 401)
        })
      )

      it.effect("403 that names RegistryPublish", () =>
        Effect.gen(function* () {
          const refused = yield* Effect.flip(start(path("start-403"), { version: "bad" }))
          assert.strictEqual(refused._tag, "Forbidden")
          assert.include(refused.message, "RegistryPublish")
        }).pipe(as("bob"))
      )

      it.effect("403 for a public source without a registry administrator", () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* tagOf(start(path("a", { source: "platform" }), { version: "1.0.0" })), "Forbidden")
          assert.strictEqual(yield* tagOf(start(path("a", { source: "bridged" }), { version: "1.0.0" })), "Forbidden")
        }).pipe(as("alice"))
      )

      it.effect("404 for a source outside the three and for an unknown publisher", () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* tagOf(start(path("a", { source: "other" }), { version: "1.0.0" })), "NotFound")
          assert.strictEqual(yield* tagOf(start(path("a", { publisher: "nobody" }), { version: "1.0.0" })), "NotFound")
        }).pipe(as("rita"))
      )

      it.effect(
        "404, the same as for an unknown one, for private packages of an organization the caller can't see",
        () =>
          Effect.gen(function* () {
            const hidden = yield* Effect.flip(start(path("a"), { version: "1.0.0" }))
            const unknown = yield* Effect.flip(start(path("a", { publisher: "nobody" }), { version: "1.0.0" }))
            assert.strictEqual(hidden._tag, "NotFound")
            assert.strictEqual(hidden.message, unknown.message.replace("nobody", "acme"))
          }).pipe(as("carol"))
      )

      it.effect("409 when the version exists", () =>
        Effect.gen(function* () {
          const { operationID } = yield* start(path("start-409"), { version: "1.0.0" })
          yield* uploadSample(operationID, sampleArtifacts())
          yield* complete(path("start-409"), "1.0.0", operationID)
          assert.strictEqual(yield* tagOf(start(path("start-409"), { version: "1.0.0" })), "Conflict")
          assert.strictEqual(yield* tagOf(start(path("start-409"), { version: "1.0.0+other" })), "done")
        }).pipe(as("alice"))
      )
    })
  })

  describe.skipIf(engine.skip)(`POST complete on ${engine.name}`, () => {
    it.layer(layer)((it) => {
      const begun = Effect.fnUntraced(function* (name: string, artifacts = sampleArtifacts(), version = "1.0.0") {
        const { operationID } = yield* start(path(name), { version })
        yield* uploadSample(operationID, artifacts)
        return operationID
      })

      it.effect("201 with {} after uploads through the places, and the version is there at once", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const versions = "/api/registry/packages/private/acme/complete-201/versions"
          const started = yield* send("POST", versions, { token: "alice", body: { version: "1.0.0" } })
          assert.strictEqual(started.status, 202)
          for (const [place, body] of [
            ["schema", { name: "complete-201", displayName: "Complete" }],
            ["index", "# Complete"]
          ] as const) {
            const url = new URL(started.json.uploadURLs[place])
            const put = yield* send("PUT", url.pathname.replace("/base", "") + url.search, { body })
            assert.strictEqual(put.status, 200)
          }
          const completed = yield* send("POST", `${versions}/1.0.0/complete`, {
            token: "alice",
            body: { operationID: started.json.operationID }
          })
          assert.deepStrictEqual([completed.status, completed.text], [201, "{}"])
          const got = yield* send("GET", `${versions}/1.0.0`, { token: "alice" })
          assert.deepStrictEqual(
            [got.status, got.json.title, got.json.publisherDisplayName],
            [200, "Complete", "The acme"]
          )
        })
      )

      it.effect("201 without an installation document, and with a schema that writes its version with a v", () =>
        Effect.gen(function* () {
          const artifacts = { ...sampleArtifacts({ version: "v1.0.0" }), installationConfiguration: undefined }
          const operationID = yield* begun("complete-least", artifacts)
          assert.deepStrictEqual(yield* complete(path("complete-least"), "1.0.0", operationID), {})
        }).pipe(as("alice"))
      )

      it.effect("400 with an entry for each missing artifact, and the operation stays usable", () =>
        Effect.gen(function* () {
          const subsets = [
            [[], ["schema", "index"]],
            [["schema"], ["index"]],
            [["index"], ["schema"]],
            [["installationConfiguration"], ["schema", "index"]],
            [["schema", "installationConfiguration"], ["index"]],
            [["index", "installationConfiguration"], ["schema"]]
          ] as const
          const whole = sampleArtifacts()
          for (const [index, [uploaded, missing]] of subsets.entries()) {
            const name = `complete-subset-${index}`
            const { operationID } = yield* start(path(name), { version: "1.0.0" })
            const none = { schema: undefined, index: undefined, installationConfiguration: undefined }
            yield* uploadSample(operationID, {
              ...none,
              ...Object.fromEntries(uploaded.map((artifact) => [artifact, whole[artifact]]))
            })
            const refused = yield* Effect.flip(complete(path(name), "1.0.0", operationID))
            assert.strictEqual(refused._tag, "BadRequest")
            const named = refused._tag === "BadRequest" ? refused.errors?.map(({ attribute }) => attribute) : []
            assert.deepStrictEqual(named, [...missing])
            yield* uploadSample(operationID, whole)
            assert.deepStrictEqual(yield* complete(path(name), "1.0.0", operationID), {})
          }
        }).pipe(as("alice"))
      )

      it.effect("400 that says what is wrong with the schema, leaving nothing behind and the operation usable", () =>
        Effect.gen(function* () {
          const blobs = yield* BlobStore
          const kept = Stream.runCollect(blobs.list("packages-"))
          const before = (yield* kept).length
          const schemas = [
            "{",
            "[]",
            "{}",
            '{"name":5}',
            '{"name":"a","version":"2.0.0"}',
            `{"name":"a"}${" ".repeat(2_000)}`
          ]
          const operationID = yield* begun("complete-400")
          for (const schema of schemas) {
            yield* uploadSample(operationID, { ...sampleArtifacts(), schema })
            const refused = yield* Effect.flip(complete(path("complete-400"), "1.0.0", operationID))
            assert.strictEqual(refused._tag, "BadRequest", schema)
            assert.match(refused.message, /schema/)
          }
          yield* uploadSample(operationID, { ...sampleArtifacts(), index: "x".repeat(1_001) })
          assert.strictEqual(yield* tagOf(complete(path("complete-400"), "1.0.0", operationID)), "BadRequest")
          assert.strictEqual((yield* kept).length, before)
          yield* uploadSample(operationID, sampleArtifacts())
          assert.deepStrictEqual(yield* complete(path("complete-400"), "1.0.0", operationID), {})
        }).pipe(as("alice"))
      )

      it.effect("400 without an operationID", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          for (const body of [{}, { operationID: 5 }, { operationID: null }, "", "["]) {
            const { status } = yield* send("POST", "/api/registry/packages/private/acme/a/versions/1.0.0/complete", {
              token: "alice",
              body
            })
            assert.strictEqual(status, 400)
          }
        })
      )

      it.effect("401 without a credential", () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* tagOf(complete(path("a"), "1.0.0", "b")), "Unauthorized")
        })
      )

      it.effect("403 without RegistryPublish", () =>
        Effect.gen(function* () {
          const operationID = yield* begun("complete-403").pipe(as("alice"))
          const refused = yield* Effect.flip(complete(path("complete-403"), "1.0.0", operationID).pipe(as("bob")))
          assert.strictEqual(refused._tag, "Forbidden")
          assert.include(refused.message, "RegistryPublish")
        })
      )

      it.effect("404 for an unknown operation, whatever its text", () =>
        Effect.gen(function* () {
          const texts = ["", "x", "00000000-0000-4000-8000-000000000000", "a\0b", "\ud800", "%00", "'; DROP TABLE x"]
          for (const text of texts) {
            const { send } = yield* Raw
            const { status } = yield* send("POST", "/api/registry/packages/private/acme/a/versions/1.0.0/complete", {
              token: "alice",
              body: { operationID: text }
            })
            assert.strictEqual(status, 404, JSON.stringify(text))
          }
        })
      )

      it.effect("404 for an operation of another package or version, which publishes neither", () =>
        Effect.gen(function* () {
          const operationID = yield* begun("complete-crossed")
          assert.strictEqual(yield* tagOf(complete(path("complete-other"), "1.0.0", operationID)), "NotFound")
          assert.strictEqual(yield* tagOf(complete(path("complete-crossed"), "1.0.1", operationID)), "NotFound")
          assert.strictEqual(yield* tagOf(get(path("complete-other"), "1.0.0")), "NotFound")
          assert.strictEqual(yield* tagOf(get(path("complete-crossed"), "1.0.1")), "NotFound")
          assert.strictEqual(yield* tagOf(complete(path("complete-crossed"), "1.0.0", operationID)), "done")
        }).pipe(as("alice"))
      )

      it.effect("404 for an operation that has expired", () =>
        Effect.gen(function* () {
          const operationID = yield* begun("complete-expired")
          yield* TestClock.adjust(`${LIFETIME_SECONDS} seconds`)
          assert.strictEqual(yield* tagOf(complete(path("complete-expired"), "1.0.0", operationID)), "NotFound")
        }).pipe(as("alice"))
      )

      it.effect(
        "409 for a version that exists by now, and for an operation that was completed, also after a deletion",
        () =>
          Effect.gen(function* () {
            const name = "complete-409"
            const [first, second] = [yield* begun(name), yield* begun(name)]
            yield* complete(path(name), "1.0.0", first)
            assert.strictEqual(yield* tagOf(complete(path(name), "1.0.0", second)), "Conflict")
            assert.strictEqual(yield* tagOf(complete(path(name), "1.0.0", first)), "Conflict")
            yield* (yield* client).packages.delete({ params: { ...path(name), version: "1.0.0" } })
            assert.strictEqual(yield* tagOf(complete(path(name), "1.0.0", first)), "Conflict")
            assert.strictEqual(yield* tagOf(complete(path(name), "1.0.0", second)), "done")
          }).pipe(as("alice"))
      )

      it.effect("gives the version the time of its completion, or the one it was started with", () =>
        Effect.gen(function* () {
          const operationID = yield* begun("complete-time")
          yield* TestClock.adjust("5 seconds")
          const now = new Date(yield* Effect.clockWith((clock) => clock.currentTimeMillis)).toISOString()
          yield* complete(path("complete-time"), "1.0.0", operationID)
          assert.strictEqual((yield* get(path("complete-time"), "1.0.0")).createdAt, now)
          for (const [version, publishedAt] of [
            ["2.0.0", "2001-02-03T04:05:06.789+01:00"],
            ["3.0.0", "9999-12-31T23:59:59Z"]
          ] as const) {
            const started = yield* start(path("complete-time"), { version, publishedAt })
            yield* uploadSample(started.operationID, sampleArtifacts())
            yield* complete(path("complete-time"), version, started.operationID)
            const { createdAt } = yield* get(path("complete-time"), version)
            assert.strictEqual(createdAt, new Date(publishedAt).toISOString())
          }
        }).pipe(as("alice"))
      )
    })
  })
}
