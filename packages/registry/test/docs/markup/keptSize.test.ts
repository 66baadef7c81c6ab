import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { languages, OperatingSystem } from "../../../src/contract/Language.ts"
import { keptSize, resolve } from "../../../src/docs/markup/resolve.ts"
import type { StoredContent, StoredNode } from "../../../src/docs/markup/StoredContent.ts"

const names = {
  "language-chooser": [...languages, "other"],
  "os-chooser": [...OperatingSystem.literals, "other"]
} as const

const { content } = fc.letrec<{ content: StoredContent; node: StoredNode }>((tie) => {
  const chooser = (kind: keyof typeof names) =>
    fc.record({
      kind: fc.constant(kind),
      options: fc.array(fc.record({ names: fc.subarray([...names[kind]]), content: tie("content") }), {
        minLength: 1,
        maxLength: 3
      })
    })
  return {
    content: fc.array(tie("node"), { maxLength: 3 }),
    node: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.record({
        kind: fc.constant("wording" as const),
        words: fc.constant({ go: "Go", python: "py" }),
        otherwise: fc.string()
      }),
      chooser("language-chooser"),
      chooser("os-chooser")
    )
  }
})

describe("keptSize", () => {
  it("is never less than an answer takes in which nothing was chosen", () => {
    fc.assert(
      fc.property(content, (content) => {
        const size = resolve(content).reduce(
          (sum, { markdown, options = [] }) =>
            sum + markdown.length + options.reduce((inner, option) => inner + option.content.length, 0),
          0
        )
        assert.isAtMost(size, keptSize(content))
      }),
      { numRuns: 1_000 }
    )
  })

  it("is the text itself where there is nothing to choose", () => {
    assert.strictEqual(keptSize(["four"]), 4)
  })
})
