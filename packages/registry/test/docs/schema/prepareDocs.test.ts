import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { prepareDocs } from "../../../src/docs/schema/pages/prepareDocs.ts"
import { readPackage } from "../../../src/docs/schema/read/readPackage.ts"
import { pageOf, prepare } from "./pages.ts"

describe("prepareDocs", () => {
  it("refuses a small schema whose pages would be large", () => {
    const tokens = Array.from({ length: 2000 }, (_, index) => `p:m:T${index}`)
    const types = Object.fromEntries(
      tokens.map((token, index) => [
        token,
        { type: "object", properties: { next: { $ref: `#/types/${tokens[(index + 1) % tokens.length]}` } } }
      ])
    )
    const resources = Object.fromEntries(
      tokens.map((token) => [token.replace("T", "R"), { inputProperties: { a: { $ref: `#/types/${token}` } } }])
    )
    const result = Result.flatMap(readPackage({ name: "p", types, resources }), (model) => prepareDocs(model))
    assert.isTrue(Result.isFailure(result))
  })

  it("refuses one whose enumerations would be written out too often", () => {
    const values = Array.from({ length: 20_000 }, (_, index) => ({ value: `value-${index}` }))
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`p${index}`, { $ref: "#/types/p:m:E" }])
    )
    const schema = {
      name: "p",
      types: { "p:m:E": { type: "string", enum: values } },
      resources: { "p:m:R": { properties } }
    }
    const result = Result.flatMap(readPackage(schema), (model) => prepareDocs(model))
    assert.isTrue(Result.isFailure(result))
  })

  it("estimates the size of pages from above, and not by much", () => {
    const resources = {
      "p:m:R": {
        inputProperties: Object.fromEntries(
          Array.from({ length: 100 }, (_, index) => [
            `property${index}`,
            { type: "array", items: { $ref: "#/types/p:m:Thing" } }
          ])
        )
      }
    }
    const types = { "p:m:Thing": { type: "object", properties: { value: { type: "string", description: "A value" } } } }
    const { model, pages } = prepare({ name: "p", resources, types })
    const size = JSON.stringify(pages).length
    assert.isTrue(Result.isFailure(prepareDocs(model, size / 2)))
    assert.isTrue(Result.isSuccess(prepareDocs(model, size * 2)))
  })
})

describe("a page", () => {
  const schema = {
    name: "p",
    meta: { moduleFormat: "(.*)(?:/[^/]*)" },
    types: {
      "p:m/Node:Node": {
        type: "object",
        properties: {
          next: { $ref: "#/types/p:m%2FNode:Node" },
          kind: { type: "string", const: "node" },
          value: { type: "string" }
        },
        required: ["value", "kind"]
      }
    },
    resources: {
      "p:m/thing:Thing": {
        description: "A thing.",
        deprecationMessage: "Use another.",
        inputProperties: {
          zeta: { type: "string", replaceOnChanges: true },
          alpha: { type: "string", willReplaceOnChanges: true, deprecationMessage: "Old." },
          node: { $ref: "#/types/p:m%2FNode:Node" },
          fixed: { type: "string", const: "x" }
        },
        requiredInputs: ["zeta", "fixed"],
        properties: {
          zeta: { type: "string" },
          made: { $ref: "/aws/v1.2.3/schema.json#/resources/aws:s3%2Fbucket:Bucket" }
        },
        required: ["zeta"],
        methods: { run: "p:m/thing:Thing/run" }
      }
    },
    functions: {
      "p:m/thing:Thing/run": {
        inputs: { properties: { __self__: { $ref: "#/resources/p:m%2Fthing:Thing" }, arg: { type: "string" } } },
        outputs: { properties: { out: { type: "string" } }, required: ["out"] }
      },
      "p:m/getList:getList": { returnType: { type: "array", items: { $ref: "#/types/p:m%2FNode:Node" } } },
      "p:m/getNode:getNode": { outputs: { $ref: "#/types/p:m%2FNode:Node" } },
      "pulumi:providers:p/terraformConfig": { inputs: { properties: { __self__: { $ref: "#/nonsense" } } } }
    }
  }
  const prepared = prepare(schema)
  const thing = pageOf(prepared, "p:m/thing:Thing")

  it("lists required inputs first, then by name, without constants", () => {
    assert.deepStrictEqual(
      thing.inputs.map(({ name, required }) => [name.yaml, required]),
      [
        ["zeta", true],
        ["alpha", false],
        ["node", false]
      ]
    )
  })

  it("says what replaces the resource, and what is deprecated", () => {
    assert.deepStrictEqual(
      thing.inputs.map(({ deprecationMessage, replaceOnChanges }) => [replaceOnChanges, deprecationMessage]),
      [
        [true, undefined],
        [true, "Old."],
        [false, undefined]
      ]
    )
    assert.strictEqual(thing.description, "**Deprecated:** Use another.\n\nA thing.")
    const old = prepare({ name: "p", functions: { "p:m:old": { deprecationMessage: "" } } })
    assert.strictEqual(pageOf(old, "p:m:old").description, "**Deprecated:** no reason was given.\n\n")
  })

  it("lists the outputs that are no inputs, and the identifier", () => {
    assert.deepStrictEqual(
      thing.outputs.map(({ name }) => name.yaml),
      ["id", "made"]
    )
  })

  it("refers to its types, and to other packages by name and version", () => {
    assert.deepStrictEqual(
      [...thing.inputs, ...thing.outputs].map(({ typeRef }) => typeRef),
      [
        null,
        null,
        { typeToken: "p:m/Node:Node" },
        null,
        { typeToken: "aws:s3/bucket:Bucket", package: "aws", version: "1.2.3" }
      ]
    )
  })

  it("ends at types that refer to themselves", () => {
    const [node, ...others] = thing.supportingTypes
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(
      node?.properties?.map(({ name, typeRef }) => [name.yaml, typeRef?.typeToken]),
      [
        ["value", undefined],
        ["next", "p:m/Node:Node"]
      ]
    )
  })

  it("of a method leaves out the resource that it is called on", () => {
    const run = pageOf(prepared, "p:m/thing:Thing/run")
    assert.strictEqual(run.kind, "function")
    assert.deepStrictEqual(
      run.inputs.map(({ name }) => name.yaml),
      ["arg"]
    )
    assert.strictEqual(run.name.python, "run")
  })

  it("of a function that returns an object lists the object's properties", () => {
    const page = pageOf(prepared, "p:m/getNode:getNode")
    assert.deepStrictEqual(
      page.outputs.map(({ name }) => name.yaml),
      ["value", "next"]
    )
    assert.strictEqual(page.supportingTypes.length, 1)
  })

  it("of a function that returns another value shows the value", () => {
    const page = pageOf(prepared, "p:m/getList:getList")
    assert.deepStrictEqual(
      page.outputs.map(({ name, type }) => [name.go, type.go]),
      [["Result", "[]Node"]]
    )
    assert.strictEqual(page.supportingTypes.length, 1)
  })

  it("is not made for a hidden function, which may hold anything", () => {
    assert.isFalse(prepared.pages.some(({ typeToken }) => typeToken.includes("terraformConfig")))
    assert.deepStrictEqual(
      prepared.modules.map(({ functions, name, resources }) => [name, resources.length, functions.length]),
      [["m", 1, 3]]
    )
  })

  it("shows a type as its own module sees it, whatever page came before", () => {
    const ref = { $ref: "#/types/p:a:T" }
    const { pages } = prepare({
      name: "p",
      types: { "p:a:T": { type: "object", properties: { next: ref } } },
      resources: { "p:a:R": { properties: { t: ref } }, "p:b:R": { properties: { t: ref } } }
    })
    assert.deepStrictEqual(
      pages.slice(1).map(({ supportingTypes }) => supportingTypes[0]?.properties?.[0]?.type.csharp),
      ["T", "Pulumi.P.A.Inputs.T"]
    )
  })

  it("refers to its own package without naming it, and to the first type of a union that is documented", () => {
    const own = { $ref: "/p/v1.0.0/schema.json#/resources/p:m:R" }
    const elsewhere = { $ref: "/p/v1.0.0/schema.json#/resources/p:m:Gone" }
    const { inputs } = pageOf(
      prepare({
        name: "p",
        resources: { "p:m:R": { inputProperties: { a: own, b: { oneOf: [{ type: "string" }, own] }, c: elsewhere } } }
      }),
      "p:m:R"
    )
    assert.deepStrictEqual(
      inputs.map(({ typeRef }) => typeRef),
      [{ typeToken: "p:m:R" }, { typeToken: "p:m:R" }, { typeToken: "p:m:Gone", package: "p", version: "1.0.0" }]
    )
  })
})

describe("the navigation", () => {
  it("calls the package itself index, with what stands under that name", () => {
    const { modules } = prepare({
      name: "p",
      resources: { "p:z/y:A": {}, "p::B": {}, "p:index/b:B": {}, "p:indexing:C": {} },
      functions: { "p:index:f": {}, "p:new:g": {} }
    })
    assert.deepStrictEqual(
      modules.map(({ functions, name, resources }) => [name, resources.length, functions.length]),
      [
        ["z/y", 1, 0],
        ["index", 2, 1],
        ["indexing", 1, 0],
        ["new", 0, 1]
      ]
    )
  })

  it("hides the functions of providers, whosever they are", () => {
    const { modules, pages } = prepare({
      name: "p",
      functions: { "pulumi:providers:p/terraformConfig": {}, "p:providers:f": {}, "p:other:providers": {} }
    })
    assert.deepStrictEqual(
      modules.flatMap(({ functions }) => functions.map(({ typeToken }) => typeToken)),
      ["p:other:providers"]
    )
    assert.strictEqual(pages.length, 2)
  })
})
