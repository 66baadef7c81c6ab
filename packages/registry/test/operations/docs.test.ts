import { assert, describe, it } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { languages } from "../../src/contract/Language.ts"
import {
  PackageDocs,
  PackageExamples,
  PackageInstallation,
  PackageNavigation,
  PackageReadme
} from "../../src/contract/index.ts"
import { packBody } from "../../src/docs/import/bodyBytes.ts"
import type { PackageId } from "../../src/packages/PackageId.ts"
import { publishSample, type SampleArtifacts, sampleArtifacts, uploadSample } from "../../src/testing.ts"
import { callers, layerStage, Raw, type RawRequest } from "../stage/Stage.ts"
import { Publish } from "../../src/server.ts"

const fence = (language: string) => `\`\`\`${language}\nin ${language}\n\`\`\`\n`

const example = (title: string) => `### ${title}\n\n${fence("typescript")}${fence("python")}`

const block = (text: string) => `{{% example %}}\n${text}\n{{% /example %}}\n`

const examplesOf = (titles: ReadonlyArray<string>) =>
  `A thing.\n\n{{% examples %}}\n## Example Usage\n${titles.map((title) => block(example(title))).join("")}{{% /examples %}}\n`

const titles = Array.from({ length: 101 }, (_, index) => `Case ${index + 1}`)

/** Has what the rules of documentation are about. */
const schema = {
  name: "web",
  displayName: "The web",
  description: "Pages of the world",
  meta: { moduleFormat: "(.*)(?:/[^/]*)" },
  resources: {
    "web:z/b/page:Page": {
      description: examplesOf(titles),
      inputProperties: { address: { type: "string", description: "See {{% ref #/functions/web:a:get %}}" } },
      requiredInputs: ["address"]
    },
    "web:a:Twice": { description: examplesOf(["Same", "Same"]) },
    "web:a/plain:Plain": {}
  },
  functions: {
    "web:a:get": { description: examplesOf(["100% + One_Way"]) },
    "web:providers:hidden": {}
  }
}

const chooser = (kind: string, names: ReadonlyArray<string>) =>
  `{{< chooser ${kind} "${names.join(",")}" >}}\n${names
    .map((name) => `{{% choosable ${kind} ${name} %}}\n\nFor ${name}.\n\n{{% /choosable %}}\n`)
    .join("")}{{< /chooser >}}\n`

const prose = `---\ntitle: The web\n---\n# The web\n\n${chooser("language", ["typescript", "go"])}\n${chooser("os", ["linux", "windows"])}`

const artifacts = (changes: Partial<SampleArtifacts> = {}): SampleArtifacts => ({
  schema: JSON.stringify(schema),
  index: prose,
  installationConfiguration: prose,
  ...changes
})

const VERSION = "/api/registry/packages/private/acme/web/versions/1.0.0"
const PAGE = `docs/${encodeURIComponent("web:z/b/page:Page")}`
const paths = [PAGE, "examples", "installation", "nav", "readme"]

const isAnswer: Readonly<Record<string, (json: unknown) => boolean>> = {
  [PAGE]: Schema.is(PackageDocs),
  examples: Schema.is(PackageExamples),
  installation: Schema.is(PackageInstallation),
  nav: Schema.is(PackageNavigation),
  readme: Schema.is(PackageReadme)
}

const web: PackageId = { source: "private", publisher: "acme", name: "web" }

const get = Effect.fnUntraced(function* (path: string, request: RawRequest = {}) {
  const url = path.startsWith("/") ? path : `${VERSION}/${path}`
  return yield* (yield* Raw).send("GET", url, { token: "bob", ...request })
})

const markdown = { headers: { accept: "text/markdown" } }

const tokensOf = (nav: { readonly modules: ReadonlyArray<Record<string, ReadonlyArray<{ typeToken: string }>>> }) =>
  nav.modules.flatMap(({ functions = [], resources = [] }) =>
    [...resources, ...functions].map(({ typeToken }) => typeToken)
  )

for (const engine of testEngines) {
  describe.skipIf(engine.skip)(`documentation on ${engine.name}`, () => {
    it.layer(layerStage(engine))((it) => {
      const published = Effect.gen(function* () {
        const { status } = yield* get(VERSION)
        if (status === 404) yield* publishSample(callers.alice, web, { version: "1.0.0" }, artifacts())
      })

      describe("every reading operation", () => {
        for (const path of paths) {
          it.effect(`${path}: 200 in both media types, with tag, caching and a link to the other`, () =>
            Effect.gen(function* () {
              yield* published
              const json = yield* get(`${path}?lang=java`)
              assert.strictEqual(json.status, 200, json.text)
              assert.isTrue(isAnswer[path]?.(json.json), json.text)
              assert.strictEqual(json.headers.get("vary"), "Accept")
              assert.match(json.headers.get("cache-control")!, /^private, max-age=\d{5,}$/)
              assert.strictEqual(
                json.headers.get("link"),
                `<${VERSION}/${path}?lang=java>; rel="alternate"; type="text/markdown"`
              )
              const text = yield* get(`${path}?lang=java`, markdown)
              assert.strictEqual(text.status, 200)
              assert.strictEqual(text.headers.get("content-type"), "text/markdown; charset=utf-8")
              assert.match(text.text, /^# /)
              assert.isNull(text.headers.get("link"))
              assert.notStrictEqual(text.headers.get("etag"), json.headers.get("etag"))
              for (const answer of [json, text]) {
                const accept = answer.headers.get("content-type")!.split(";")[0]!
                const etag = answer.headers.get("etag")!
                assert.match(etag, /^"[\w-]+"$/)
                const again = yield* get(`${path}?lang=java`, { headers: { accept, "if-none-match": etag } })
                assert.deepStrictEqual([again.status, again.text, again.headers.get("etag")], [304, "", etag])
                const other = yield* get(`${path}?lang=java`, { headers: { accept, "if-none-match": '"x"' } })
                assert.strictEqual(other.status, 200)
              }
            })
          )

          it.effect(`${path}: 406 for what it can't answer, 400 for another language`, () =>
            Effect.gen(function* () {
              yield* published
              const refused = yield* get(path, { headers: { accept: "application/xml" } })
              assert.strictEqual(refused.status, 406)
              assert.match(refused.json.message, /application\/json or text\/markdown/)
              const weighed = yield* get(path, { headers: { accept: "application/json;q=0.1, text/*" } })
              assert.match(weighed.headers.get("content-type")!, /^text\/markdown/)
              assert.strictEqual((yield* get(`${path}?lang=Go`)).status, 400)
            })
          )

          it.effect(`${path}: 401 without a credential, 404 for what the caller can't see or does not exist`, () =>
            Effect.gen(function* () {
              yield* published
              assert.strictEqual((yield* get(path, { token: undefined })).status, 401)
              assert.strictEqual((yield* get(path, { token: "carol" })).status, 404)
              for (const [from, to] of [
                ["1.0.0", "1.0.1"],
                ["/web/", "/none/"],
                ["/private/", "/secret/"],
                ["1.0.0", "not-a-version"]
              ] as const) {
                assert.strictEqual((yield* get(`${VERSION}/${path}`.replace(from, to))).status, 404)
              }
            })
          )

          it.effect(`${path}: latest is the version that it means, and is asked for again each time`, () =>
            Effect.gen(function* () {
              yield* published
              const latest = yield* get(`${VERSION}/${path}`.replace("1.0.0", "latest"))
              assert.strictEqual(latest.headers.get("cache-control"), "private, no-cache")
              assert.deepStrictEqual(latest.json, (yield* get(path)).json)
              assert.strictEqual(latest.json.version, "1.0.0")
            })
          )
        }
      })

      describe("GET docs", () => {
        it.effect("200 for a token in any degree of encoding, 404 for any other token", () =>
          Effect.gen(function* () {
            yield* published
            const { json } = yield* get(PAGE)
            assert.deepStrictEqual((yield* get("docs/web:z/b/page:Page")).json, json)
            assert.deepStrictEqual((yield* get("docs/web%3az/b%2Fpage:Page?lang=go")).json, json)
            assert.strictEqual(json.typeToken, "web:z/b/page:Page")
            for (const token of ["web:z/b/page:Pag", "web:z/b/page:page", "web:providers:hidden", "%F0%9F%98%80", ""]) {
              assert.strictEqual((yield* get(`docs/${token}`)).status, 404, token)
            }
          })
        )

        it.effect("links references to the pages of the same version", () =>
          Effect.gen(function* () {
            yield* published
            const { json } = yield* get(PAGE)
            assert.strictEqual(json.inputs[0].description.go, `See [\`get\`](${VERSION}/docs/web%3Aa%3Aget)`)
            assert.strictEqual((yield* get(`${VERSION}/docs/web%3Aa%3Aget`)).status, 200)
          })
        )

        it.effect("200 for every token of the navigation, in every language and both media types", () =>
          Effect.gen(function* () {
            yield* published
            const nav = (yield* get("nav?depth=full")).json
            const tokens = tokensOf(nav)
            assert.strictEqual(tokens.length, 4)
            for (const token of tokens) {
              const url = nav.docsUrlTemplate.replace("{typeToken}", encodeURIComponent(token))
              for (const language of languages) {
                const page = yield* get(`${url}?lang=${language}`)
                assert.deepStrictEqual([page.json.typeToken, page.json.language], [token, language])
                assert.strictEqual((yield* get(`${url}?lang=${language}`, markdown)).status, 200)
              }
            }
          })
        )
      })

      describe("pages of any size", () => {
        const properties = Object.fromEntries(
          Array.from({ length: 60 }, (_, index) => [
            `property${index}`,
            { type: "string", description: `No. ${index}` }
          ])
        )
        const id: PackageId = { ...web, name: "sizes" }
        const url = (token: string) => `${VERSION.replace("/web/", "/sizes/")}/docs/${encodeURIComponent(token)}`
        const publishedSizes = Effect.gen(function* () {
          const { status } = yield* get(VERSION.replace("/web/", "/sizes/"))
          const resources = {
            "sizes:m:Small": { description: "A thing.", properties: { property0: properties["property0"] } },
            "sizes:m:Large": { description: "A thing.", properties }
          }
          if (status === 404) {
            yield* publishSample(callers.alice, id, { version: "1.0.0" }, sampleArtifacts({ name: "sizes", resources }))
          }
        })

        for (const [token, count] of [
          ["sizes:m:Small", 1],
          ["sizes:m:Large", 60]
        ] as const) {
          it.effect(`200 with all of ${token}, in every form, each with a tag of its own`, () =>
            Effect.gen(function* () {
              yield* publishedSizes
              const json = yield* get(url(token))
              assert.isTrue(Schema.is(PackageDocs)(json.json), json.text)
              // Every resource has its `id` as well.
              assert.strictEqual(json.json.outputs.length, count + 1)
              const tags = new Set([json.headers.get("etag")])
              for (const language of languages) {
                const { headers, text } = yield* get(`${url(token)}?lang=${language}`, markdown)
                assert.match(
                  text,
                  /^# [^\n]+\n\nResource `sizes:m:[^\n]+version 1\.0\.0[^\n]+\n\nA thing\.\n\n## Usage\n/
                )
                assert.strictEqual(text.match(/No\. \d+/g)?.length, count)
                const again = yield* get(`${url(token)}?lang=${language}`, markdown)
                assert.strictEqual(again.headers.get("etag"), headers.get("etag"))
                tags.add(headers.get("etag"))
              }
              assert.strictEqual(tags.size, 1 + languages.length)
            })
          )
        }

        it.effect("200 with another tag for what stands below the same description in a version published again", () =>
          Effect.gen(function* () {
            const again: PackageId = { ...web, name: "again" }
            const place = VERSION.replace("/web/", "/again/")
            const tags = Effect.fnUntraced(function* (name: string) {
              const resources = { "again:m:R": { properties: { [name]: { type: "string" } } } }
              yield* publishSample(callers.alice, again, { version: "1.0.0" }, sampleArtifacts({ resources }))
              const answers = yield* Effect.forEach([{}, markdown], (form) => get(`${place}/docs/again:m:R`, form))
              yield* (yield* Raw).send("DELETE", place, { token: "alice" })
              return answers.map(({ headers, status }) => [status, headers.get("etag")])
            })
            const [before, after] = [yield* tags("before"), yield* tags("after")]
            assert.deepStrictEqual(
              [...before, ...after].map(([status]) => status),
              [200, 200, 200, 200]
            )
            assert.strictEqual(new Set([...before, ...after].map(([, tag]) => tag)).size, 4)
          })
        )

        it.effect("200 for pages and a navigation that were kept in all forms, as earlier ones were", () =>
          Effect.gen(function* () {
            yield* publishedSizes
            const sql = yield* SqlClient.SqlClient
            const older: PackageId = { ...web, name: "forms" }
            yield* publishSample(callers.alice, older, { version: "1.0.0" }, sampleArtifacts({ name: "forms" }))
            const [row] = yield* sql<{ folder: string }>`SELECT folder FROM registry_versions WHERE name = 'forms'`
            const folder = row?.folder ?? ""
            const token = "pulumi:providers:forms"
            yield* sql`UPDATE registry_doc_pages SET json = NULL WHERE folder = ${folder}`
            for (const form of ["json", "go"]) {
              const body = form === "json" ? '"kind":"resource","name":{},"inputs":[],"outputs":[]}' : "Kept body"
              yield* sql`INSERT INTO registry_doc_bodies ${sql.insert({
                folder,
                type_token: token,
                form,
                heading: form === "json" ? "" : "# Kept heading",
                body: packBody(body),
                digest: form
              })}`
            }
            yield* sql`DELETE FROM registry_doc_texts WHERE folder = ${folder} AND kind = 'navigation'`
            const content = JSON.stringify([{ name: "kept", resources: [["a:b:C", "C in Go"]], functions: [] }])
            yield* sql`INSERT INTO registry_doc_texts ${sql.insert({ folder, kind: "navigation-go", content })}`
            const place = VERSION.replace("/web/", "/forms/")
            const page = yield* get(`${place}/docs/${token}?lang=go`)
            assert.deepStrictEqual([page.status, page.json.kind], [200, "resource"])
            const text = yield* get(`${place}/docs/${token}?lang=go`, markdown)
            assert.match(text.text, /^# Kept heading\n[^]*Kept body$/)
            assert.strictEqual((yield* get(`${place}/docs/${token}?lang=java`, markdown)).status, 404)
            const nav = yield* get(`${place}/nav?lang=go&depth=full`)
            assert.deepStrictEqual(nav.json.modules[0].resources, [{ typeToken: "a:b:C", name: "C in Go" }])
          })
        )
      })

      describe("GET examples", () => {
        const all = Effect.fnUntraced(function* (query: string) {
          const { json } = yield* get(`examples?${query}`)
          return json as typeof PackageExamples.Type
        })

        it.effect("20 unless asked otherwise, never more than 100, and the number of all of them", () =>
          Effect.gen(function* () {
            yield* published
            for (const [query, length] of [
              ["", 20],
              ["limit=1", 1],
              ["limit=99", 99],
              ["limit=100", 100],
              ["limit=101", 100],
              ["limit=1000", 100]
            ] as const) {
              const { examples, totalCount } = yield* all(query)
              assert.deepStrictEqual([examples.length, totalCount], [length, 104])
            }
            assert.strictEqual((yield* get("examples?limit=0")).status, 400)
          })
        )

        it.effect("by type token and position, with ids that are unique and the same for every reader", () =>
          Effect.gen(function* () {
            yield* published
            const { examples } = yield* all("limit=100")
            const ids = examples.map(({ id }) => id)
            assert.strictEqual(new Set(ids).size, 100)
            assert.deepStrictEqual(ids.slice(0, 5), [
              "web:a:Twice#same",
              "web:a:Twice#same-2",
              "web:a:get#100-one-way",
              "web:z/b/page:Page#case-1",
              "web:z/b/page:Page#case-2"
            ])
            const other = yield* all("limit=50&lang=python")
            assert.deepStrictEqual(
              other.examples.map(({ id }) => id),
              ids.slice(0, 50)
            )
            assert.strictEqual(other.examples[0]?.code, "in python")
            assert.strictEqual((yield* all("lang=yaml")).examples[0]?.code, "in typescript")
          })
        )

        it.effect("those whose title or type token contains q, letter by letter, in any case", () =>
          Effect.gen(function* () {
            yield* published
            const totals: Record<string, number> = {
              "": 104,
              "CASE 1": 13,
              "case 101": 1,
              "WEB:A:": 3,
              "100% + one_way": 1,
              "%": 1,
              _: 1,
              case_1: 0,
              "\u0000": 0,
              "\ud800": 0,
              "'": 0
            }
            for (const [q, total] of Object.entries(totals)) {
              const { examples, totalCount } = yield* all(`limit=100&q=${encodeURIComponent(q.toWellFormed())}`)
              assert.deepStrictEqual([totalCount, examples.length], [total, Math.min(total, 100)], q)
            }
          })
        )
      })

      describe("GET installation and readme", () => {
        it.effect("keeps choosers that nothing was chosen of, and says what was chosen", () =>
          Effect.gen(function* () {
            yield* published
            for (const path of ["installation", "readme"]) {
              for (const [query, kinds] of [
                ["", ["text", "language-chooser", "os-chooser"]],
                ["?lang=go", ["text", "os-chooser"]],
                ["?os=windows", ["text", "language-chooser", "text"]],
                ["?lang=go&os=windows", ["text"]]
              ] as const) {
                const { json } = yield* get(path + query)
                assert.deepStrictEqual(
                  json.content.map(({ kind }: { readonly kind: string }) => kind),
                  kinds
                )
                assert.deepStrictEqual(
                  [json.language, json.os],
                  [query.includes("go") ? "go" : undefined, query.includes("windows") ? "windows" : undefined]
                )
              }
            }
          })
        )

        it.effect("404 for a package without an installation text, which its navigation leaves out", () =>
          Effect.gen(function* () {
            yield* publishSample(
              callers.alice,
              { ...web, name: "bare" },
              { version: "1.0.0" },
              artifacts({ installationConfiguration: undefined })
            )
            const bare = VERSION.replace("/web/", "/bare/")
            assert.strictEqual((yield* get(`${bare}/installation`)).status, 404)
            assert.notProperty((yield* get(`${bare}/nav`)).json, "installationUrl")
            assert.strictEqual((yield* get(`${bare}/readme`)).status, 200)
          })
        )
      })

      describe("GET nav", () => {
        it.effect("modules in the order of the schema, with items only at full depth", () =>
          Effect.gen(function* () {
            yield* published
            const { json } = yield* get("nav")
            assert.deepStrictEqual(json, {
              source: "private",
              publisher: "acme",
              name: "web",
              version: "1.0.0",
              title: "The web",
              description: "Pages of the world",
              language: "go",
              packageVersionUrl: VERSION,
              readmeUrl: `${VERSION}/readme`,
              installationUrl: `${VERSION}/installation`,
              docsUrlTemplate: `${VERSION}/docs/{typeToken}`,
              modules: json.modules,
              modulesTotal: json.modules.length
            })
            const full = (yield* get("nav?depth=full")).json.modules
            for (const [index, { functions, resources, ...module }] of full.entries()) {
              assert.deepStrictEqual(json.modules[index], module)
              assert.deepStrictEqual(
                [resources.length, functions.length],
                [module.resourcesTotal, module.functionsTotal]
              )
            }
            for (const url of [json.packageVersionUrl, json.readmeUrl, json.installationUrl]) {
              assert.strictEqual((yield* get(url)).status, 200)
            }
          })
        )

        it.effect("only what contains q, and the same totals", () =>
          Effect.gen(function* () {
            yield* published
            const found = (yield* get("nav?q=TWICE&depth=full")).json
            assert.deepStrictEqual(tokensOf(found), ["web:a:Twice"])
            const all = (yield* get("nav")).json
            assert.strictEqual(found.modulesTotal, all.modulesTotal)
            const [{ functions: _, resources: __, ...module }] = found.modules
            assert.deepInclude(all.modules, module)
            assert.deepStrictEqual((yield* get("nav?q=nothing+at+all")).json.modules, [])
          })
        )
      })

      describe("what is stored", () => {
        const rows = Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const counts = yield* Effect.forEach(
            ["pages", "examples", "texts"],
            (table) => sql<{ count: number }>`SELECT COUNT(*) AS count FROM ${sql(`registry_doc_${table}`)}`
          )
          return counts.map(([row]) => row?.count)
        })

        it.effect("is nothing after a refusal, and goes with its version", () =>
          Effect.gen(function* () {
            const before = yield* rows
            const id: PackageId = { ...web, name: "brief" }
            const publish = yield* Publish
            const { operationID } = yield* publish.start(callers.alice, id, { version: "1.0.0" })
            const complete = publish.complete(callers.alice, { ...id, version: "1.0.0" }, operationID)
            yield* uploadSample(
              operationID,
              sampleArtifacts({ resources: { "web:a:B": { properties: { p: { $ref: "#/types/web:a:None" } } } } })
            )
            const refused = yield* Effect.flip(complete)
            assert.strictEqual(refused._tag, "BadRequest")
            assert.match(refused.message, /resources\.web:a:B\.properties\.p/)
            assert.deepStrictEqual(yield* rows, before)
            yield* uploadSample(operationID, artifacts())
            yield* complete
            assert.notDeepEqual(yield* rows, before)
            const removed = yield* (yield* Raw).send("DELETE", VERSION.replace("/web/", "/brief/"), { token: "alice" })
            assert.strictEqual(removed.status, 204)
            assert.deepStrictEqual(yield* rows, before)
          })
        )

        it.effect("may be nothing: a version from before has an empty navigation and no pages", () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const id: PackageId = { ...web, name: "older" }
            yield* publishSample(callers.alice, id, { version: "1.0.0" }, artifacts())
            for (const table of ["pages", "examples", "texts"]) {
              yield* sql`
                DELETE FROM ${sql(`registry_doc_${table}`)}
                WHERE folder = (SELECT folder FROM registry_versions WHERE name = 'older')`
            }
            const statuses = yield* Effect.forEach(paths, (path) =>
              Effect.map(get(`${VERSION.replace("/web/", "/older/")}/${path}`), ({ status }) => status)
            )
            assert.deepStrictEqual(statuses, [404, 200, 404, 200, 404])
          })
        )
      })
    })
  })
}
