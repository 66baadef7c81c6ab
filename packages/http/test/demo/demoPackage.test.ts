import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { existsSync, readFileSync } from "node:fs"
import { ControlPlaneApi } from "../../src/ControlPlaneApi.ts"
import { ApiDocument } from "../../src/demo/ApiDocument.ts"
import { demoPackage } from "../../src/demo/demoPackage.ts"
import { functionName } from "../../src/demo/names.ts"
import { packageSchemaOf } from "../../src/demo/packageSchemaOf.ts"

const METASCHEMA = new URL("../../../../../shared/data/metaschema/package-schema.json", import.meta.url)

const words = {
  name: "sample",
  displayName: "Sample",
  version: "1.0.0",
  description: "A sample.",
  keywords: [],
  license: "Apache-2.0",
  publisher: "acme"
}

const schemaOf = (document: unknown) => packageSchemaOf(Schema.decodeUnknownSync(ApiDocument)(document), words)

const get = (schema: unknown, parameters: ReadonlyArray<unknown> = []) => ({
  get: { summary: "Read", parameters, responses: { "200": { content: { "application/json": { schema } } } } }
})

const ownSchema = () => {
  const { schema } = demoPackage(OpenApi.fromApi(ControlPlaneApi), "1.0.0", "acme")
  return JSON.parse(new TextDecoder().decode(schema)) as ReturnType<typeof schemaOf>
}

describe("functionName", () => {
  const names = {
    "/api/registry/packages": "getPackages",
    "/api/registry/packages/{source}/{publisher}/{name}/versions/{version}": "getPackageVersion",
    "/api/user": "getUser",
    "/api/orgs/{orgName}/agent/token-budget": "getOrgAgentTokenBudget",
    "/api/preview/registries/{id}": "getRegistry"
  }
  for (const [path, name] of Object.entries(names))
    it(`${path} is ${name}`, () => assert.strictEqual(functionName(path), name))
})

describe("packageSchemaOf", () => {
  it("makes functions of GET operations only", () => {
    const { functions } = schemaOf({ paths: { "/api/things": { ...get({ type: "string" }), post: {} } } })
    assert.deepStrictEqual(Object.keys(functions), ["sample:index/getThings:getThings"])
  })

  it("makes inputs of path and query parameters, with descriptions and what is required", () => {
    const { functions } = schemaOf({
      paths: {
        "/api/things/{id}": get({ type: "string" }, [
          { name: "id", in: "path", required: true, schema: { type: "string", description: "Which one." } },
          { name: "limit", in: "query", description: "How many.", schema: { type: "integer" } },
          { name: "accept", in: "header", schema: { type: "string" } }
        ])
      }
    })
    assert.deepStrictEqual(functions["sample:index/getThing:getThing"]?.inputs, {
      type: "object",
      properties: {
        id: { type: "string", description: "Which one." },
        limit: { type: "integer", description: "How many." }
      },
      required: ["id"]
    })
  })

  it("makes types of components that refer to themselves, enums of closed sets, and one type of what is null or a type", () => {
    const { functions, types } = schemaOf({
      paths: { "/api/tree": get({ $ref: "#/components/schemas/Node" }) },
      components: {
        schemas: {
          Node: {
            type: "object",
            properties: {
              kind: { type: "string", enum: ["leaf", "branch"], description: "What it is." },
              parent: { anyOf: [{ $ref: "#/components/schemas/Node" }, { type: "null" }] },
              labels: { type: "object", additionalProperties: { type: "string" } },
              size: { oneOf: [{ type: "integer" }, { type: "string" }] },
              tag: { type: "string", enum: ["node"] },
              sizes: { type: "array", items: { type: "number" } },
              anything: {}
            },
            required: ["kind"]
          },
          Unused: { type: "object", properties: { a: { type: "string" } } }
        }
      }
    })
    const node = "#/types/sample:index%2Fnode:Node"
    const properties = {
      kind: { $ref: "#/types/sample:index%2FnodeKind:NodeKind", description: "What it is." },
      parent: { $ref: node },
      labels: { type: "object", additionalProperties: { type: "string" } },
      size: { oneOf: [{ type: "integer" }, { type: "string" }] },
      tag: { type: "string", const: "node" },
      sizes: { type: "array", items: { type: "number" } },
      anything: { $ref: "pulumi.json#/Any" }
    }
    assert.deepStrictEqual(functions["sample:index/getTree:getTree"]?.outputs, {
      type: "object",
      properties,
      required: ["kind"]
    })
    assert.deepStrictEqual(types, {
      "sample:index/nodeKind:NodeKind": {
        type: "string",
        description: "What it is.",
        enum: [{ value: "leaf" }, { value: "branch" }]
      },
      "sample:index/node:Node": { type: "object", properties, required: ["kind"] }
    })
  })
})

describe("demoPackage", () => {
  it("has one function for every reading operation of the API, and every type that it refers to", () => {
    const schema = ownSchema()
    const document = OpenApi.fromApi(ControlPlaneApi)
    const reading = Object.values(document.paths).filter((path) => path.get !== undefined)
    assert.strictEqual(Object.keys(schema.functions).length, reading.length)
    const version = schema.functions["platform-control:index/getPackageVersion:getPackageVersion"]
    assert.hasAllKeys(version?.inputs?.properties, ["source", "publisher", "name", "version"])
    assert.property(version?.outputs, "properties")
    const refs = JSON.stringify(schema).matchAll(/"#\/types\/([^"]+)"/g)
    for (const [, ref] of refs) assert.property(schema.types, decodeURIComponent(ref!))
  })

  it("gives examples in several languages, and documents with passages to choose from", () => {
    const { index, installationConfiguration } = demoPackage(OpenApi.fromApi(ControlPlaneApi), "1.0.0", "acme")
    const [description] = Object.values(ownSchema().functions).map((one) => one.description ?? "")
    for (const language of ["typescript", "python", "go"]) {
      assert.include(description, `\`\`\`${language}\n`)
      for (const document of [index, installationConfiguration])
        assert.include(new TextDecoder().decode(document), `{{% choosable language ${language} %}}`)
    }
    assert.include(new TextDecoder().decode(installationConfiguration), '{{< chooser os "linux,macos,windows" >}}')
  })
})

describe.skipIf(!existsSync(METASCHEMA))("demoPackage beside the public metaschema (needs ../shared)", () => {
  it("is valid", async () => {
    const { Ajv2020 } = await import("ajv/dist/2020.js")
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      JSON.parse(readFileSync(METASCHEMA, "utf8"))
    )
    assert.isTrue(validate(ownSchema()), JSON.stringify(validate.errors, null, 1))
    assert.isFalse(validate({ ...ownSchema(), functions: { "no token": {} } }))
  })
})
