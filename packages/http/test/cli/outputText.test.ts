import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { outputText, plainOutput } from "../../src/cli/invoke/outputText.ts"

const secret = {
  id: "1",
  keys: [{ name: "a", value: Redacted.make("s3cret") }],
  deep: { key: Redacted.make("s3cret") }
}

describe("plainOutput", () => {
  it("says of secrets that they are there, wherever they are", () => {
    const text = JSON.stringify(plainOutput(secret, false))
    assert.notInclude(text, "s3cret")
    assert.lengthOf(text.match(/--show-secrets/g) ?? [], 2)
  })

  it("shows them on request", () => {
    assert.deepStrictEqual(plainOutput(secret, true), {
      id: "1",
      keys: [{ name: "a", value: "s3cret" }],
      deep: { key: "s3cret" }
    })
  })
})

describe("outputText", () => {
  it("is a record of what is single, and a table of each list of records, with every column that one has", () => {
    const text = outputText({ id: "x", tags: ["a", "b"], map: { k: 1 }, rows: [{ a: 1 }, { a: 2, b: ["y"] }] }, {})
    assert.deepStrictEqual(text.split("\n"), [
      "id    x",
      "tags  a, b",
      'map   {"k":1}',
      "",
      "rows:",
      "a  b",
      "1",
      "2  y"
    ])
  })

  it("does not repeat lists that were given as input", () => {
    const filters = [{ name: "tag", value: "edge" }]
    assert.notInclude(outputText({ id: "x", filters, rows: [{ a: 1 }] }, { filters }), "edge")
  })

  it("says of an empty list that there is none", () => {
    assert.strictEqual(outputText({ id: "x", rows: [] }, {}), "id    x\nrows  none")
  })

  it("keeps commands to the terminal out", () => {
    assert.notInclude(outputText({ name: "a\u001b[31mb", rows: [{ a: "x\u0007" }] }, {}), "\u001b")
  })
})
