import { assert, describe, it } from "@effect/vitest"
import { typeNotFound } from "../../src/docs/refusals.ts"

describe("an unknown type", () => {
  it("is named, but no longer than anybody reads", () => {
    const { errors, message } = typeNotFound("a:b:C")
    assert.strictEqual(message, "Type a:b:C not found")
    assert.deepStrictEqual(errors, [{ resource: "typeToken", errorType: "not_found" }])
    assert.strictEqual(typeNotFound("a".repeat(5000)).message, `Type ${"a".repeat(200)}… not found`)
    assert.isTrue(typeNotFound("😀".repeat(150).slice(1)).message.isWellFormed())
  })

  it("without a name is a path without one", () => {
    for (const text of ["", " "]) assert.strictEqual(typeNotFound(text).message, "The path names no type token")
  })
})
