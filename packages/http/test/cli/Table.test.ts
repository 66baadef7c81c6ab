import { assert, describe, it } from "@effect/vitest"
import { record, table, tableFor } from "../../src/cli/output/Table.ts"

describe("table", () => {
  it("aligns columns with two spaces between and none at the end", () => {
    assert.strictEqual(
      table(
        ["NAME", "VERSION"],
        [
          ["a", "1.0.0"],
          ["longer", "2"]
        ]
      ),
      "NAME    VERSION\na       1.0.0\nlonger  2"
    )
  })

  it("counts wide characters as the terminal does", () => {
    assert.strictEqual(table(["A", "B"], [["漢字", "x"]]), "A     B\n漢字  x")
  })

  it("lets no line break and no terminal command through", () => {
    assert.strictEqual(table(["A"], [["one\ntwo\u001b[2Jthree"]]), "A\none two [2Jthree")
  })

  it("is made of more rows than a function takes arguments", () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => [`${index}`, "x"])
    assert.match(table(["A", "B"], rows), /^A {7}B\n0 {7}x\n[^]*\n199999 {2}x$/)
  })

  it("keeps its widths for rows that come later", () => {
    const made = tableFor(["A", "B"], [["1234", "x"]])
    assert.strictEqual(made.line(["1", "y"]), "1     y")
    assert.strictEqual(made.line(["123456", "y"]), "123456  y")
  })
})

describe("record", () => {
  it("is made of more entries than a function takes arguments", () => {
    assert.match(record(Array.from({ length: 200_000 }, (_, index) => [`${index}`, "x"])), /^0 {7}x\n/)
  })

  it("leaves out what has no value", () => {
    assert.strictEqual(
      record([
        ["name", "a"],
        ["title", undefined],
        ["description", "b"]
      ]),
      "name         a\ndescription  b"
    )
  })
})
