import { assert, describe, it } from "@effect/vitest"
import { testEngines } from "@platform-control/core/testing/databases"
import { Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { layerStage, Raw } from "../stage/Stage.ts"

const folder = join(import.meta.dirname, "../../../../../shared/data/packages")
const packages = { command: "1.2.1", docker: "5.1.0", random: "4.21.1", tls: "5.5.1" }
const files = { schema: "schema.json", index: "_index.md", installationConfiguration: "installation-configuration.md" }

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
    })
  })
}
