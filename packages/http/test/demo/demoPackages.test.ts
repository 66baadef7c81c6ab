import { assert, describe, it } from "@effect/vitest"
import { allProviders, providersOf } from "../../src/cli/invoke/providers.ts"
import { demoPackages } from "../../src/demo/demoPackages.ts"

const document = { openapi: "3.1.0", paths: {} }

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

describe("demoPackages", () => {
  it("are the server's own API and every provider, each under its name, owned by the publisher", async () => {
    const packages = demoPackages(document, await allProviders(), "1.2.3", "acme")
    assert.deepStrictEqual(
      packages.map(({ name, source }) => `${source}/${name}`),
      ["platform/platform-control", "bridged/inventory", "bridged/pipeline", "bridged/edge"]
    )
    for (const { index, installationConfiguration, name, schema } of packages) {
      assert.deepInclude(JSON.parse(text(schema)), { name, version: "1.2.3", publisher: "acme" })
      assert.match(text(index), /^---\ntitle: /)
      assert.match(text(installationConfiguration), /^---\ntitle: .*Installation & Configuration/)
    }
  })
})

describe("providersOf", () => {
  it("is the one provider that a token names, and all of them for anything else", async () => {
    const prefixes = async (token: string | undefined) => (await providersOf(token)).map(({ prefix }) => prefix)
    assert.deepStrictEqual(await prefixes("edge:index/getFlavor:getFlavor"), ["edge"])
    for (const token of [undefined, "", "getFlavor", "constructor:x", "cloud:index/x:x"])
      assert.deepStrictEqual(await prefixes(token), ["inventory", "pipeline", "edge"])
  })
})
