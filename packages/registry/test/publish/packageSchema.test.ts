import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { SchemaText } from "../../src/docs/import/SchemaText.ts"
import { readPackageSchema } from "../../src/publish/packageSchema.ts"

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value))

const parse = (any: Uint8Array) => {
  const text = new SchemaText()
  text.add(any)
  return text.parse()
}

const read = (any: Uint8Array) => Result.flatMap(parse(any), readPackageSchema)

const problems = (value: unknown) =>
  Result.match(read(bytes(value)), {
    onSuccess: () => [],
    onFailure: (errors) => errors.map(({ attribute, errorType }) => `${attribute ?? ""}:${errorType}`)
  })

describe("readPackageSchema", () => {
  it("reads the fields it needs and ignores all others", () => {
    const schema = { name: "a", version: "1.0.0", resources: { "a:b:C": {} }, unknown: [1] }
    assert.deepStrictEqual(read(bytes(schema)), Result.succeed({ name: "a", version: "1.0.0" }))
  })

  it.each(["", "{", "nonsense", "{'name':'a'}", "\u0000"])("refuses what is not JSON: %j", (text) => {
    assert.deepStrictEqual(problems(text), [":invalid"])
  })

  it("refuses what is not UTF-8", () => {
    const text = bytes({ name: "a" })
    text[9] = 0xff
    assert.isTrue(Result.isFailure(read(text)))
  })

  it.each(["null", "1", "[]", '"a"', "true"])("refuses what is not an object: %s", (text) => {
    assert.strictEqual(problems(text).length, 1)
  })

  it("names every field that is missing or wrong", () => {
    assert.sameMembers(
      problems({ version: 1, keywords: ["a", 2], parameterization: { baseProvider: {}, parameter: "%" } }),
      [
        "keywords.1:invalid",
        "name:required",
        "parameterization.baseProvider.name:required",
        "parameterization.baseProvider.version:required",
        "parameterization.parameter:invalid",
        "version:invalid"
      ]
    )
  })

  it.each([
    ["name", "n".repeat(257)],
    ["displayName", "n".repeat(257)],
    ["description", "n".repeat(10_001)],
    ["repository", "n".repeat(2_049)],
    ["keywords", Array.from({ length: 201 }, () => "k")]
  ])("bounds %s", (field, value) => {
    assert.deepStrictEqual(problems({ name: "a", [field]: value }), [`${field}:invalid`])
  })

  it("never throws, whatever the bytes", () => {
    const results = (any: Uint8Array) => assert.isTrue(Result.isResult(read(any)))
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), results))
    fc.assert(fc.property(fc.json(), (any) => results(bytes(any))))
  })
})
