import { assert, describe, it } from "@effect/vitest"
import { Console, Effect } from "effect"
import { stripVTControlCharacters } from "node:util"
import { byteText, makeProgress, progressLine } from "../../src/cli/output/Progress.ts"

describe("byteText", () => {
  it("takes the unit that keeps the number short", () => {
    assert.deepStrictEqual([0, 999, 1000, 151_097, 12_345_678, 5_000_000_000].map(byteText), [
      "0 B",
      "999 B",
      "1.0 kB",
      "151.1 kB",
      "12.3 MB",
      "5.0 GB"
    ])
  })
})

describe("progressLine", () => {
  it("shows bar, percent and bytes", () => {
    assert.strictEqual(
      progressLine({ name: "schema.json", totalBytes: 2000, sentBytes: 1000 }, 12),
      "schema.json   ██████░░░░░░   50 %  1.0 kB of 2.0 kB"
    )
  })

  it("shows an empty file as whole, and never more than the whole", () => {
    assert.include(progressLine({ name: "a", totalBytes: 0, sentBytes: 0 }, 1), "100 %")
    assert.include(progressLine({ name: "a", totalBytes: 10, sentBytes: 20 }, 1), "100 %")
  })
})

describe("makeProgress", () => {
  const files = [
    { name: "schema.json", totalBytes: 10 },
    { name: "index.md", totalBytes: 5 }
  ]

  it.effect("draws one line a file over the last ones on a terminal, none wider than it", () =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const progress = makeProgress(files, { columns: 60, write: (text) => written.push(text) })
      yield* progress.advance("schema.json", 10)
      yield* progress.finish("schema.json")
      assert.isFalse(written[0]?.startsWith("\u001b[2A"))
      assert.isTrue(written[1]?.startsWith("\u001b[2A"))
      const lines = stripVTControlCharacters(written[1] ?? "").split("\n")
      assert.match(lines[0]!, /^schema\.json .* 100 % /)
      assert.match(lines[1]!, /^index\.md .* 0 % /)
      assert.isTrue(lines.every((line) => line.length < 60))
    })
  )

  it.effect("writes one plain line a file elsewhere", () =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const gathering: Console.Console = Object.assign(Object.create(console), {
        error: (line: string) => written.push(line)
      })
      const progress = makeProgress(files, undefined)
      yield* progress.advance("index.md", 5)
      yield* Effect.provideService(progress.finish("index.md"), Console.Console, gathering)
      assert.deepStrictEqual(written, ["Uploaded index.md (5 B)"])
    })
  )
})
