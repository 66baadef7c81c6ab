import { assert, describe, it } from "@effect/vitest"
import { fencesIn } from "../../../src/docs/markup/fences.ts"

const codes = (markdown: string) => fencesIn(markdown).map(({ code, tag }) => [tag, code])

describe("fencesIn", () => {
  it("finds blocks of both kinds, with longer fences around shorter ones", () => {
    assert.deepStrictEqual(codes("```a\n1\n```\n~~~b\n```\n~~~\n````c\n```\n````"), [
      ["a", "1"],
      ["b", "```"],
      ["c", "```"]
    ])
  })

  it("finds blocks in lists and quotations, without the indentation that they share", () => {
    assert.deepStrictEqual(
      codes("1. x\n\n    ```sh\n    a\n      b\n    ```\n- ```go\n  c\n  ```\n> ```py\n> d\n> ```"),
      [
        ["sh", "a\n  b"],
        ["go", "c"],
        ["py", "d"]
      ]
    )
  })

  it("forgives line breaks beside fences", () => {
    assert.deepStrictEqual(codes("```sh<break>\n$ x\n<break>```\ntext\n```go\ny\n```<break>"), [
      ["sh", "$ x"],
      ["go", "y"]
    ])
  })

  it("is not taken in by code inside a sentence", () => {
    assert.deepStrictEqual(codes("```not a block```\n\n```go\nx\n```"), [["go", "x"]])
  })

  it("reads the first word of the info string", () => {
    assert.deepStrictEqual(
      codes("```{.python .numbered}\n```\n```c#\n```\n```go{1}\n```\n```yaml title=x\n```\n```\n```").map(
        ([tag]) => tag
      ),
      ["python", "c#", "go", "yaml", ""]
    )
  })
})
