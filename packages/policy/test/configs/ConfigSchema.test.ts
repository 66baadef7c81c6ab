import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Effect } from "effect"
import { configFault, configSchemaFault } from "../../src/configs/ConfigSchema.ts"
import { PatternBudget } from "../../src/configs/PatternBudget.ts"

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more })

const schemaFault = (schema: unknown) => Effect.runPromise(configSchemaFault(schema, new PatternBudget()))

describe("configSchemaFault", () => {
  it("lets ordinary schemas pass, with keywords that nobody knows", async () => {
    for (const schema of [
      { type: "object" },
      object({}, { required: [], additionalProperties: false, title: "T", "x-own": { anything: [1] } }),
      object({ a: { enum: [1, "two", null] }, b: { const: { c: 1 } }, c: true }),
      object({ a: { type: "string", format: "no-such-format", pattern: "^[a-z]+$" } }),
      object({ a: { $ref: "#/definitions/a~1b" } }, { definitions: { "a/b": { type: "string" } } }),
      object({ $ref: { type: "string" }, $id: { type: "string" } }),
      object({ a: { type: "array", items: [{ type: "string" }], additionalItems: false } }),
      JSON.parse('{"type":"object","if":{"required":["a"]},"then":{"minProperties":1},"else":false}') as object,
      object({}, { $schema: "http://json-schema.org/draft-07/schema#" }),
      object(
        { a: { $schema: "https://json-schema.org/draft-07/schema" } },
        { $schema: "https://json-schema.org/draft-07/schema#" }
      )
    ])
      assert.isUndefined(await schemaFault(schema), JSON.stringify(schema))
  })

  it("says where a schema is none", async () => {
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
      assert.strictEqual((await schemaFault(schema))?.path.join("."), path)
  })

  it("refuses references in a circle, however long", async () => {
    const circle = object(
      { a: { $ref: "#/definitions/x" } },
      {
        definitions: { x: { items: { $ref: "#/definitions/y" } }, y: { not: { $ref: "#/definitions/x" } } }
      }
    )
    assert.include((await schemaFault(circle))?.message, "back to itself")
  })

  it("refuses more patterns than it would check in a moment", async () => {
    const patterns = Array.from({ length: 51 }, (_, index) => [`p${index}`, { pattern: "a{1,1000}" }])
    assert.include((await schemaFault(object(Object.fromEntries(patterns))))?.message, "50 patterns")
  })

  it("refuses more alternatives than could be compiled in a moment", async () => {
    const alternatives = (count: number) => Array.from({ length: count }, (_, index) => ({ const: index }))
    for (const key of ["anyOf", "oneOf"]) {
      assert.isUndefined(await schemaFault(object({ a: { [key]: alternatives(200) } })))
      const fault = await schemaFault(object({ a: { [key]: alternatives(201) } }))
      assert.strictEqual(fault?.path.join("."), `properties.a.${key}`)
    }
  })

  it("refuses objects that can't be compared, and says why", async () => {
    for (const name of ["valueOf", "toString"]) {
      const listed = JSON.parse(`{"type":"object","enum":[{"${name}":1},{"${name}":1}]}`) as object
      assert.include((await schemaFault(listed))?.message, name)
      const unique = object({ list: { uniqueItems: true } })
      assert.isUndefined(await schemaFault(unique))
      assert.include(configFault(unique, { list: [{ [name]: 1 }, { [name]: 1 }] })?.message, name)
    }
  })

  it("never throws, and what passes can be used", async () => {
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
    await fc.assert(
      fc.asyncProperty(fc.dictionary(keyword, tree, { maxKeys: 4 }), tree, async (keywords, config) => {
        const schema = { ...keywords, type: "object" }
        if ((await schemaFault(schema)) !== undefined) return
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

  it("compiles a definition once, however often it is referred to, and any number of properties", () => {
    const many = (schema: object) =>
      Object.fromEntries(Array.from({ length: 2300 }, (_, index) => [`p${index}`, schema]))
    const shared = object(
      { a: { type: "string", minLength: 1, maxLength: 3 }, b: { type: "number", minimum: 1 }, c: { enum: [1, 2] } },
      { minProperties: 1 }
    )
    const schema = object(many({ $ref: "#/definitions/shared" }), { required: ["x"], definitions: { shared } })
    const before = process.cpuUsage().user
    assert.include(configFault(schema, {})?.message, "required property 'x'")
    assert.isUndefined(configFault(schema, { x: 1, p0: { a: "a" } }))
    assert.strictEqual(configFault(schema, { x: 1, p2299: { b: 0 } })?.path.join("."), "p2299.b")
    // Written out, each took six seconds.
    assert.isBelow(process.cpuUsage().user - before, 5_000_000)
  })

  it("takes the addresses of draft 7 as one", () => {
    const schema = object({ a: { type: "integer" } }, { $schema: "https://json-schema.org/draft-07/schema#" })
    assert.isUndefined(configFault(schema, { a: 1 }))
    assert.strictEqual(configFault(schema, { a: "x" })?.path.join("."), "a")
  })

  it("matches patterns that would keep a backtracking engine busy for ever", () => {
    const schema = object({ a: { pattern: "^(a+)+$" } })
    const started = performance.now()
    assert.strictEqual(configFault(schema, { a: `${"a".repeat(50_000)}b` })?.path.join("."), "a")
    assert.isBelow(performance.now() - started, 2_000)
  })
})
