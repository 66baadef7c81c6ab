import { assert, describe, it } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Imports, PackAccessSettings, PolicyGroups, PolicyOrganizations } from "../../src/server.ts"
import { sampleArchive, samplePack, samplePolicy } from "../../src/testing.ts"
import { ask, blobKeys, type CallerName, layerStage, PACKS, publish, put, REGISTRY } from "../stage/Stage.ts"

const organizations = Layer.succeed(PolicyOrganizations, {
  exists: (name) => Effect.succeed(["acme", "globex"].includes(name)),
  hold: (name) => Effect.succeed(["acme", "globex"].includes(name))
})

const of = (name: string, publisher = "acme", source = "private") => `${REGISTRY}/${source}/${publisher}/${name}`
const at = (name: string, version: number | string) => `${of(name)}/versions/${version}`

const body = (version: string, more: object = {}) => {
  const { name: _, ...rest } = samplePack("x")
  return { ...rest, version, ...more }
}

const start = Effect.fnUntraced(function* (name: string, version: string) {
  const { json, status, text } = yield* ask("POST", `${of(name)}/versions`, body(version))
  assert.strictEqual(status, 202, text)
  return json as { operationID: string; uploadURI: string; version: string }
})

const complete = (name: string, version: string, operationID: unknown, token: CallerName = "alice") =>
  ask("POST", `${at(name, version)}/complete`, { operationID }, token)

const publishInRegistry = Effect.fnUntraced(function* (name: string, version: string) {
  const { operationID, uploadURI } = yield* start(name, version)
  yield* put(uploadURI, yield* sampleArchive)
  const { json, status } = yield* complete(name, version, operationID)
  assert.deepStrictEqual([status, json], [201, {}])
  return operationID
})

const apply = Effect.fnUntraced(function* (name: string, version: string) {
  const groups = yield* PolicyGroups
  const group = { organization: "acme", group: `g-${name}` }
  yield* Effect.ignore(groups.create(group))
  yield* groups.apply(group, { organization: "acme", name }, version)
  return groups.withdraw(group, { organization: "acme", name })
})

const importPack = Effect.fnUntraced(function* (organization: string, name: string, visibility: "private" | "public") {
  return yield* (yield* Imports).add(organization, samplePack(name), yield* sampleArchive, visibility)
})

const names = (json: { readonly policyPacks: ReadonlyArray<{ readonly name: string }> }) =>
  json.policyPacks.map(({ name }) => name)

for (const engine of testEngines) {
  const layer = layerStage(engine).pipe(Layer.provide(organizations))

  describe.skipIf(engine.skip)(`policy packs in the registry on ${engine.name}`, () => {
    it.layer(layer)((it) => {
      describe("POST versions", () => {
        it.effect("202 with an operation, a place and the version; nothing is visible before it is completed", () =>
          Effect.gen(function* () {
            const { operationID, uploadURI, version } = yield* start("start", "1.0.0-rc.1")
            assert.match(operationID, /^[0-9a-f-]{36}$/)
            assert.isTrue(URL.canParse(uploadURI))
            assert.strictEqual(version, "1.0.0-rc.1")
            assert.strictEqual((yield* ask("GET", at("start", "latest"))).status, 404)
            assert.strictEqual((yield* ask("GET", `${PACKS}/start/versions/1`)).status, 404)
            const again = yield* start("start", "1.0.0-rc.1")
            assert.notStrictEqual(again.operationID, operationID)
          })
        )

        it.effect("400 for a version that is not semantic, another name or tag than the path's, and no policies", () =>
          Effect.gen(function* () {
            for (const [sent, attribute] of [
              [body("v1.0.0"), "version"],
              [body("1.0.0+build"), "version"],
              [body("1.0.0", { name: "other" }), "name"],
              [body("1.0.0", { versionTag: "2.0.0" }), "versionTag"],
              [body("1.0.0", { policies: [] }), "policies"],
              [body("1.0.0", { policies: [samplePolicy("a"), samplePolicy("a")] }), "policies.1.name"]
            ] as const) {
              const { json, status } = yield* ask("POST", `${of("start-400")}/versions`, sent)
              assert.deepStrictEqual([status, json.errors[0].attribute], [400, attribute])
            }
            assert.strictEqual((yield* ask("POST", `${of("not%20safe")}/versions`, body("1.0.0"))).status, 400)
          })
        )

        it.effect("401, and 403 that names RegistryPublish", () =>
          Effect.gen(function* () {
            assert.strictEqual((yield* ask("POST", `${of("a")}/versions`, body("1.0.0"), null)).status, 401)
            const { json, status } = yield* ask("POST", `${of("a")}/versions`, body("1.0.0"), "bob")
            assert.strictEqual(status, 403)
            assert.include(json.message, "RegistryPublish")
          })
        )

        it.effect("404 for another source, an unknown publisher and one that the caller can't see", () =>
          Effect.gen(function* () {
            for (const [path, caller] of [
              [of("a", "acme", "platform"), "alice"],
              [of("a", "acme", "other"), "alice"],
              [of("a", "nobody"), "site"],
              [of("a"), "carol"]
            ] as const)
              assert.strictEqual((yield* ask("POST", `${path}/versions`, body("1.0.0"), caller)).status, 404)
          })
        )

        it.effect("409 for a version that was published or reserved in either scope", () =>
          Effect.gen(function* () {
            yield* publishInRegistry("start-409", "1.0.0")
            assert.strictEqual((yield* ask("POST", `${of("start-409")}/versions`, body("1.0.0"))).status, 409)
            assert.strictEqual(
              (yield* ask("POST", PACKS, samplePack("start-409", { versionTag: "1.0.0" }))).status,
              409
            )
            yield* ask("POST", PACKS, samplePack("start-409", { versionTag: "1.1.0" }))
            assert.strictEqual((yield* ask("POST", `${of("start-409")}/versions`, body("1.1.0"))).status, 409)
          })
        )
      })

      describe("POST …/complete", () => {
        it.effect("201 with {}; the version is seen in both scopes, under the next number", () =>
          Effect.gen(function* () {
            yield* publish(samplePack("both", { versionTag: "1.0.0" }))
            yield* publishInRegistry("both", "2.0.0")
            const { json } = yield* ask("GET", `${PACKS}/both/versions/latest`)
            assert.deepStrictEqual([json.version, json.versionTag], [2, "2.0.0"])
            assert.strictEqual((yield* ask("GET", at("both", "1.0.0"))).json.policyPack.version, "1.0.0")
          })
        )

        it.effect("400 without an upload, without an operationID; then 201 after a proper upload", () =>
          Effect.gen(function* () {
            const { operationID, uploadURI } = yield* start("repair", "1.0.0")
            assert.strictEqual((yield* ask("POST", `${at("repair", "1.0.0")}/complete`, {})).status, 400)
            assert.strictEqual((yield* complete("repair", "1.0.0", operationID)).status, 400)
            yield* put(uploadURI, new TextEncoder().encode("no archive"))
            assert.strictEqual((yield* complete("repair", "1.0.0", operationID)).status, 400)
            yield* put(uploadURI, yield* sampleArchive)
            assert.strictEqual((yield* complete("repair", "1.0.0", operationID)).status, 201)
          })
        )

        it.effect("403 without RegistryPublish", () =>
          Effect.gen(function* () {
            const { operationID } = yield* start("complete-403", "1.0.0")
            assert.strictEqual((yield* complete("complete-403", "1.0.0", operationID, "bob")).status, 403)
          })
        )

        it.effect("404 for an unknown operation, one of another version or pack, and one that expired", () =>
          Effect.gen(function* () {
            const { operationID, uploadURI } = yield* start("complete-404", "1.0.0")
            yield* put(uploadURI, yield* sampleArchive)
            for (const [name, version, id] of [
              ["complete-404", "1.0.0", crypto.randomUUID()],
              ["complete-404", "1.0.0", "1' OR '1'='1"],
              ["complete-404", "2.0.0", operationID],
              ["complete-other", "1.0.0", operationID]
            ] as const)
              assert.strictEqual((yield* complete(name, version, id)).status, 404)
            yield* TestClock.adjust("1 day")
            assert.strictEqual((yield* complete("complete-404", "1.0.0", operationID)).status, 404)
          })
        )

        it.effect("409 for an operation that was completed, and for a version that exists by now", () =>
          Effect.gen(function* () {
            const first = yield* start("complete-409", "1.0.0")
            const second = yield* start("complete-409", "1.0.0")
            for (const { uploadURI } of [first, second]) yield* put(uploadURI, yield* sampleArchive)
            assert.strictEqual((yield* complete("complete-409", "1.0.0", first.operationID)).status, 201)
            assert.strictEqual((yield* complete("complete-409", "1.0.0", first.operationID)).status, 409)
            assert.strictEqual((yield* complete("complete-409", "1.0.0", second.operationID)).status, 409)
            const { json } = yield* ask("GET", `${PACKS}?policypack=complete-409`)
            assert.deepStrictEqual(json.policyPacks[0].versions, [1])
          })
        )
      })

      describe("GET version", () => {
        it.effect("200 with policies, by tag, number and `latest`", () =>
          Effect.gen(function* () {
            yield* publishInRegistry("read", "1.0.0")
            yield* publish(samplePack("read", { displayName: "Untagged" }))
            for (const [text, version] of [
              ["1.0.0", "1.0.0"],
              ["1", "1.0.0"],
              ["latest", "0.0.0+2"],
              ["0.0.0+2", "0.0.0+2"]
            ] as const) {
              const { json, status } = yield* ask("GET", at("read", text), undefined, "bob")
              assert.deepStrictEqual([status, json.policyPack.version], [200, version])
              assert.deepStrictEqual(json.policyPack.policies, [samplePolicy()])
            }
          })
        )

        it.effect("401 without a credential; 404 for what is unknown, incomplete or can't be seen", () =>
          Effect.gen(function* () {
            assert.strictEqual((yield* ask("GET", at("read", "1.0.0"), undefined, null)).status, 401)
            yield* ask("POST", PACKS, samplePack("read", { versionTag: "3.0.0" }))
            for (const path of [
              at("read", "9.0.0"),
              at("read", "3.0.0"),
              at("read", "3"),
              at("read", "nonsense"),
              at("unread", "latest"),
              `${of("read", "globex")}/versions/1.0.0`,
              `${of("read", "acme", "platform")}/versions/1.0.0`
            ])
              assert.strictEqual((yield* ask("GET", path)).status, 404, path)
            assert.strictEqual((yield* ask("GET", at("read", "1.0.0"), undefined, "carol")).status, 404)
          })
        )
      })

      describe("GET versions", () => {
        it.effect(
          "200 with complete versions, newest first, without policies, page by page",
          () =>
            Effect.gen(function* () {
              for (let index = 0; index < 203; index++) {
                yield* publish(samplePack("many", index % 2 === 0 ? { versionTag: `1.0.${index}` } : {}))
              }
              yield* ask("POST", PACKS, samplePack("many"))
              const seen: Array<string> = []
              const pages: Array<number> = []
              let token: string | undefined
              do {
                const query = token === undefined ? "" : `?continuationToken=${token}`
                const { json, status } = yield* ask("GET", `${of("many")}/versions${query}`)
                assert.strictEqual(status, 200)
                pages.push(json.policyPacks.length)
                for (const pack of json.policyPacks) {
                  assert.notProperty(pack, "policies")
                  seen.push(pack.version)
                }
                token = json.continuationToken
              } while (token !== undefined)
              assert.deepStrictEqual(pages, [100, 100, 3])
              assert.deepStrictEqual(
                seen,
                Array.from({ length: 203 }, (_, i) => (i % 2 === 0 ? `1.0.${i}` : `0.0.0+${i + 1}`)).toReversed()
              )
            }),
          120_000
        )

        it.effect("400 for a token of another list; 401; 404 for an unknown pack", () =>
          Effect.gen(function* () {
            const { json } = yield* ask("GET", `${of("many")}/versions`)
            const token = json.continuationToken
            assert.strictEqual((yield* ask("GET", `${of("read")}/versions?continuationToken=${token}`)).status, 400)
            assert.strictEqual((yield* ask("GET", `${of("many")}/versions?continuationToken=x`)).status, 400)
            assert.strictEqual((yield* ask("GET", `${of("many")}/versions`, undefined, null)).status, 401)
            assert.strictEqual((yield* ask("GET", `${of("unknown-pack")}/versions`)).status, 404)
            assert.strictEqual((yield* ask("GET", `${of("many")}/versions`, undefined, "carol")).status, 404)
          })
        )
      })

      describe("DELETE version", () => {
        it.effect("204, and it is gone in both scopes; its tag stays used", () =>
          Effect.gen(function* () {
            yield* publishInRegistry("remove", "1.0.0")
            yield* publishInRegistry("remove", "2.0.0")
            const { status, text } = yield* ask("DELETE", at("remove", "2.0.0"))
            assert.deepStrictEqual([status, text], [204, ""])
            assert.strictEqual((yield* ask("GET", `${PACKS}/remove/versions/2`)).status, 404)
            assert.strictEqual((yield* ask("GET", at("remove", "latest"))).json.policyPack.version, "1.0.0")
            assert.strictEqual((yield* ask("POST", `${of("remove")}/versions`, body("2.0.0"))).status, 409)
          })
        )

        it.effect("400 for an external pack, in both scopes and for the pack as well", () =>
          Effect.gen(function* () {
            yield* importPack("acme", "external", "private")
            for (const path of [
              at("external", 1),
              of("external"),
              `${PACKS}/external/versions/1`,
              `${PACKS}/external`
            ]) {
              const { json, status } = yield* ask("DELETE", path)
              assert.strictEqual(status, 400, path)
              assert.include(json.message, "external")
            }
            assert.strictEqual((yield* ask("GET", at("external", 1))).status, 200)
            assert.strictEqual((yield* ask("POST", PACKS, samplePack("external"))).status, 409)
            assert.strictEqual((yield* ask("POST", `${of("external")}/versions`, body("1.0.0"))).status, 409)
          })
        )

        it.effect("403 without RegistryPublish, 404 for what is unknown, 409 while a group applies it", () =>
          Effect.gen(function* () {
            yield* publishInRegistry("remove-refused", "1.0.0")
            const path = at("remove-refused", "1.0.0")
            assert.strictEqual((yield* ask("DELETE", path, undefined, "bob")).status, 403)
            assert.strictEqual((yield* ask("DELETE", path, undefined, null)).status, 401)
            assert.strictEqual((yield* ask("DELETE", path, undefined, "carol")).status, 404)
            assert.strictEqual((yield* ask("DELETE", at("remove-refused", "7.0.0"))).status, 404)
            const withdraw = yield* apply("remove-refused", "1.0.0")
            assert.strictEqual((yield* ask("DELETE", path)).status, 409)
            assert.strictEqual((yield* ask("DELETE", of("remove-refused"))).status, 400)
            yield* withdraw
            assert.strictEqual((yield* ask("DELETE", path)).status, 204)
          })
        )
      })

      describe("DELETE pack", () => {
        it.effect("204, with all versions, archives and begun operations", () =>
          Effect.gen(function* () {
            const before = yield* blobKeys
            yield* publishInRegistry("remove-all", "1.0.0")
            yield* publish(samplePack("remove-all"))
            const { operationID, uploadURI } = yield* start("remove-all", "3.0.0")
            yield* put(uploadURI, yield* sampleArchive)
            assert.strictEqual((yield* ask("DELETE", of("remove-all"))).status, 204)
            assert.strictEqual((yield* ask("GET", `${of("remove-all")}/versions`)).status, 404)
            assert.strictEqual((yield* complete("remove-all", "3.0.0", operationID)).status, 404)
            assert.deepStrictEqual(yield* blobKeys, before)
          })
        )

        it.effect("403 without RegistryPublish, 404 for what is unknown", () =>
          Effect.gen(function* () {
            yield* publishInRegistry("remove-403", "1.0.0")
            assert.strictEqual((yield* ask("DELETE", of("remove-403"), undefined, "bob")).status, 403)
            assert.strictEqual((yield* ask("DELETE", of("remove-404"))).status, 404)
            assert.strictEqual((yield* ask("DELETE", of("remove-403", "acme", "bridged"))).status, 404)
          })
        )
      })
    })

    it.layer(layer)("lists", (it) => {
      const list = (sent: object, caller: CallerName | null = "alice") => ask("POST", REGISTRY, sent, caller)
      const get = (query: string, caller: CallerName | null = "alice") =>
        ask("GET", `${REGISTRY}?${query}`, undefined, caller)

      const prepare = Effect.gen(function* () {
        yield* publish(samplePack("mine", { versionTag: "1.0.0" }))
        yield* publish(samplePack("mine", { versionTag: "2.0.0" }))
        yield* publish(samplePack("banned"))
        yield* publish(samplePack("theirs"), "globex", "carol")
        yield* importPack("globex", "shared", "public")
        yield* importPack("globex", "shared-too", "public")
        yield* importPack("globex", "hidden", "private")
        yield* ask("POST", PACKS, samplePack("unfinished"))
        const access = yield* PackAccessSettings
        yield* access.set("acme", { organization: "globex", name: "shared" }, "added")
        yield* access.set("acme", { organization: "acme", name: "banned" }, "denied")
      })

      it.effect("POST 200: access shows what the organization made, added, could add and may use", () =>
        Effect.gen(function* () {
          yield* prepare
          for (const [access, expected] of [
            ["private", ["banned:deny", "mine:full"]],
            ["added", ["shared:view-only"]],
            ["available", ["shared-too:deny"]],
            ["enabled", ["mine:full", "shared:view-only"]],
            [undefined, ["mine:full", "shared:view-only"]]
          ] as const) {
            for (const sent of [{ orgLogin: "acme" }, {}]) {
              const { json, status } = yield* list(access === undefined ? sent : { ...sent, access })
              assert.strictEqual(status, 200)
              const shown = json.policyPacks.map(
                (pack: { name: string; accessLevel: string }) => `${pack.name}:${pack.accessLevel}`
              )
              assert.deepStrictEqual(shown, expected, access)
            }
          }
          const [mine, shared] = (yield* list({ orgLogin: "acme" })).json.policyPacks
          assert.deepStrictEqual([mine.version, mine.publisher, mine.source], ["2.0.0", "acme", "private"])
          assert.notProperty(mine, "policies")
          assert.deepStrictEqual([shared.publisher, shared.version], ["globex", "0.0.0+1"])
        })
      )

      it.effect("POST 200: ids restrict; none and unknown ones leave nothing", () =>
        Effect.gen(function* () {
          const all = (yield* list({ access: "enabled" })).json.policyPacks
          const ids = all.map(({ id }: { id: string }) => id)
          assert.deepStrictEqual(names((yield* list({ ids: [ids[1]] })).json), ["shared"])
          assert.deepStrictEqual(names((yield* list({ ids: [...ids, "nothing"] })).json), ["mine", "shared"])
          assert.deepStrictEqual(names((yield* list({ ids: [] })).json), [])
          assert.deepStrictEqual(names((yield* list({ ids: [crypto.randomUUID()] })).json), [])
        })
      )

      it.effect("POST 200 without a credential, of public packs only; also without a body", () =>
        Effect.gen(function* () {
          assert.deepStrictEqual((yield* list({}, null)).json, { policyPacks: [] })
          const shown = names((yield* list({ access: "available", orgLogin: "acme" }, null)).json)
          assert.deepStrictEqual(shown, ["shared", "shared-too"])
          for (const access of ["private", "added", "enabled"])
            assert.deepStrictEqual(names((yield* list({ access, orgLogin: "acme" }, null)).json), [])
          const empty = yield* ask("POST", REGISTRY, undefined, null)
          assert.deepStrictEqual([empty.status, empty.json], [200, { policyPacks: [] }])
        })
      )

      it.effect("POST 200: an organization that the caller can't see is as one that there is not", () =>
        Effect.gen(function* () {
          for (const access of ["private", "added", "enabled", "available"]) {
            const hidden = yield* list({ access, orgLogin: "acme" }, "carol")
            const unknown = yield* list({ access, orgLogin: "nobody" }, "carol")
            assert.deepStrictEqual(hidden.json, unknown.json)
          }
        })
      )

      it.effect("POST 200 without an organization: the best of all organizations of the caller", () =>
        Effect.gen(function* () {
          const { json } = yield* list({}, "rita")
          assert.deepStrictEqual(names(json), ["hidden", "mine", "shared", "shared-too", "theirs"])
          for (const pack of json.policyPacks) assert.strictEqual(pack.accessLevel, "full")
        })
      )

      it.effect("POST and GET 400 for another access, and for a token of another list", () =>
        Effect.gen(function* () {
          for (const access of ["all", "Private", ""]) {
            assert.strictEqual((yield* list({ access })).status, 400, access)
            assert.strictEqual((yield* get(`orgLogin=acme&access=${access}`)).status, 400, access)
          }
          assert.strictEqual((yield* list({ ids: "x" })).status, 400)
          assert.strictEqual((yield* ask("POST", `${REGISTRY}?continuationToken=x`, {})).status, 400)
          assert.strictEqual((yield* get("orgLogin=acme&continuationToken=x")).status, 400)
        })
      )

      it.effect("GET 200 as the POST, with a Deprecation header; 400 without orgLogin", () =>
        Effect.gen(function* () {
          for (const access of ["", "&access=private", "&access=added", "&access=available", "&access=enabled"]) {
            const { headers, json, status } = yield* get(`orgLogin=acme${access}`)
            assert.strictEqual(status, 200)
            assert.match(headers.get("deprecation") ?? "", /^@\d+$/)
            const body = { orgLogin: "acme", ...(access === "" ? {} : { access: access.split("=")[1] }) }
            assert.deepStrictEqual(json, (yield* list(body)).json)
          }
          assert.strictEqual((yield* get("orgLogin=acme", null)).status, 200)
          assert.strictEqual((yield* get("")).status, 400)
        })
      )

      it.effect("401 for a credential that is none", () =>
        Effect.gen(function* () {
          assert.strictEqual((yield* list({}, "nobody" as CallerName)).status, 401)
        })
      )

      it.effect(
        "every pack once over all pages, also while packs come and go",
        () =>
          Effect.gen(function* () {
            const made: Array<string> = []
            for (let index = 0; index < 240; index++) {
              const name = `page-${String((index * 7) % 240).padStart(3, "0")}`
              made.push(name)
              yield* publish(samplePack(name), "globex", "carol")
            }
            const seen: Array<string> = []
            const sizes: Array<number> = []
            let token: string | undefined
            do {
              const query = token === undefined ? "" : `?continuationToken=${token}`
              const { json, status } = yield* ask("POST", `${REGISTRY}${query}`, { orgLogin: "globex" }, "carol")
              assert.strictEqual(status, 200)
              sizes.push(json.policyPacks.length)
              seen.push(...names(json))
              token = json.continuationToken
              if (sizes.length === 1) {
                yield* ask("DELETE", "/api/orgs/globex/policypacks/page-000", undefined, "carol")
                yield* ask("DELETE", "/api/orgs/globex/policypacks/page-239", undefined, "carol")
                yield* publish(samplePack("aaa"), "globex", "carol")
              }
            } while (token !== undefined)
            assert.deepStrictEqual(sizes, [100, 100, 43])
            assert.deepStrictEqual(seen, ["hidden", ...made.toSorted().slice(0, -1), "shared", "shared-too", "theirs"])
          }),
        120_000
      )
    })
  })
}
