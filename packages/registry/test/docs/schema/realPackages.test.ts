import { assert, beforeAll, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { languages } from "../../../src/contract/Language.ts"
import { PackageDocs } from "../../../src/contract/DocsPage.ts"
import { PageRenderer } from "../../../src/docs/import/PageRenderer.ts"
import { danglingReferences, hasPackages, pageOf, prepare, type Prepared, schemaText } from "./pages.ts"

const figures = [
  { name: "random", resources: 10, functions: 0, types: 0, enums: 0, modules: ["index"] },
  { name: "tls", resources: 4, functions: 2, types: 5, enums: 0, modules: ["index"] },
  { name: "command", resources: 4, functions: 1, types: 4, enums: 2, modules: ["local", "remote"] },
  { name: "docker", resources: 12, functions: 6, types: 87, enums: 1, modules: ["index"] }
]

const decodeWire = Schema.decodeUnknownSync(PackageDocs, { onExcessProperty: "error" })

// Needs ../shared, which is not part of the repository.
describe.skipIf(!hasPackages)("real packages", () => {
  describe.each(figures)("$name", ({ name, ...expected }) => {
    let prepared: Prepared

    beforeAll(() => {
      prepared = prepare(JSON.parse(schemaText(name)))
    })

    it("has the figures that an import must reproduce", () => {
      const { model, modules, pages } = prepared
      assert.deepStrictEqual(
        {
          resources: modules.reduce((sum, { resources }) => sum + resources.length, 0),
          functions: modules.reduce((sum, { functions }) => sum + functions.length, 0),
          types: model.objects.length + model.enums.length,
          enums: model.enums.length,
          modules: modules.map((module) => module.name)
        },
        expected
      )
      assert.strictEqual(pages.length, 1 + expected.resources + expected.functions)
    })

    it("has a page for everything in its navigation", () => {
      for (const { functions, resources } of prepared.modules) {
        for (const { name: itemName, typeToken } of [...resources, ...functions]) {
          assert.deepStrictEqual(pageOf(prepared, typeToken).name, itemName)
        }
      }
    })

    it("refers to nothing that is not documented", () => {
      for (const page of prepared.pages) assert.deepStrictEqual(danglingReferences(prepared, page), [])
    })

    it("can be stored as JSON and answered by the contract", () => {
      const renderer = new PageRenderer({
        version: "1.0.0",
        navUrl: "/nav",
        describe: (markdown) => Object.fromEntries(languages.map((language) => [language, markdown])),
        packageId: (packageName) => `platform/pulumi/${packageName}`
      })
      for (const page of prepared.pages) {
        assert.deepStrictEqual(JSON.parse(JSON.stringify(page)), page)
        const above = { version: "1.0.0", navUrl: "/nav", typeToken: page.typeToken, language: "go", description: [] }
        decodeWire(JSON.parse(`${JSON.stringify(above).slice(0, -1)},${renderer.render(page).json}`))
      }
    })

    it("is the same every time", () => {
      assert.deepStrictEqual(prepare(JSON.parse(schemaText(name))).pages, prepared.pages)
    })
  })

  it("names things as their languages do", () => {
    const docker = prepare(JSON.parse(schemaText("docker")))
    assert.deepStrictEqual(pageOf(docker, "docker:index/registryImage:RegistryImage").name, {
      typescript: "RegistryImage",
      python: "RegistryImage",
      go: "RegistryImage",
      csharp: "RegistryImage",
      java: "RegistryImage",
      yaml: "docker:RegistryImage",
      hcl: "docker_registry_image"
    })
    assert.deepStrictEqual(pageOf(docker, "docker:index/getRegistryImage:getRegistryImage").name, {
      typescript: "getRegistryImage",
      python: "get_registry_image",
      go: "GetRegistryImage",
      csharp: "GetRegistryImage",
      java: "getRegistryImage",
      yaml: "docker:getRegistryImage",
      hcl: "docker_registry_image"
    })
    const provider = pageOf(docker, "pulumi:providers:docker")
    assert.strictEqual(provider.name.typescript, "Provider")
    assert.include(
      provider.inputs.map(({ name }) => name.python),
      "registry_auth"
    )
  })
})
