import { assert, describe, it } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect, Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { PackageDocs, PackageNavigation } from "../../src/contract/index.ts"
import { languages } from "../../src/contract/Language.ts"
import { layerStage, Raw } from "../stage/Stage.ts"

const folder = join(import.meta.dirname, "../../../../../shared/data/packages")
const packages = { command: "1.2.1", docker: "5.1.0", random: "4.21.1", tls: "5.5.1" }
const files = { schema: "schema.json", index: "_index.md", installationConfiguration: "installation-configuration.md" }

/** What an import must reproduce. */
const figures = {
  command: { modules: 2, resources: 4, functions: 1, examples: 6 },
  docker: { modules: 1, resources: 12, functions: 6, examples: 23 },
  random: { modules: 1, resources: 10, functions: 0, examples: 10 },
  tls: { modules: 1, resources: 4, functions: 2, examples: 7 }
}

const markdown = { token: "alice", headers: { accept: "text/markdown" } } as const

const read = (name: string, file: string) => readFileSync(join(folder, name, file), "utf8")

for (const engine of testEngines) {
  describe.skipIf(engine.skip || !existsSync(folder))(`real packages on ${engine.name}`, () => {
    it.layer(layerStage(engine))((it) => {
      it.effect("are published, found, read back, and give their files back byte by byte", () =>
        Effect.gen(function* () {
          const { send } = yield* Raw
          for (const [name, version] of Object.entries(packages)) {
            const versions = `/api/registry/packages/platform/acme/${name}/versions`
            const started = yield* send("POST", versions, { token: "rita", body: { version } })
            for (const [artifact, file] of Object.entries(files)) {
              const place = new URL(started.json.uploadURLs[artifact])
              const put = yield* send("PUT", place.pathname.replace("/base", "") + place.search, {
                body: read(name, file)
              })
              assert.strictEqual(put.status, 200)
            }
            const body = { operationID: started.json.operationID }
            const completed = yield* send("POST", `${versions}/${version}/complete`, { token: "rita", body })
            assert.strictEqual(completed.status, 201, completed.text)
            const { json } = yield* send("GET", `${versions}/latest`, { token: "alice" })
            assert.deepStrictEqual([json.name, json.version], [name, version])
            for (const [url, file] of [
              [json.schemaURL, "schema.json"],
              [json.readmeURL, "_index.md"]
            ]) {
              const redirect = yield* send("GET", new URL(url).pathname.replace("/base", ""))
              const place = new URL(redirect.headers.get("location")!)
              const answered = yield* send("GET", place.pathname.replace("/base", "") + place.search)
              assert.isTrue(answered.text === read(name, file), `${name}/${file}`)
            }
          }
          const names = (query: string) =>
            Effect.map(send("GET", `/api/registry/packages?${query}`), ({ json }) =>
              json.packages.map((item: { readonly name: string }) => item.name)
            )
          assert.deepStrictEqual(yield* names(""), ["command", "docker", "random", "tls"])
          assert.deepStrictEqual(yield* names("search=docker"), ["docker"])
          assert.deepStrictEqual(yield* names("search=package"), ["docker", "random", "tls"])
          assert.deepStrictEqual(yield* names("search=randomness"), ["random"])
          assert.deepStrictEqual(yield* names("search=utility+native"), ["command"])
          assert.deepStrictEqual(yield* names("packageType=native"), ["command"])
        })
      )

      it.effect.each(Object.entries(figures))(
        "%s is documented as it should be: every page in every language and both media types",
        ([name, expected]) =>
          Effect.gen(function* () {
            const { send } = yield* Raw
            const version = `/api/registry/packages/platform/acme/${name}/versions/latest`
            const answered = yield* send("GET", `${version}/nav?depth=full`, { token: "alice" })
            const nav = yield* Schema.decodeUnknownEffect(PackageNavigation)(answered.json)
            const sum = (of: (module: (typeof nav.modules)[number]) => number) =>
              nav.modules.reduce((total, module) => total + of(module), 0)
            const { json: examples } = yield* send("GET", `${version}/examples?limit=100`, { token: "alice" })
            assert.deepStrictEqual(
              {
                modules: nav.modulesTotal,
                resources: sum(({ resourcesTotal }) => resourcesTotal),
                functions: sum(({ functionsTotal }) => functionsTotal),
                examples: examples.totalCount
              },
              expected
            )
            assert.strictEqual(examples.examples.length, expected.examples)
            const tokens = nav.modules.flatMap(({ functions = [], resources = [] }) => [...resources, ...functions])
            assert.strictEqual(tokens.length, expected.resources + expected.functions)
            for (const { typeToken } of tokens) {
              const url = nav.docsUrlTemplate.replace("{typeToken}", encodeURIComponent(typeToken))
              for (const language of languages) {
                const page = yield* send("GET", `${url}?lang=${language}`, { token: "alice" })
                const docs = yield* Schema.decodeUnknownEffect(PackageDocs)(page.json)
                assert.deepStrictEqual([docs.typeToken, docs.language], [typeToken, language])
                assert.isFalse(docs.description.some(({ kind }) => kind === "language-chooser"))
                const text = yield* send("GET", `${url}?lang=${language}`, markdown)
                assert.strictEqual(text.status, 200)
                assert.match(text.text, /^# /)
              }
            }
            for (const path of ["readme", "installation"]) {
              const { json } = yield* send("GET", `${version}/${path}`, { token: "alice" })
              assert.isNotEmpty(json.content)
            }
          }).pipe(Effect.orDie)
      )
    })
  })
}
