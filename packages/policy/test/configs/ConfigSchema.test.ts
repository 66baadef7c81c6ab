import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { configFault, configSchemaFault } from "../../src/configs/ConfigSchema.ts"

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more })

describe("configSchemaFault", () => {
  it("lets ordinary schemas pass, with keywords that nobody knows", () => {
    for (const schema of [
      { type: "object" },
      object({}, { required: [], additionalProperties: false, title: "T", "x-own": { anything: [1] } }),
      object({ a: { enum: [1, "two", null] }, b: { const: { c: 1 } }, c: true }),
      object({ a: { type: "string", format: "no-such-format", pattern: "^[a-z]+$" } }),
      object({ a: { $ref: "#/definitions/a~1b" } }, { definitions: { "a/b": { type: "string" } } }),
      object({ $ref: { type: "string" }, $id: { type: "string" } }),
      object({ a: { type: "array", items: [{ type: "string" }], additionalItems: false } }),
      JSON.parse('{"type":"object","if":{"required":["a"]},"then":{"minProperties":1},"else":false}') as object,
      object({}, { $schema: "http://json-schema.org/draft-07/schema#" })
    ])
      assert.isUndefined(configSchemaFault(schema), JSON.stringify(schema))
  })

  it("says where a schema is none", () => {
    for (const [schema, path] of [
      [object({ a: { type: "strin" } }), "properties.a.type"],
      [object({ a: { minLength: -1 } }), "properties.a.minLength"],
      [object({ a: { enum: "x" } }), "properties.a.enum"],
      [object({}, { required: ["a", "a"] }), "required"],
      [object({ a: 5 }), "properties.a"],
      [object({ a: { pattern: "(" } }), "properties.a.pattern"],
      [object({ a: { patternProperties: { "(?=x)": true } } }), "properties.a.patternProperties.(?=x)"],
      [object({ a: { anyOf: [{}, { $ref: "other.json" }] } }), "properties.a.anyOf.1.$ref"],
      [object({ a: { $ref: "#/definitions/none" } }), "properties.a.$ref"],
      [object({}, { $id: "http://example.com/" }), "$id"],
      [object({}, { $async: true }), "$async"],
      [object({}, { $schema: "https://json-schema.org/draft/2020-12/schema" }), "$schema"],
      [object({ a: { nullable: true } }), "properties.a.nullable"]
    ] as const)
      assert.strictEqual(configSchemaFault(schema)?.path.join("."), path)
  })

  it("refuses references in a circle, however long", () => {
    const circle = object(
      { a: { $ref: "#/definitions/x" } },
      {
        definitions: { x: { items: { $ref: "#/definitions/y" } }, y: { not: { $ref: "#/definitions/x" } } }
      }
    )
    assert.include(configSchemaFault(circle)?.message, "back to itself")
  })

  it("refuses more patterns than it would check in a moment", () => {
    const patterns = Array.from({ length: 51 }, (_, index) => [`p${index}`, { pattern: "a{1,1000}" }])
    assert.include(configSchemaFault(object(Object.fromEntries(patterns)))?.message, "50 patterns")
  })

  it("refuses objects that can't be compared, and says why", () => {
    for (const name of ["valueOf", "toString"]) {
      const listed = JSON.parse(`{"type":"object","enum":[{"${name}":1},{"${name}":1}]}`) as object
      assert.include(configSchemaFault(listed)?.message, name)
      const unique = object({ list: { uniqueItems: true } })
      assert.isUndefined(configSchemaFault(unique))
      assert.include(configFault(unique, { list: [{ [name]: 1 }, { [name]: 1 }] })?.message, name)
    }
  })

  it("never throws, and what passes can be used", () => {
    const keyword = fc.constantFrom(
      "type",
      "properties",
      "items",
      "$ref",
      "pattern",
      "anyOf",
      "required",
      "enum",
      "not",
      "const",
      "uniqueItems",
      "valueOf",
      "toString",
      "constructor",
      "x"
    )
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom<unknown>("string", "object", "#", "#/properties/x", "(", true, null, 1, []),
        fc.dictionary(keyword, tie("tree"), { maxKeys: 3 }),
        fc.array(tie("tree"), { maxLength: 3 })
      )
    }))
    fc.assert(
      fc.property(fc.dictionary(keyword, tree, { maxKeys: 4 }), tree, (keywords, config) => {
        const schema = { ...keywords, type: "object" }
        if (configSchemaFault(schema) !== undefined) return
        const fault = configFault(schema, config)
        assert.isTrue(fault === undefined || fault.message.length > 0)
        assert.isDefined(configFault(schema, 5))
      }),
      { numRuns: 300 }
    )
  })
})

describe("configFault", () => {
  it("says where a configuration is not allowed", () => {
    const schema = object({ list: { type: "array", items: { type: "integer" } } }, { additionalProperties: false })
    assert.isUndefined(configFault(schema, { list: [1, 2] }))
    assert.strictEqual(configFault(schema, { list: [1, "x"] })?.path.join("."), "list.1")
    assert.isDefined(configFault(schema, { other: 1 }))
    assert.isDefined(configFault(schema, "text"))
  })

  it("matches patterns that would keep a backtracking engine busy for ever", () => {
    const schema = object({ a: { pattern: "^(a+)+$" } })
    const started = performance.now()
    assert.strictEqual(configFault(schema, { a: `${"a".repeat(50_000)}b` })?.path.join("."), "a")
    assert.isBelow(performance.now() - started, 2_000)
  })
})
