import { assert, describe, it } from "@effect/vitest"
import { problemsOf, prepare } from "./pages.ts"

const withInput = (input: unknown) => ({ name: "p", resources: { "p:m:R": { inputProperties: { a: input } } } })

describe("readPackage", () => {
  it("reads a schema that has only a name", () => {
    assert.deepStrictEqual(problemsOf({ name: "p" }), [])
    assert.deepStrictEqual(prepare({ name: "p" }).modules, [])
  })

  it("ignores fields that nobody needs, and null", () => {
    const schema = {
      name: "p",
      config: 1,
      anything: [],
      meta: null,
      types: null,
      functions: null,
      language: { java: 1, rust: [] },
      resources: { "p:m:R": { aliases: 7, stateInputs: "x", inputProperties: null, required: null, component: true } }
    }
    assert.deepStrictEqual(problemsOf(schema), [])
  })

  it.each([null, undefined, 1, "x", true, [], [{}]])("refuses %j", (schema) => {
    assert.deepStrictEqual(problemsOf(schema).length > 0, true)
  })

  it("names the place of each problem", () => {
    const schema = {
      name: "p",
      meta: { moduleFormat: "(" },
      language: { csharp: { namespaces: { m: 1 }, rootNamespace: 2 } },
      types: {
        "p:m:E": { type: "text", enum: [{ value: null }, { value: "x", name: 3 }, "y"] },
        "p:m:O": { properties: { a: { type: "list" }, b: 5 }, required: "a" },
        nonsense: {}
      },
      resources: {
        "p:m:R": {
          inputProperties: { a: { $ref: "#/types/p:m:Missing" }, b: { type: "array" }, c: { oneOf: [] } },
          isComponent: "yes",
          methods: { run: 1 }
        },
        "p:m:S": 1
      },
      functions: {
        "p:m:f": { description: 1, outputs: [], inputs: { properties: { x: { type: "string", secret: 1 } } } }
      }
    }
    assert.sameMembers(
      [...problemsOf(schema)],
      [
        "meta.moduleFormat: Expected a regular expression (RE2) with a group, of at most 100 characters and without counted repetition",
        "language.csharp.namespaces.m: Expected a text",
        "language.csharp.rootNamespace: Expected a text",
        "types.nonsense: Expected a token: package:module:name",
        "types.p:m:E.type: Expected string, integer, number or boolean",
        "types.p:m:E.enum.0.value: Expected a text of at most 512 characters, a number, true or false",
        "types.p:m:E.enum.1.name: Expected a text",
        "types.p:m:E.enum.2: Expected an object",
        "types.p:m:O.required: Expected a list",
        "types.p:m:O.properties.a: Expected a type: `type`, `$ref` or `oneOf`",
        "types.p:m:O.properties.b: Expected a property",
        "resources.p:m:S: Expected an object",
        "resources.p:m:R.methods.run: Expected a text",
        "resources.p:m:R.inputProperties.a.$ref: Expected a type that exists, not #/types/p:m:Missing",
        "resources.p:m:R.inputProperties.b.items: Expected a type",
        "resources.p:m:R.inputProperties.c.oneOf: Expected at least one type",
        "resources.p:m:R.isComponent: Expected true or false",
        "functions.p:m:f.description: Expected a text",
        "functions.p:m:f.outputs: Expected an object"
      ]
    )
  })

  it("lists no more problems than anyone reads", () => {
    const inputProperties = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`p${index}`, {}]))
    assert.strictEqual(problemsOf({ name: "p", resources: { "p:m:R": { inputProperties } } }).length, 20)
  })

  it.each([
    "noColons",
    "p:m",
    "p:m:R:x",
    ":m:R",
    "p:m:",
    "p:m:1R",
    "p:m:R x",
    "p:m:R%2F",
    "p:m:\u0000",
    "p:m:\ud800",
    "p:m:a\nb",
    `p:m:${"R".repeat(600)}`
  ])("refuses the token %j", (token) => {
    assert.strictEqual(problemsOf({ name: "p", resources: { [token]: {} } }).length, 1)
  })

  it.each(["p:m:R", "p::R", "p-q:m/n.k8s.io/v1:R", "p:m:R/call", "_:m:R"])("decides on the token %j", (token) => {
    const expected = token.startsWith("_") ? 1 : 0
    assert.strictEqual(problemsOf({ name: "p", resources: { [token]: {} } }).length, expected)
  })

  it.each([
    "#/types/p:m:R",
    "#/resources/p%3Am%3AR",
    "#/provider",
    "#/resources/pulumi:providers:p",
    "pulumi.json#/Any",
    "pulumi.json#/Json",
    "pulumi.json#/Resource",
    "/aws/v4.36.0/schema.json#/types/aws:ec2%2Fx:X",
    "/aws/4.36.0/schema.json#/resources/aws:ec2%2Fx:X",
    "aws/v4.36.0/schema.json#/provider",
    "/aws/schema.json#/types/aws:ec2%2Fx:X",
    "https://example.com/aws/v4.36.0/schema.json#/types/aws:x:X",
    "/p/v1.0.0/schema.json#/resources/p:m:R"
  ])("resolves the reference %s", ($ref) => {
    assert.deepStrictEqual(problemsOf(withInput({ $ref })), [])
  })

  it.each([
    "",
    "#",
    "#/types/",
    "#/types/p:m:Missing",
    "#/functions/p:m:R",
    "#/types/%zz",
    "pulumi.json#/Nothing",
    "pulumi.json#/toString",
    "/aws/v4.36.0/schema.json",
    "/aws/v4.36.0/schema.json#/types/nonsense",
    "/aws/v4.36.0/schema.json#/config/aws:x:X",
    "schema.json#/types/aws:x:X",
    "javascript:alert(1)"
  ])("refuses the reference %j", ($ref) => {
    assert.strictEqual(problemsOf(withInput({ $ref })).length, 1)
  })

  it("bounds how deep types stand in each other", () => {
    const nested = (depth: number): unknown =>
      depth === 0 ? { type: "string" } : { type: "array", items: nested(depth - 1) }
    assert.deepStrictEqual(problemsOf(withInput(nested(32))), [])
    assert.strictEqual(problemsOf(withInput(nested(33))).length, 1)
    assert.strictEqual(problemsOf(withInput(nested(5000))).length, 1)
  })

  it("bounds names", () => {
    const named = (length: number) => ({
      name: "p",
      resources: { "p:m:R": { inputProperties: { ["n".repeat(length)]: { type: "string" } } } }
    })
    assert.deepStrictEqual(problemsOf(named(512)), [])
    assert.strictEqual(problemsOf(named(513)).length, 1)
    assert.strictEqual(problemsOf(named(0)).length, 1)
  })

  it("ends with a pattern over which a backtracking engine would not", () => {
    const resources = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`p:${"a".repeat(400)}${index}!`.replace("!", "_b:R"), {}])
    )
    assert.deepStrictEqual(problemsOf({ name: "p", meta: { moduleFormat: "^((a+)+)+$" }, resources }), [])
  })

  it.each(["(", "no group", "(a{1000})", `(${"a".repeat(100)})`, "(?<x"])(
    "refuses the module format %j",
    (moduleFormat) => {
      assert.strictEqual(problemsOf({ name: "p", meta: { moduleFormat } }).length, 1)
    }
  )
})
