import { assert, describe, it } from "@effect/vitest"
import { PageTokens } from "@platform-control/core/PageTokens"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { Packages, PackageUsage } from "../../src/server.ts"
import { publishSample } from "../../src/testing.ts"
import { type Asked, asked, catalogue, expected, keyOf, packageUsage, publishCatalogue } from "../stage/catalogue.ts"
import { holds } from "../stage/holds.ts"
import { as, callers, client, type Json, layerStage, Raw } from "../stage/Stage.ts"

const PATH = "/api/registry/packages"

const urlOf = (query: Readonly<Record<string, string>>) => `${PATH}?${new URLSearchParams(query)}`

/** All pages of a list, as the keys on each. Ends after more pages than there can be. */
const walk = Effect.fnUntraced(function* ({ caller, query }: Asked, limit: number | undefined) {
  const { send } = yield* Raw
  const pages: Array<ReadonlyArray<string>> = []
  let token: string | undefined
  do {
    const answer = yield* send(
      "GET",
      urlOf({
        ...query,
        ...(limit === undefined ? {} : { limit: String(limit) }),
        ...(token === undefined ? {} : { continuationToken: token })
      }),
      {
        token: caller
      }
    )
    assert.strictEqual(answer.status, 200, answer.text)
    pages.push(answer.json.packages.map(keyOf))
    token = answer.json.continuationToken
  } while (token !== undefined && pages.length <= catalogue.length + 2)
  return pages
})

const withUsage = Layer.provide(Layer.succeed(PackageUsage, packageUsage))

for (const engine of testEngines) {
  const stage = layerStage(engine).pipe(withUsage)

  describe.skipIf(engine.skip)(`GET packages on ${engine.name}`, () => {
    it.layer(Layer.effectDiscard(publishCatalogue).pipe(Layer.provideMerge(stage)))((it) => {
      it.effect("200 with every package that all filters let pass, in order, whatever the page size", () =>
        holds(
          fc.record({ asked, limit: fc.constantFrom(undefined, 1, 2, 3, 4, 16, 500) }),
          ({ asked, limit }) =>
            Effect.gen(function* () {
              const pages = yield* walk(asked, limit)
              assert.deepStrictEqual(pages.flat(), [...expected(asked)])
              const count = Math.max(1, Math.ceil(pages.flat().length / (limit ?? 100)))
              assert.strictEqual(pages.length, count, "no page without items but the only one, and no stray token")
              for (const page of pages.slice(0, -1)) assert.strictEqual(page.length, limit)
            }),
          150
        )
      )

      it.effect("200 without a stray token for the page sizes around the number of packages", () =>
        Effect.gen(function* () {
          const everything: Asked = { caller: "site", query: {} }
          const all = expected(everything)
          for (const limit of [1, 2, 3, all.length - 1, all.length, all.length + 1]) {
            const pages = yield* walk(everything, limit)
            assert.deepStrictEqual(pages.flat(), [...all])
            assert.strictEqual(pages.length, Math.ceil(all.length / limit))
          }
        })
      )

      it.effect("200 in exact reverse for asc=false", () =>
        holds(
          fc.record({ asked, search: fc.option(fc.constantFrom("cloud", "c"), { nil: undefined }) }),
          ({ asked: { caller, query }, search }) =>
            Effect.gen(function* () {
              const text = search === undefined ? {} : { search }
              const up = yield* walk({ caller, query: { ...query, ...text, asc: "true" } }, undefined)
              const down = yield* walk({ caller, query: { ...query, ...text, asc: "false" } }, 3)
              assert.deepStrictEqual(down.flat(), up.flat().toReversed())
            }),
          40
        )
      )

      it.effect("200 with what a search finds, best first and in any page size", () =>
        holds(
          fc.record({
            asked,
            text: fc.oneof(
              fc.constantFrom(
                "cloud",
                "Cloud",
                "cloud native",
                "c",
                "CLOUD",
                "free dice",
                "tls",
                "acme",
                "weather",
                "cloud-native",
                "nothing of the kind",
                "name service",
                " cloud ",
                "random numbers",
                "a",
                "zz"
              ),
              fc.constantFrom(...catalogue.map(({ name }) => name))
            ),
            limit: fc.constantFrom(1, 2, 5, 500)
          }),
          ({ asked: { caller, query }, limit, text }) =>
            Effect.gen(function* () {
              const search = { caller, query: { ...query, search: text } }
              assert.deepStrictEqual((yield* walk(search, limit)).flat(), [...expected(search)])
            }),
          150
        )
      )

      it.effect("200 for any search text, never a syntax error", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const texts = [
            '"',
            "'",
            "\\",
            "*",
            "a*",
            "^a",
            "a AND b",
            "NOT a",
            "OR",
            "NEAR(a b)",
            "a:b",
            "words:a",
            "(",
            ")",
            "a & b | !c",
            "<->",
            ":*",
            "a\0b",
            "\0",
            "%",
            "_",
            "{a}",
            "--",
            ";",
            "\u{1f600}",
            "é",
            "\u202e",
            "ﷺ".repeat(60),
            `"'()*&|!:<>-+`.repeat(14),
            " ",
            "İ"
          ]
          for (const search of texts) {
            const answer = yield* send("GET", urlOf({ search }), { token: "site" })
            assert.strictEqual(answer.status, 200, JSON.stringify(search))
          }
          yield* holds(
            fc.string({ unit: "binary", maxLength: 100 }).filter((text) => text.isWellFormed() && text.length <= 200),
            (search) => Effect.map(send("GET", urlOf({ search })), ({ status }) => assert.strictEqual(status, 200)),
            100
          )
        })
      )

      it.effect("200 with usage figures for an authenticated caller, and without for an anonymous one", () =>
        Effect.gen(function* () {
          const { packages } = yield* (yield* client).packages.list({ query: { name: "cloud" } }).pipe(as("rita"))
          const figures = (total: number) => ({ totalStacks: total, onLatest: total, onOlder: 0, versionUnresolved: 0 })
          assert.deepStrictEqual(
            packages.map((item) => [keyOf(item), item.usageStats]),
            [
              ["bridged/acme/cloud", figures(0)],
              ["platform/acme/cloud", figures(3)],
              ["private/acme/cloud", figures(0)],
              ["platform/globex/cloud", figures(0)],
              ["private/globex/cloud", figures(10)]
            ]
          )
          const anonymous = yield* (yield* client).packages.list({ query: {} })
          assert.strictEqual(anonymous.packages.length, 16)
          for (const item of anonymous.packages) assert.notProperty(item, "usageStats")
        })
      )

      it.effect("200 with entries equal to what a read of their version answers", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const { json } = yield* send("GET", PATH, { token: "rita" })
          for (const item of json.packages) {
            const read = yield* send(
              "GET",
              `${PATH}/${keyOf(item).replace(/(.*)\/(.*)\/(.*)/, "$1/$2/$3")}/versions/${item.version}`,
              { token: "rita" }
            )
            assert.deepStrictEqual(item, read.json)
          }
          assert.isAbove(json.packages.length, 16)
        })
      )

      it.effect("400 for a value outside its domain", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const refused = {
            asc: ["yes", "1", "TRUE", ""],
            limit: [
              "0",
              "-1",
              "501",
              "abc",
              "1.5",
              "1e2",
              "",
              " ",
              "0x10",
              "NaN",
              "true",
              "4294967297",
              "9".repeat(30),
              "١"
            ],
            sort: ["", "names", "NAME", "relevance"],
            usage: ["", "all"],
            packageType: ["", "Native"],
            visibility: ["", "internal"],
            search: ["x".repeat(201)],
            name: ["x".repeat(257)],
            continuationToken: ["", "junk", "\0", "x".repeat(10_000), "bm9uc2Vuc2U", "YQ=="]
          }
          for (const [name, values] of Object.entries(refused)) {
            for (const value of values) {
              const answer = yield* send("GET", urlOf({ [name]: value }))
              assert.deepStrictEqual([answer.status, answer.json?.code], [400, 400], `${name}=${value}`)
            }
          }
        })
      )

      it.effect("200 for values that no package can have, and for parameters that it does not know", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          for (const name of ["name", "publisher", "orgLogin"]) {
            for (const value of ["", "a b", "\0", "é", "'", "../..", "x".repeat(256)]) {
              const answer = yield* send("GET", urlOf({ [name]: value }))
              assert.deepStrictEqual([answer.status, answer.text], [200, '{"packages":[]}'], `${name}=${value}`)
            }
          }
          const answer = yield* send("GET", urlOf({ unknown: "x", "filter[a]": "b" }))
          assert.strictEqual(answer.json.packages.length, 16)
        })
      )

      it.effect("400 for a token with any other filter, sort or search, and the next page with another limit", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const first = yield* send("GET", urlOf({ limit: "2" }))
          const continuationToken: string = first.json.continuationToken
          const others = {
            asc: "false",
            sort: "publishedAt",
            name: "cloud",
            publisher: "acme",
            orgLogin: "acme",
            packageType: "native",
            usage: "unused",
            visibility: "public",
            search: "c"
          }
          for (const [name, value] of Object.entries(others)) {
            const answer = yield* send("GET", urlOf({ continuationToken, [name]: value }))
            assert.strictEqual(answer.status, 400, name)
          }
          const rest = yield* send("GET", urlOf({ continuationToken, limit: "500" }))
          assert.deepStrictEqual([...first.json.packages, ...rest.json.packages].map(keyOf), [
            ...expected({ caller: undefined, query: {} })
          ])
          const again = yield* send("GET", urlOf({ continuationToken, limit: "500" }))
          assert.strictEqual(again.text, rest.text)
        })
      )

      it.effect("400 for a token that was changed, or made for another list", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const token: string = (yield* send("GET", urlOf({ limit: "2" }))).json.continuationToken
          const shape = JSON.stringify(["name", true, null, null, null, null, null, null, null])
          const foreign = (yield* PageTokens).seal("other", shape, ["a", "b", "c"])
          const flipped = token.replace(/^./, (letter) => (letter === "A" ? "B" : "A"))
          for (const continuationToken of [token.slice(0, -1), `${token}A`, flipped, foreign, token.toUpperCase()]) {
            assert.strictEqual((yield* send("GET", urlOf({ continuationToken }))).status, 400, continuationToken)
          }
        })
      )

      it.effect("401 for a credential that is not valid", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          for (const authorization of ["Bearer nobody", "Bearer", "Basic YQ==", "nobody"]) {
            assert.strictEqual((yield* send("GET", PATH, { headers: { authorization } })).status, 401)
          }
        })
      )
    })

    it.layer(stage)((it) => {
      const publish = (name: string) =>
        publishSample(callers.rita, { source: "platform", publisher: "acme", name }, { version: "1.0.0" })

      it.effect("200 with an empty array and no token when there is nothing", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          const answers: ReadonlyArray<Json> = [
            (yield* send("GET", PATH)).json,
            (yield* send("GET", urlOf({ search: "x" }), { token: "alice" })).json
          ]
          assert.deepStrictEqual(answers, [{ packages: [] }, { packages: [] }])
        })
      )

      for (const search of [undefined, "p"]) {
        it.effect(
          `200 exactly once for all that stays while others come and go (${search === undefined ? "walk" : "search"})`,
          () =>
            Effect.gen(function* () {
              const packages = yield* Packages
              const { send } = yield* Raw
              const text = search === undefined ? {} : { search }
              for (const name of ["p1", "p2", "p3", "p5", "p6", "p7"]) yield* publish(name)
              const next = (token: string | undefined) =>
                send(
                  "GET",
                  urlOf({ ...text, limit: "2", ...(token === undefined ? {} : { continuationToken: token }) })
                )
              const first = yield* next(undefined)
              const remove = (name: string) =>
                packages.remove(callers.rita, { source: "platform", publisher: "acme", name, version: "1.0.0" })
              yield* publish("p0")
              yield* publish("p4")
              yield* publish("p9")
              yield* remove("p2")
              yield* remove("p6")
              const seen: Array<string> = first.json.packages.map(({ name }: { name: string }) => name)
              let token: string | undefined = first.json.continuationToken
              while (token !== undefined && seen.length < 20) {
                const { json } = yield* next(token)
                seen.push(...json.packages.map(({ name }: { name: string }) => name))
                token = json.continuationToken
              }
              assert.deepStrictEqual(seen, ["p1", "p2", "p3", "p4", "p5", "p7", "p9"])
              for (const name of ["p0", "p1", "p3", "p4", "p5", "p7", "p9"]) yield* remove(name)
            })
        )
      }
    })
  })
}
