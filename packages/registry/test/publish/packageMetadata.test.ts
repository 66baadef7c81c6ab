import { PackageMetadata } from "../../src/contract/index.ts"
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as fc from "fast-check"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { VersionId } from "../../src/packages/PackageId.ts"
import { packageMetadata, versionRecord } from "../../src/publish/packageMetadata.ts"
import { type PackageSchema, readPackageSchema } from "../../src/publish/packageSchema.ts"

const id: VersionId = { source: "platform", publisher: "acme", name: "widget", version: "1.2.3" }

const metadataOf = (schema: Partial<PackageSchema>, of: Partial<VersionId> = {}) =>
  packageMetadata(
    { name: "widget", ...schema },
    { id: { ...id, ...of }, publisherDisplayName: undefined, publishedAt: 0 }
  )

const text = fc.string({ unit: "binary", maxLength: 30 })
const keyword = fc.oneof(text, fc.constantFrom("kind/component", "kind/native", "category/cloud", "category/"))
const schemas: fc.Arbitrary<PackageSchema> = fc.record(
  {
    name: fc.string({ minLength: 1, maxLength: 20 }),
    displayName: text,
    version: text,
    description: text,
    keywords: fc.array(keyword, { maxLength: 5 }),
    attribution: text,
    repository: text,
    logoUrl: text,
    pluginDownloadURL: text,
    parameterization: fc.record(
      {
        baseProvider: fc.record({ name: text, version: text }),
        parameter: fc.oneof(fc.base64String(), fc.array(fc.base64String(), { maxLength: 3 }))
      },
      { requiredKeys: ["baseProvider"] }
    )
  },
  { requiredKeys: ["name"] }
)

const withAddresses = (stored: unknown) => ({ ...Object(stored), readmeURL: "r", schemaURL: "s" })
const isMetadata = Schema.is(Schema.toCodecJson(PackageMetadata))

describe("packageMetadata", () => {
  it("is a PackageMetadata for every schema, also as the JSON that is stored", () => {
    fc.assert(
      fc.property(schemas, fc.constantFrom("platform", "bridged", "private"), (schema, source) => {
        const { wire } = versionRecord(schema, {
          id: { ...id, source },
          publisherDisplayName: undefined,
          publishedAt: 1
        })
        assert.isTrue(wire.endsWith("}"))
        assert.isTrue(isMetadata(withAddresses(JSON.parse(wire))), wire)
      })
    )
  })

  it("has no empty text and exactly one package type", () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        const metadata = metadataOf(schema)
        assert.strictEqual(metadata.packageTypes?.length, 1)
        const texts = [metadata.title, metadata.description, metadata.logoUrl, metadata.repoUrl, metadata.category]
        assert.isFalse(texts.includes(""))
      })
    )
  })

  it("takes identity from the path and title from the schema", () => {
    const metadata = metadataOf({ name: "other", displayName: "Other" })
    assert.strictEqual(metadata.name, "widget")
    assert.strictEqual(metadata.title, "Other")
    assert.strictEqual(metadataOf({ name: "other" }).title, "other")
    assert.strictEqual(metadataOf({ name: "other", displayName: "" }).title, "other")
  })

  it.each([
    [{ keywords: ["kind/component"] }, "component"],
    [{ keywords: ["kind/component", "kind/native"], attribution: "a" }, "component"],
    [{}, "native"],
    [{ attribution: "" }, "native"],
    [{ attribution: "based on" }, "bridged"],
    [{ attribution: "based on", keywords: ["kind/native"] }, "native"]
  ] as const)("of %j has type %s", (schema, type) => {
    assert.deepStrictEqual(metadataOf(schema).packageTypes, [type])
  })

  it("takes the category from the first keyword that has one", () => {
    assert.strictEqual(metadataOf({ keywords: ["a", "category/cloud", "category/other"] }).category, "cloud")
    assert.notProperty(metadataOf({ keywords: ["category/"] }), "category")
    assert.notProperty(metadataOf({}), "category")
  })

  it.each([
    ["0.1.0", "public_preview"],
    ["1.0.0", "ga"],
    ["1.0.0-alpha", "ga"]
  ] as const)("of version %s is %s", (version, status) => {
    assert.strictEqual(metadataOf({}, { version }).packageStatus, status)
  })

  it("is private for private packages only", () => {
    assert.strictEqual(metadataOf({}, { source: "private" }).visibility, "private")
    assert.strictEqual(metadataOf({}, { source: "bridged" }).visibility, "public")
  })

  it("names the base provider of a parameterization, bridged by the same publisher", () => {
    const parameterization = { baseProvider: { name: "base", version: "v0.5.0" }, parameter: "aGk=" }
    assert.deepStrictEqual(metadataOf({ parameterization }).parameterization, {
      baseProvider: { source: "bridged", publisher: "acme", name: "base", version: "0.5.0" },
      parameter: ["aGk="]
    })
    const { baseProvider } = parameterization
    assert.deepStrictEqual(metadataOf({ parameterization: { baseProvider } }).parameterization?.parameter, [])
  })

  it("was created when it was published, in UTC with milliseconds", () => {
    const metadata = packageMetadata(
      { name: "a" },
      { id, publisherDisplayName: "Acme", publishedAt: 1_000_000_000_001 }
    )
    assert.strictEqual(metadata.createdAt, "2001-09-09T01:46:40.001Z")
    assert.strictEqual(metadata.publisherDisplayName, "Acme")
  })
})

const realPackages = join(import.meta.dirname, "../../../../../shared/data/packages")

/** The flat fields of a registry-metadata.yaml, with folded lines joined. */
const yamlFields = (yaml: string): ReadonlyMap<string, string> =>
  new Map(
    yaml
      .replaceAll(/\n {2,}/g, " ")
      .split("\n")
      .flatMap((line) => {
        const [, key, value] = /^(\w+): (.*)$/.exec(line) ?? []
        return key === undefined || value === undefined ? [] : [[key, value.replace(/^"(.*)"$/, "$1")] as const]
      })
  )

describe.skipIf(!existsSync(realPackages))("packageMetadata of real packages", () => {
  it.each(["command", "docker", "random", "tls"])("%s agrees with what another registry shows of it", (name) => {
    const shown = yamlFields(readFileSync(join(realPackages, name, "registry-metadata.yaml"), "utf8"))
    const schema = Result.getOrThrow(
      readPackageSchema(JSON.parse(readFileSync(join(realPackages, name, "schema.json"), "utf8")))
    )
    const version = shown.get("version")!.replace(/^v/, "")
    const metadata = packageMetadata(schema, {
      id: { ...id, name, version },
      publisherDisplayName: undefined,
      publishedAt: Number(shown.get("updated_on")) * 1000
    })
    assert.strictEqual(schema.name, shown.get("name"))
    assert.strictEqual(metadata.title?.toLowerCase(), shown.get("title")?.toLowerCase())
    assert.strictEqual(metadata.description, shown.get("description"))
    assert.strictEqual(metadata.repoUrl, shown.get("repo_url"))
    assert.strictEqual(metadata.logoUrl ?? "", shown.get("logo_url"))
    assert.strictEqual(metadata.packageStatus, shown.get("package_status"))
    assert.strictEqual(String(metadata.isFeatured), shown.get("featured"))
    assert.deepStrictEqual(metadata.packageTypes, [shown.get("native") === "true" ? "native" : "bridged"])
    if (metadata.category !== undefined) {
      assert.strictEqual(metadata.category, shown.get("category")?.toLowerCase())
    }
  })
})
