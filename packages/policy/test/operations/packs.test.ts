import { assert, describe, it } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Layer } from "effect"
import { PolicyAsCode, PolicyGroups, PolicyOrganizations } from "../../src/server.ts"
import { sampleArchive, samplePack, samplePolicy } from "../../src/testing.ts"
import { ask, blobKeys, layerStage, PACKS, publish, put } from "../stage/Stage.ts"

const organizations = Layer.succeed(PolicyOrganizations, {
  exists: (name) => Effect.succeed(["acme", "globex"].includes(name)),
  hold: (name) => Effect.succeed(["acme", "globex"].includes(name))
})

const policyAsCode = Layer.succeed(PolicyAsCode, { isEnabled: (name) => Effect.succeed(name !== "globex") })

const at = (name: string, version: number | string) => `${PACKS}/${name}/versions/${version}`

/** Applies a version in a group of its own. */
const apply = Effect.fnUntraced(function* (name: string, version: string) {
  const groups = yield* PolicyGroups
  const group = { organization: "acme", group: `g-${name}` }
  yield* Effect.ignore(groups.create(group))
  yield* groups.apply(group, { organization: "acme", name }, version)
})

const withdraw = Effect.fnUntraced(function* (name: string) {
  yield* (yield* PolicyGroups).withdraw({ organization: "acme", group: `g-${name}` }, { organization: "acme", name })
})

for (const engine of testEngines) {
  const layer = layerStage(engine).pipe(Layer.provide([organizations, policyAsCode]))

  describe.skipIf(engine.skip)(`policy packs of an organization on ${engine.name}`, () => {
    it.layer(layer)((it) => {
      describe("POST policypacks", () => {
        it.effect("201 with number 1, then the next ones, and an absolute place to upload to", () =>
          Effect.gen(function* () {
            for (const expected of [1, 2, 3]) {
              const { json, status } = yield* ask("POST", PACKS, samplePack("numbers"))
              assert.deepStrictEqual([status, json.version], [201, expected])
              assert.isTrue(URL.canParse(json.uploadURI))
              assert.notProperty(json, "requiredHeaders")
            }
          })
        )

        it.effect("201 for 1, 2 and 200 policies, with everything that may be said of them", () =>
          Effect.gen(function* () {
            for (const count of [1, 2, 200]) {
              const policies = Array.from({ length: count }, (_, index) =>
                samplePolicy(`policy-${index}`, {
                  severity: (["", "low", "medium", "high", "critical"] as const)[index % 5]!,
                  enforcementLevel: (["advisory", "mandatory", "remediate", "disabled"] as const)[index % 4]!,
                  framework: { name: "CIS", version: "8", reference: "3.1", specification: "Data" },
                  tags: ["storage", ""],
                  remediationSteps: "Close it",
                  url: "https://example.com/policy",
                  configSchema: {
                    type: "object",
                    properties: { allowed: { type: "array", items: { type: "string" }, default: [] } },
                    required: [],
                    additionalProperties: false,
                    $comment: "kept as it is"
                  }
                })
              )
              const body = samplePack(`full-${count}`, {
                policies,
                versionTag: "1.0.0-rc.1",
                description: "d",
                readme: "# r",
                provider: "p",
                runtime: "nodejs",
                repository: "https://example.com",
                tags: ["a"],
                metadata: { "vcs.commit": "abc" }
              })
              const version = yield* publish(body)
              const { json } = yield* ask("GET", at(`full-${count}`, version))
              assert.deepStrictEqual(json.policies, policies)
            }
          })
        )

        it.effect("201 with unknown fields, which are not kept", () =>
          Effect.gen(function* () {
            const version = yield* publish({ ...samplePack("unknown"), future: { a: 1 } })
            assert.notProperty((yield* ask("GET", at("unknown", version))).json, "future")
          })
        )

        it.effect("400 without policies, name or displayName, and for an empty list of policies", () =>
          Effect.gen(function* () {
            const { displayName, name, policies } = samplePack("lacking")
            const bodies = [
              { displayName, name },
              { displayName, policies },
              { name, policies },
              { displayName, name, policies: [] }
            ]
            for (const body of bodies) {
              const { json, status } = yield* ask("POST", PACKS, body)
              assert.deepStrictEqual([status, json.code, json.errors.length], [400, 400, 1], JSON.stringify(body))
            }
            assert.strictEqual((yield* ask("DELETE", `${PACKS}/lacking`)).status, 404)
          })
        )

        it.effect("400 for a tag that is no semantic version of allowed letters", () =>
          Effect.gen(function* () {
            for (const versionTag of ["", "1", "1.0", "v1.0.0", "abc", "1.0.0+build", "01.0.0", " 1.0.0", "latest"]) {
              const { json, status } = yield* ask("POST", PACKS, samplePack("tags", { versionTag }))
              assert.deepStrictEqual([status, json.errors?.[0]?.attribute], [400, "versionTag"], versionTag)
            }
          })
        )

        it.effect("401 without a credential", () =>
          Effect.gen(function* () {
            assert.strictEqual((yield* ask("POST", PACKS, "{", null)).status, 401)
          })
        )

        it.effect("403 that names RegistryPublish, before the body is looked at", () =>
          Effect.gen(function* () {
            const { json, status } = yield* ask("POST", PACKS, {}, "bob")
            assert.strictEqual(status, 403)
            assert.include(json.message, "RegistryPublish")
          })
        )

        it.effect("404 for an organization that the caller can't see, and for one that there is not", () =>
          Effect.gen(function* () {
            assert.strictEqual((yield* ask("POST", PACKS, samplePack("x"), "carol")).status, 404)
            assert.strictEqual(
              (yield* ask("POST", "/api/orgs/nobody/policypacks", samplePack("x"), "site")).status,
              404
            )
          })
        )

        it.effect("409 for a tag that is reserved, published, or of a version that was deleted", () =>
          Effect.gen(function* () {
            const body = samplePack("tagged", { versionTag: "1.2.0" })
            const version = yield* publish(body)
            assert.strictEqual((yield* ask("POST", PACKS, body)).status, 409)
            assert.strictEqual((yield* ask("DELETE", at("tagged", version))).status, 200)
            assert.strictEqual((yield* ask("POST", PACKS, body)).status, 409)
            yield* ask("POST", PACKS, samplePack("tagged", { versionTag: "1.3.0" }))
            const reserved = yield* ask("POST", PACKS, samplePack("tagged", { versionTag: "1.3.0" }))
            assert.strictEqual(reserved.status, 409)
            assert.include(reserved.json.message, "1.3.0")
            // A refusal uses no number up.
            assert.strictEqual((yield* ask("POST", PACKS, samplePack("tagged"))).json.version, 3)
          })
        )
      })

      describe("POST …/complete", () => {
        it.effect("204 by number and by tag, and the archive is the only blob that stays", () =>
          Effect.gen(function* () {
            const before = yield* blobKeys
            for (const [name, which] of [
              ["by-number", "1"],
              ["by-tag", "2.0.0"]
            ] as const) {
              const { json } = yield* ask("POST", PACKS, samplePack(name, { versionTag: "2.0.0" }))
              assert.strictEqual((yield* put(json.uploadURI, yield* sampleArchive)).status, 200)
              const { status, text } = yield* ask("POST", `${at(name, which)}/complete`)
              assert.deepStrictEqual([status, text], [204, ""])
            }
            const added = (yield* blobKeys).filter((key) => !before.includes(key))
            assert.strictEqual(added.length, 2)
            for (const key of added) assert.match(key, /^policypacks\/archives\//)
          })
        )

        it.effect("400 without an upload, and 204 after it; what is uploaded later changes nothing", () =>
          Effect.gen(function* () {
            const { json } = yield* ask("POST", PACKS, samplePack("late"))
            const refused = yield* ask("POST", `${at("late", 1)}/complete`)
            assert.deepStrictEqual([refused.status, refused.json.errors[0].errorType], [400, "required"])
            yield* put(json.uploadURI, yield* sampleArchive)
            assert.strictEqual((yield* ask("POST", `${at("late", 1)}/complete`)).status, 204)
            yield* put(json.uploadURI, new TextEncoder().encode("junk"))
            assert.strictEqual((yield* ask("GET", at("late", 1))).status, 200)
          })
        )

        it.effect("400 for a version that is complete", () =>
          Effect.gen(function* () {
            const version = yield* publish(samplePack("twice"))
            const again = yield* ask("POST", `${at("twice", version)}/complete`)
            assert.deepStrictEqual([again.status, again.json.code], [400, 400])
            assert.include(again.json.message, "already complete")
            assert.strictEqual((yield* ask("POST", `${at("twice", "latest")}/complete`)).status, 400)
          })
        )

        it.effect("404 for an unknown pack or version, of whatever form", () =>
          Effect.gen(function* () {
            yield* publish(samplePack("known"))
            for (const version of ["2", "0", "-1", "1.0", "01", "abc", "100000000000000000000", "9.9.9", "0.0.0+7"])
              assert.strictEqual((yield* ask("POST", `${at("known", version)}/complete`)).status, 404, version)
            assert.strictEqual((yield* ask("POST", `${at("unknown-pack", 1)}/complete`)).status, 404)
          })
        )
      })

      describe("GET version", () => {
        it.effect("200 by number, tag, `latest` and, without a tag, the registry's name", () =>
          Effect.gen(function* () {
            yield* publish(samplePack("reads", { versionTag: "1.0.0", displayName: "First" }))
            yield* publish(samplePack("reads", { displayName: "Second" }))
            yield* ask("POST", PACKS, samplePack("reads", { versionTag: "3.0.0" }))
            const expected = {
              name: "reads",
              displayName: "First",
              version: 1,
              versionTag: "1.0.0",
              applied: false,
              policies: [samplePolicy()]
            }
            assert.deepStrictEqual((yield* ask("GET", at("reads", 1))).json, expected)
            assert.deepStrictEqual((yield* ask("GET", at("reads", "1.0.0"), undefined, "bob")).json, expected)
            for (const text of ["2", "latest", "0.0.0+2", "0.0.0%2B2"]) {
              const { json, status } = yield* ask("GET", at("reads", text))
              assert.deepStrictEqual([status, json.version, json.versionTag], [200, 2, ""], text)
            }
          })
        )

        it.effect("200 with applied exactly while a group applies this version", () =>
          Effect.gen(function* () {
            yield* publish(samplePack("applied"))
            yield* publish(samplePack("applied"))
            const applied = Effect.forEach([1, 2], (version) =>
              Effect.map(ask("GET", at("applied", version)), ({ json }) => json.applied as boolean)
            )
            yield* apply("applied", "1")
            assert.deepStrictEqual(yield* applied, [true, false])
            yield* apply("applied", "latest")
            assert.deepStrictEqual(yield* applied, [false, true])
            yield* withdraw("applied")
            assert.deepStrictEqual(yield* applied, [false, false])
          })
        )

        it.effect("400 for a version that is not complete", () =>
          Effect.gen(function* () {
            yield* ask("POST", PACKS, samplePack("incomplete"))
            assert.strictEqual((yield* ask("GET", at("incomplete", 1))).status, 400)
          })
        )

        it.effect("404 for an unknown organization, pack or version", () =>
          Effect.gen(function* () {
            yield* publish(samplePack("there"))
            assert.strictEqual((yield* ask("GET", at("there", 2))).status, 404)
            assert.strictEqual((yield* ask("GET", at("nowhere", 1))).status, 404)
            assert.strictEqual((yield* ask("GET", at("there", 1), undefined, "carol")).status, 404)
            const unknown = "/api/orgs/nobody/policypacks/there/versions/1"
            assert.strictEqual((yield* ask("GET", unknown, undefined, "site")).status, 404)
          })
        )
      })

      describe("GET policypacks", () => {
        it.effect("200 with complete packs by name, versions newest first", () =>
          Effect.gen(function* () {
            const list = "/api/orgs/globex/policypacks"
            for (const name of ["zeta", "alpha", "alpha-2"])
              yield* publish(samplePack(name, { versionTag: "1.0.0" }), "globex", "carol")
            yield* publish(samplePack("alpha", { displayName: "Newer" }), "globex", "carol")
            yield* ask("POST", list, samplePack("alpha", { versionTag: "9.0.0" }), "carol")
            yield* ask("POST", list, samplePack("never"), "carol")
            assert.deepStrictEqual((yield* ask("GET", list, undefined, "carol")).json, {
              policyPacks: [
                { name: "alpha", displayName: "Newer", versions: [2, 1], versionTags: ["1.0.0"] },
                { name: "alpha-2", displayName: "The pack alpha-2", versions: [1], versionTags: ["1.0.0"] },
                { name: "zeta", displayName: "The pack zeta", versions: [1], versionTags: ["1.0.0"] }
              ]
            })
            for (const [name, count] of [
              ["alpha", 1],
              ["never", 0],
              ["other", 0]
            ] as const) {
              const { json } = yield* ask("GET", `${list}?policypack=${name}`, undefined, "carol")
              assert.strictEqual(json.policyPacks.length, count)
            }
          })
        )

        it.effect("400 for a name that no pack can have", () =>
          Effect.gen(function* () {
            for (const name of ["", "a%2Fb", "a%20b", "..", "x".repeat(101), "%00"])
              assert.strictEqual((yield* ask("GET", `${PACKS}?policypack=${name}`)).status, 400, name)
          })
        )

        it.effect("401, and 404 for an organization that the caller can't see or that there is not", () =>
          Effect.gen(function* () {
            assert.strictEqual((yield* ask("GET", PACKS, undefined, null)).status, 401)
            assert.strictEqual((yield* ask("GET", PACKS, undefined, "carol")).status, 404)
            assert.strictEqual((yield* ask("GET", "/api/orgs/nobody/policypacks", undefined, "site")).status, 404)
          })
        )
      })

      describe("DELETE version", () => {
        it.effect("200 with an empty body; the version and its archive are gone, its number stays used", () =>
          Effect.gen(function* () {
            const before = yield* blobKeys
            yield* publish(samplePack("deletes"))
            yield* publish(samplePack("deletes", { versionTag: "2.0.0" }))
            const { status, text } = yield* ask("DELETE", at("deletes", "2.0.0"))
            assert.deepStrictEqual([status, text], [200, ""])
            assert.strictEqual((yield* ask("GET", at("deletes", 2))).status, 404)
            assert.strictEqual((yield* ask("GET", at("deletes", "latest"))).json.version, 1)
            assert.strictEqual((yield* ask("DELETE", at("deletes", 1))).status, 200)
            assert.deepStrictEqual(yield* blobKeys, before)
            // The last version took the pack along, and not its numbers.
            assert.strictEqual((yield* ask("DELETE", `${PACKS}/deletes`)).status, 404)
            assert.strictEqual((yield* ask("POST", PACKS, samplePack("deletes"))).json.version, 3)
          })
        )

        it.effect("200 for a version that is not complete, with what was uploaded", () =>
          Effect.gen(function* () {
            const before = yield* blobKeys
            const { json } = yield* ask("POST", PACKS, samplePack("given-up"))
            yield* put(json.uploadURI, yield* sampleArchive)
            assert.strictEqual((yield* ask("DELETE", at("given-up", 1))).status, 200)
            assert.deepStrictEqual(yield* blobKeys, before)
            assert.strictEqual((yield* ask("POST", `${at("given-up", 1)}/complete`)).status, 404)
          })
        )

        it.effect("403 without RegistryPublish, and the version stays", () =>
          Effect.gen(function* () {
            yield* publish(samplePack("kept"))
            assert.strictEqual((yield* ask("DELETE", at("kept", 1), undefined, "bob")).status, 403)
            assert.strictEqual((yield* ask("GET", at("kept", 1))).status, 200)
          })
        )

        it.effect("404 for an unknown pack or version", () =>
          Effect.gen(function* () {
            assert.strictEqual((yield* ask("DELETE", at("none", 1))).status, 404)
            yield* publish(samplePack("one"))
            for (const version of ["2", "abc", "1.0.0"])
              assert.strictEqual((yield* ask("DELETE", at("one", version))).status, 404)
          })
        )

        it.effect("409 while a group applies it, and 200 when none does any more", () =>
          Effect.gen(function* () {
            yield* publish(samplePack("in-use"))
            yield* publish(samplePack("in-use"))
            yield* apply("in-use", "1")
            assert.strictEqual((yield* ask("DELETE", at("in-use", 1))).status, 409)
            assert.strictEqual((yield* ask("GET", at("in-use", 1))).json.applied, true)
            assert.strictEqual((yield* ask("DELETE", at("in-use", 2))).status, 200)
            yield* withdraw("in-use")
            assert.strictEqual((yield* ask("DELETE", at("in-use", 1))).status, 200)
          })
        )
      })

      describe("DELETE pack", () => {
        it.effect("200 with all versions, complete or not, and their archives", () =>
          Effect.gen(function* () {
            const before = yield* blobKeys
            yield* publish(samplePack("whole"))
            yield* publish(samplePack("whole", { versionTag: "2.0.0" }))
            const { json } = yield* ask("POST", PACKS, samplePack("whole"))
            yield* put(json.uploadURI, yield* sampleArchive)
            const { status, text } = yield* ask("DELETE", `${PACKS}/whole`)
            assert.deepStrictEqual([status, text], [200, ""])
            for (const version of [1, 2, 3, "2.0.0", "latest"]) {
              assert.strictEqual((yield* ask("GET", at("whole", version))).status, 404)
              assert.strictEqual((yield* ask("POST", `${at("whole", version)}/complete`)).status, 404)
            }
            assert.deepStrictEqual((yield* ask("GET", `${PACKS}?policypack=whole`)).json, { policyPacks: [] })
            assert.deepStrictEqual(yield* blobKeys, before)
            assert.strictEqual((yield* ask("POST", PACKS, samplePack("whole"))).json.version, 4)
            assert.strictEqual((yield* ask("POST", PACKS, samplePack("whole", { versionTag: "2.0.0" }))).status, 409)
          })
        )

        it.effect("400 while a group uses it, and every version stays", () =>
          Effect.gen(function* () {
            yield* publish(samplePack("enabled"))
            yield* publish(samplePack("enabled"))
            yield* apply("enabled", "1")
            const { json, status } = yield* ask("DELETE", `${PACKS}/enabled`)
            assert.deepStrictEqual([status, json.code], [400, 400])
            assert.include(json.message, "enabled")
            for (const version of [1, 2]) assert.strictEqual((yield* ask("GET", at("enabled", version))).status, 200)
            yield* withdraw("enabled")
            assert.strictEqual((yield* ask("DELETE", `${PACKS}/enabled`)).status, 200)
          })
        )

        it.effect("403 without RegistryPublish", () =>
          Effect.gen(function* () {
            yield* publish(samplePack("guarded"))
            assert.strictEqual((yield* ask("DELETE", `${PACKS}/guarded`, undefined, "bob")).status, 403)
          })
        )

        it.effect("404 for an unknown pack", () =>
          Effect.gen(function* () {
            assert.strictEqual((yield* ask("DELETE", `${PACKS}/unknown-one`)).status, 404)
          })
        )
      })

      describe("GET …/schema", () => {
        const configSchema = { type: "object", properties: { max: { type: "integer", maximum: 5 } }, required: ["max"] }

        it.effect("200 with the schema of each policy that has one", () =>
          Effect.gen(function* () {
            const policies = [samplePolicy("plain"), samplePolicy("sized", { configSchema: configSchema as never })]
            yield* publish(samplePack("schemas", { policies }))
            const { json, status } = yield* ask("GET", `${at("schemas", "latest")}/schema`, undefined, "bob")
            assert.deepStrictEqual([status, json], [200, { configSchema: { sized: configSchema } }])
          })
        )

        it.effect("400 where policy as code is not enabled, whether or not there is such a version", () =>
          Effect.gen(function* () {
            for (const version of [1, 77]) {
              const path = `/api/orgs/globex/policypacks/zeta/versions/${version}/schema`
              const { json, status } = yield* ask("GET", path, undefined, "carol")
              assert.strictEqual(status, 400)
              assert.include(json.message, "not enabled")
            }
          })
        )

        it.effect("400 for a version that is not complete", () =>
          Effect.gen(function* () {
            yield* ask("POST", PACKS, samplePack("schema-later"))
            assert.strictEqual((yield* ask("GET", `${at("schema-later", 1)}/schema`)).status, 400)
          })
        )

        it.effect("404 for an unknown pack or version", () =>
          Effect.gen(function* () {
            assert.strictEqual((yield* ask("GET", `${at("schemas", 9)}/schema`)).status, 404)
            assert.strictEqual((yield* ask("GET", `${at("no-schemas", 1)}/schema`)).status, 404)
          })
        )
      })

      describe("GET /api/orgs/{orgName}/registry/policypacks/{policyPackName}", () => {
        const registered = (name: string, tag = "") => `/api/orgs/acme/registry/policypacks/${name}${tag}`

        it.effect("200 with the newest complete version, or the one of the tag, without policies", () =>
          Effect.gen(function* () {
            yield* publish(samplePack("shown", { versionTag: "1.0.0" }))
            yield* publish(samplePack("shown"))
            yield* publish(samplePack("shown", { versionTag: "0.9.0" }))
            yield* ask("POST", PACKS, samplePack("shown", { versionTag: "4.0.0" }))
            const { json, status } = yield* ask("GET", registered("shown", "?tag=1.0.0"), undefined, "bob")
            assert.strictEqual(status, 200)
            assert.match(json.policyPack.id, /^[0-9a-f-]{36}$/)
            assert.deepStrictEqual(json.policyPack, {
              id: json.policyPack.id,
              source: "private",
              publisher: "acme",
              name: "shown",
              version: "1.0.0",
              displayName: "The pack shown",
              accessLevel: "full",
              enforcementLevels: ["advisory", "mandatory", "remediate", "disabled"]
            })
            for (const tag of ["", "?tag=latest", "?tag=0.9.0"])
              assert.strictEqual((yield* ask("GET", registered("shown", tag))).json.policyPack.version, "0.9.0")
            const untagged = yield* ask("GET", registered("shown", "?tag=0.0.0%2B2"))
            assert.strictEqual(untagged.json.policyPack.version, "0.0.0+2")
          })
        )

        it.effect("404 for an unknown pack, an unknown tag, a tag that is not complete, and a number", () =>
          Effect.gen(function* () {
            for (const [name, tag] of [
              ["never-made", ""],
              ["shown", "?tag=7.0.0"],
              ["shown", "?tag=4.0.0"],
              ["shown", "?tag=1"],
              ["shown", "?tag="]
            ] as const)
              assert.strictEqual((yield* ask("GET", registered(name, tag))).status, 404, tag)
            assert.strictEqual((yield* ask("GET", registered("shown"), undefined, "carol")).status, 404)
          })
        )
      })
    })
  })
}
