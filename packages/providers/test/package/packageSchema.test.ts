/** The packages of all providers, as a registry takes them. */
import { assert, describe, it } from "@effect/vitest"
import { Ajv } from "ajv"
import { existsSync, readFileSync } from "node:fs"
import { edge } from "../../src/edge/index.ts"
import { inventory } from "../../src/inventory/index.ts"
import { packageOf, packageSchemaOf } from "../../src/package/index.ts"
import { pipeline } from "../../src/pipeline/index.ts"
import { type AnyProvider, tokenOf } from "../../src/Provider.ts"

const providers: ReadonlyArray<AnyProvider> = [inventory, pipeline, edge]

// Needs ../shared, which is not part of the repository.
const metaschema = new URL("../../../../../shared/data/metaschema/package-schema.json", import.meta.url)

const known = {
  inventory: [
    "getAsn",
    "getAsns",
    "getAvailablePrefix",
    "getCluster",
    "getClusterGroup",
    "getClusterType",
    "getClusters"
  ],
  pipeline: [
    "getConnection",
    "getConnections",
    "getConnectionCertificates",
    "getConnectionFingerprints",
    "getConnector",
    "getConnectorCertificates",
    "getConnectorFingerprints",
    "getGroupSshKey",
    "getGroupUsers",
    "getGroups",
    "getHybridDeploymentAgent",
    "getHybridDeploymentAgents",
    "getPrivateLink",
    "getPrivateLinks",
    "getProxyAgent",
    "getProxyAgents",
    "getQuickstartPackage",
    "getQuickstartPackages"
  ],
  edge: [
    "getAvailabilityZone",
    "getCdnShieldingLocation",
    "getDnsSecondaryZones",
    "getFlavor",
    "getFloatingip",
    "getK8s",
    "getK8sClientConfig",
    "getK8sPool",
    "getLbL7policy",
    "getInstanceV2"
  ]
} as const

const references = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  const own = "$ref" in value && typeof value.$ref === "string" ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(references)]
}

describe.each(providers.map((provider) => [provider.prefix, provider] as const))(
  "the package of %s",
  (prefix, provider) => {
    const schema = packageSchemaOf(provider, "1.2.3", "acme")

    it("has every function of the specification, and every one that can be called", () => {
      const tokens = Object.keys(schema.functions)
      assert.includeMembers(
        tokens,
        known[prefix as keyof typeof known].map((name) => tokenOf(prefix, name))
      )
      assert.sameMembers(
        tokens,
        provider.functions.map(({ functionName }) => tokenOf(prefix, functionName))
      )
    })

    it("says of every input, output and variable what it is", () => {
      for (const [token, { inputs, outputs }] of Object.entries(schema.functions))
        for (const [name, property] of Object.entries({ ...inputs?.properties, ...outputs.properties }))
          assert.isNotEmpty(property.description ?? "", `${token} ${name}`)
      for (const [name, variable] of Object.entries(schema.config.variables))
        assert.isNotEmpty(variable.description ?? "", name)
    })

    it("refers to no type that it does not have, and has none that it does not refer to", () => {
      const referred = references(schema).filter((ref) => ref.startsWith("#/types/"))
      const tokens = referred.map((ref) => decodeURIComponent(ref.slice("#/types/".length)))
      assert.sameMembers([...new Set(tokens)], Object.keys(schema.types))
    })

    it("is bridged, under the prefix as its name", () => {
      assert.strictEqual(schema.name, prefix)
      assert.isNotEmpty(schema.attribution)
      assert.notInclude(schema.keywords, "kind/native")
    })

    it("has a README that names every function, and instructions that name every variable", () => {
      const { index, installationConfiguration } = packageOf(provider, "1.2.3", "acme")
      for (const { functionName } of provider.functions) assert.include(index, tokenOf(prefix, functionName))
      for (const [name, { environment }] of Object.entries(provider.variables))
        for (const word of [name, ...environment]) assert.include(installationConfiguration, word)
    })

    it.skipIf(!existsSync(metaschema))("keeps the metaschema of package schemas", () => {
      const { $schema: _, $id: __, ...definition } = JSON.parse(readFileSync(metaschema, "utf8"))
      const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(definition)
      validate(JSON.parse(JSON.stringify(schema)))
      assert.deepStrictEqual(validate.errors ?? [], [])
    })
  }
)

describe("the package of inventory", () => {
  const schema = packageSchemaOf(inventory, "1.2.3", "acme")

  it("has the configuration of the specification: the token secret, the address and the token as its defaults", () => {
    assert.sameMembers(Object.keys(schema.config.variables), [
      "apiToken",
      "serverUrl",
      "allowInsecureHttps",
      "caCertFile",
      "defaultTags",
      "headers",
      "requestTimeout",
      "skipVersionCheck",
      "stripTrailingSlashesFromUrl"
    ])
    assert.sameMembers([...schema.config.defaults], ["apiToken", "serverUrl"])
    assert.strictEqual(schema.config.variables["apiToken"]?.secret, true)
    assert.deepInclude(schema.config.variables["headers"], { type: "object", additionalProperties: { type: "string" } })
    assert.strictEqual(schema.config.variables["stripTrailingSlashesFromUrl"]?.default, true)
  })

  it("types lists and filters as records of their own", () => {
    const { inputs, outputs } = schema.functions["inventory:index/getAsns:getAsns"] ?? assert.fail("no getAsns")
    const filter = "inventory:index/getAsnsFilter:getAsnsFilter"
    assert.deepInclude(inputs?.properties["filters"], {
      type: "array",
      items: { $ref: `#/types/${filter.replace("/", "%2F")}` }
    })
    assert.deepInclude(schema.types[filter], { type: "object", required: ["name", "value"] })
    assert.strictEqual(outputs.properties["asns"]?.type, "array")
    assert.sameMembers([...(outputs.required ?? [])], ["asns", "id", "limit"])
  })

  it("types closed sets of numbers as numbers", () => {
    const { inputs } = schema.functions["inventory:index/getPrefix:getPrefix"] ?? assert.fail("no getPrefix")
    const family = "inventory:index/getPrefixFamily:getPrefixFamily"
    assert.deepInclude(inputs?.properties["family"], { $ref: `#/types/${family.replace("/", "%2F")}` })
    assert.deepStrictEqual(schema.types[family], { type: "number", enum: [{ value: 4 }, { value: 6 }] })
  })

  it("says which inputs are needed", () => {
    const { description, inputs } = schema.functions["inventory:index/getAsn:getAsn"] ?? assert.fail("no getAsn")
    assert.include(description, "At least one of `asn`, `tag` is required.")
    assert.isUndefined(inputs?.required)
    const available = schema.functions["inventory:index/getAvailablePrefix:getAvailablePrefix"]
    assert.deepStrictEqual(available?.inputs?.required, ["prefixId"])
  })
})
